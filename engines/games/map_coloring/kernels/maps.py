"""From a stream to a map: points, nearest cells, pieces, neighbours, dictated order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.compiled import inline, lowest_bit, popcount, stage
from engines.games.map_coloring.kernels.vectors import (
    COLUMNS,
    LANES,
    ROWS,
    nearest_tile,
    square_offsets,
    unequal,
)
from engines.games.map_coloring.kernels.workspace import (
    DEGREE_ORDER,
    DOWN,
    FALLING,
    FREE,
    RIGHT,
    RISING,
)
from engines.games.map_coloring.types import UNIT
from engines.randomness_numba import below, shuffle

ONE = np.uint64(1)
NONE = np.uint64(0)


@stage
def draw_points(points: Any, width: int, height: int, state: Any) -> Any:
    """Fill points[:, i] with (x, y) in units of 1/UNIT of a cell; the next state."""
    for i in range(points.shape[1]):
        points[0, i], state = below(state, width * UNIT)
        points[1, i], state = below(state, height * UNIT)
    return state


@stage
def assign_cells(ws: Any, width: int, height: int) -> None:
    """Each cell to its nearest seed, the lower index on a tie.

    A squared distance, shifted, carries the seed's number in its low bits: the least of
    these keys names the nearest seed, and breaks ties.
    """
    points, keys, heights = ws.points, ws.keys, ws.heights
    seeds, stride = keys.shape
    for seed in range(seeds):
        for x in range(0, stride, COLUMNS):
            square_offsets(points[0, seed], x, UNIT, seed, keys, seed)
        for y in range(0, heights.shape[1], COLUMNS):
            square_offsets(points[1, seed], y, UNIT, 0, heights, seed)
    for y in range(0, height, ROWS):
        for x in range(0, width, COLUMNS):
            nearest_tile(keys, heights, y, x, ws.cells, y * stride + x, stride)


@stage
def label_pieces(ws: Any, width: int, height: int) -> int:
    """Number the pieces in row-major order of their first cells; how many there are.

    A seed has one run a row at most, so a run joins the piece above it or starts one.
    """
    cells, labels = ws.cells, ws.labels
    stride = ws.keys.shape[1]
    pieces = 0
    for y in range(height):
        start = y * stride
        end = start + width
        while start < end:
            seed = cells[start]
            label = pieces
            stop = start
            while stop < end and cells[stop] == seed:
                if y > 0 and cells[stop - stride] == seed:
                    label = int64(labels[stop - stride])
                stop += 1
            if label == pieces:
                pieces += 1
            for at in range(start, stop):
                labels[at] = label
            start = stop
    return pieces


@stage
def count_seen(ws: Any, width: int, height: int) -> int:
    """How many seeds have a cell."""
    seen = ws.seen
    seen[:] = 0
    for y in range(height):
        for x in range(width):
            seen[ws.cells[y * ws.keys.shape[1] + x]] = 1
    total = 0
    for i in range(seen.shape[0]):
        total += seen[i]
    return total


@stage
def link_regions(ws: Any, cells: Any, setting: Any, regions: int, words: int) -> Any:
    """Fill the adjacency, degrees and the set of real regions: (borders, pieces)."""
    for region in range(regions):
        for word in range(words):
            ws.adjacency[region, word] = NONE
    pieces = link_cells(ws, cells, setting)
    total = 0
    for word in range(words):
        ws.real[word] = NONE
    for region in range(regions):
        degree = 0
        for word in range(words):
            degree += popcount(ws.adjacency[region, word])
        ws.degree[region] = degree
        total += degree
        ws.real[region >> 6] |= uint64(degree > 0) << uint64(region & 63)
    if total == 0:  # one region has the whole map to itself
        only = int64(cells[0])
        ws.real[only >> 6] |= ONE << uint64(only & 63)
    return total >> 1, pieces


@stage
def link_cells(ws: Any, cells: Any, setting: Any) -> int:
    """Make neighbours of the regions whose cells touch; the number of 4-connected pieces.

    That number is: cells - pairs in one region + 2x2 blocks in one region. It is Euler's
    formula for pieces without holes, and there are none: a region is one run in every row.
    """
    pairs, stride = ws.pairs, ws.keys.shape[1]
    pieces = setting.width * setting.height
    for block in range(pairs.shape[1]):
        at = block * LANES
        right = unequal(cells, at, at + 1)
        down = unequal(cells, at, at + stride)
        falling = unequal(cells, at, at + stride + 1)
        pieces -= popcount(pairs[RIGHT, block] & ~right) + popcount(pairs[DOWN, block] & ~down)
        pieces += popcount(pairs[FALLING, block] & ~(right | down | falling))
        link_pairs(ws.adjacency, cells, pairs[RIGHT, block] & right, at, at + 1)
        link_pairs(ws.adjacency, cells, pairs[DOWN, block] & down, at, at + stride)
        if setting.corner:
            rising = unequal(cells, at + 1, at + stride)
            link_pairs(ws.adjacency, cells, pairs[FALLING, block] & falling, at, at + stride + 1)
            link_pairs(ws.adjacency, cells, pairs[RISING, block] & rising, at + 1, at + stride)
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


@stage
def shuffled_order(ws: Any, regions: int, by_degree: bool, state: Any) -> Any:
    """All regions in random order, if asked most neighbours first (stable); next state."""
    order = ws.order
    for region in range(regions):
        order[region] = region
    state = shuffle(order, regions, state)
    if by_degree:
        sort_by_degree(ws, regions)
    return state


@stage
def sort_by_degree(ws: Any, regions: int) -> None:
    """Stable counting sort of order[:regions] by falling degree."""
    order, degree, starts, moved = ws.order, ws.degree, ws.scratch, ws.colors
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


@inline
def words_for(regions: int) -> int:
    """Words that a set of that many regions takes."""
    return (regions + 63) >> 6


@stage
def draw_map(ws: Any, setting: Any, state: Any) -> Any:
    """One map from its stream: (regions, real regions, pieces, borders, fragmented)."""
    width, height = setting.width, setting.height
    state = draw_points(ws.points, width, height, state)
    assign_cells(ws, width, height)
    if setting.split:
        regions = real = label_pieces(ws, width, height)
        whole = count_seen(ws, width, height)
        borders, pieces = link_regions(ws, ws.labels, setting, regions, words_for(regions))
    else:
        regions = setting.seeds
        words = words_for(regions)
        borders, pieces = link_regions(ws, ws.cells, setting, regions, words)
        real = 0
        for word in range(words):
            real += popcount(ws.real[word])
        whole = real
    fragmented = pieces > whole
    if setting.order != FREE:
        shuffled_order(ws, regions, setting.order == DEGREE_ORDER, state)
    return regions, real, pieces, borders, fragmented
