"""From a stream to a map: points, nearest cells, pieces, neighbours, dictated order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.compiled import inline, lowest_bit, popcount, splice, stage
from engines.games.map_coloring.kernels.vectors import (
    COLUMNS,
    LANES,
    ROWS,
    nearest_half_tile,
    nearest_tile,
    square_offsets,
    unequal,
)
from engines.games.map_coloring.kernels.workspace import (
    ACROSS,
    DEGREE_ORDER,
    DOWN,
    FREE,
    SQUARE,
)
from engines.games.map_coloring.types import UNIT
from engines.randomness_numba import below, shuffle

ONE = np.uint64(1)
NONE = np.uint64(0)


@splice
def draw_points(points: Any, width: int, height: int, state: Any) -> Any:
    """Fill points[:, i] with (x, y) in units of 1/UNIT of a cell; the next state."""
    for i in range(points.shape[1]):
        points[0, i], state = below(state, width * UNIT)
        points[1, i], state = below(state, height * UNIT)
    return state


@splice
def assign_cells(field: Any, width: int, height: int) -> None:
    """Each cell to its nearest seed, the lower index on a tie.

    A squared distance, shifted, carries the seed's number in its low bits: the least of
    these keys names the nearest seed, and breaks ties.
    """
    points, keys, heights = field.points, field.keys, field.heights
    seeds, stride = keys.shape
    for x in range(0, width, COLUMNS):
        for seed in range(seeds):
            square_offsets(points[0, seed], x, UNIT, seed, keys, seed)
    for y in range(0, height, COLUMNS):
        for seed in range(seeds):
            square_offsets(points[1, seed], y, UNIT, 0, heights, seed)
    for y in range(0, height, ROWS):
        at = y * stride
        for x in range(0, width - COLUMNS // 2, COLUMNS):
            nearest_tile(keys, heights, y, x, field.cells, at + x, stride)
        if 0 < width % COLUMNS <= COLUMNS // 2:
            x = width // COLUMNS * COLUMNS
            nearest_half_tile(keys, heights, y, x, field.cells, at + x, stride)


@splice
def label_pieces(field: Any, width: int, height: int) -> Any:
    """Number the pieces in row-major order of their first cells: (pieces, seeds seen).

    A seed has one run a row at most, so a run belongs to the seed's latest piece if any of
    its cells lies below one of the same seed, and else starts a new one.
    """
    cells, labels, row_of, label_of = field.cells, field.labels, field.row_of, field.label_of
    seeds, stride = field.keys.shape
    row_of[:] = -1
    pieces = 0
    for y in range(height):
        at = y * stride
        if y > 0:
            for x in range(width):
                seed = int64(cells[at + x])
                goes_on = int64(cells[at + x - stride]) == seed
                row_of[seed if goes_on else seeds] = y
        for x in range(width):
            seed = int64(cells[at + x])
            if row_of[seed] != y:
                row_of[seed] = y
                label_of[seed] = pieces
                pieces += 1
            labels[at + x] = label_of[seed]
    seen = 0
    for seed in range(seeds):
        seen += int64(row_of[seed] >= 0)
    return pieces, seen


@splice
def link_regions(field: Any, graph: Any, cells: Any, setting: Any, regions: int, words: int) -> Any:
    """Fill the adjacency, degrees and the set of real regions: (borders, pieces)."""
    clear_links(graph, regions, words)
    pieces = link_cells(field, graph.adjacency, cells, setting)
    return count_links(graph, regions, words, int64(cells[0])), pieces


@splice
def clear_links(graph: Any, regions: int, words: int) -> None:
    for region in range(regions):
        graph.adjacency[region, 0] = NONE
        for word in range(1, words):
            graph.adjacency[region, word] = NONE


@splice
def count_links(graph: Any, regions: int, words: int, some: int) -> Any:
    """Fill the degrees and the set of real regions, of which `some` is one: the borders."""
    total = 0
    for word in range(words):
        graph.real[word] = NONE
    for region in range(regions):
        degree = popcount(graph.adjacency[region, 0])
        for word in range(1, words):
            degree += popcount(graph.adjacency[region, word])
        graph.degree[region] = degree
        total += degree
        graph.real[region >> 6] |= uint64(degree > 0) << uint64(region & 63)
    if total == 0:  # one region has the whole map to itself
        graph.real[some >> 6] |= ONE << uint64(some & 63)
    return total >> 1


@splice
def link_cells(field: Any, adjacency: Any, cells: Any, setting: Any) -> int:
    """Make neighbours of the regions whose cells touch; the number of 4-connected pieces.

    That number is: cells - pairs in one region + 2x2 blocks in one region. It is Euler's
    formula for pieces without holes, and there are none: a region is one run in every row.
    """
    pairs, stride = field.pairs, field.keys.shape[1]
    pieces = setting.width * setting.height
    for block in range(pairs.shape[1]):
        at = block * LANES
        below = at + stride
        top, bottom = unequal(cells, at, at + 1), unequal(cells, below, below + 1)
        left, right = unequal(cells, at, below), unequal(cells, at + 1, below + 1)
        square = pairs[SQUARE, block]
        pieces -= popcount(pairs[ACROSS, block] & ~top) + popcount(pairs[DOWN, block] & ~left)
        pieces += popcount(square & ~(top | left | right))
        # A border that goes straight on is linked at its last cell only.
        ends = pairs[ACROSS, block] & top & ~(square & ~(left | right))
        link_pairs(adjacency, cells, ends, at, at + 1)
        ends = pairs[DOWN, block] & left & ~(square & ~(top | bottom))
        link_pairs(adjacency, cells, ends, at, below)
        if setting.corner:  # the two regions across may touch nowhere else
            crossing = square & top & bottom & left & right
            link_pairs(adjacency, cells, crossing & unequal(cells, at, below + 1), at, below + 1)
            link_pairs(adjacency, cells, crossing & unequal(cells, at + 1, below), at + 1, below)
    return pieces


@inline
def link_pairs(adjacency: Any, cells: Any, where: Any, one: int, other: int) -> None:
    """For each bit i of `where`, make neighbours of the regions of two cells i further on."""
    while where != NONE:
        i = lowest_bit(where)
        where &= where - ONE
        a, b = int64(cells[one + i]), int64(cells[other + i])
        adjacency[a, b >> 6] |= ONE << uint64(b & 63)
        adjacency[b, a >> 6] |= ONE << uint64(a & 63)


@splice
def shuffled_order(order: Any, regions: int, state: Any) -> Any:
    """All regions in random order; the next state."""
    for region in range(regions):
        order[region] = region
    return shuffle(order, regions, state)


@stage
def sort_by_degree(order: Any, degree: Any, scratch: Any, regions: int) -> None:
    """Stable counting sort of order[:regions] by falling degree."""
    starts, moved = scratch[0], scratch[1]
    starts[: regions + 1] = 0
    for i in range(regions):
        starts[regions - degree[order[i]]] += 1
    total = 0
    for i in range(regions + 1):
        starts[i], total = total, total + starts[i]
    for i in range(regions):
        rank = regions - degree[order[i]]
        moved[starts[rank]] = order[i]
        starts[rank] += 1
    order[:regions] = moved[:regions]


@splice
def words_for(regions: int) -> int:
    """Words that a set of that many regions takes."""
    return (regions + 63) >> 6


@splice
def draw_cells(field: Any, setting: Any, state: Any) -> Any:
    """The cells of one map from its stream: (regions, seeds that have cells, next state).

    The seeds are in field.cells; where the rules split them, the pieces are in field.labels,
    otherwise the second figure is not counted (0): it is the number of real regions.
    """
    width, height = setting.width, setting.height
    state = draw_points(field.points, width, height, state)
    assign_cells(field, width, height)
    regions, seen = setting.seeds, 0
    if setting.split:
        regions, seen = label_pieces(field, width, height)
    return regions, seen, state


@splice
def count_real(real: Any, words: int) -> Any:
    """How many regions have cells."""
    total = popcount(real[0])
    for word in range(1, words):
        total += popcount(real[word])
    return total


@splice
def dictate_order(graph: Any, paint: Any, setting: Any, regions: int, state: Any) -> None:
    """The order the rules dictate, drawn from the map's stream after its points."""
    if setting.order != FREE:
        shuffled_order(paint.order, regions, state)
        if setting.order == DEGREE_ORDER:
            sort_by_degree(paint.order, graph.degree, paint.scratch, regions)
