"""From a stream to a map: points, nearest cells, pieces, neighbours, dictated order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.compiled import popcount, stage
from engines.games.map_coloring.kernels.workspace import DEGREE_ORDER, FREE
from engines.games.map_coloring.types import UNIT
from engines.randomness_numba import below, shuffle

INDEX_BITS = 9  # seeds are numbered 0 … 399
INDEX_MASK = (1 << INDEX_BITS) - 1
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
    """Each cell to its nearest seed, the lower index on a tie; off the map: number `seeds`.

    A squared distance is below 2**53, so it can carry the seed's index in nine more bits:
    the least of these keys names the nearest seed, and breaks ties.
    """
    points, keys, nearest, cells = ws.points, ws.keys, ws.nearest, ws.cells
    seeds, columns = keys.shape
    for seed in range(seeds):
        for x in range(columns):
            dx = points[0, seed] - x * UNIT
            keys[seed, x] = (dx * dx << INDEX_BITS) | seed
    at = 0
    for y in range(height):
        for x in range(columns):
            nearest[x] = np.int64(1) << 62
        for seed in range(seeds):
            dy = points[1, seed] - y * UNIT
            dyy = dy * dy << INDEX_BITS
            for x in range(columns):
                nearest[x] = min(nearest[x], keys[seed, x] + dyy)
        for x in range(width):
            cells[at + x] = nearest[x] & INDEX_MASK
        at += width + 1
    fence(cells, width, height, seeds)


@stage
def fence(cells: Any, width: int, height: int, outside: int) -> None:
    """Write `outside` into the cells off the map."""
    stride = width + 1
    for y in range(height):
        cells[y * stride + width] = outside
    for at in range(height * stride, (height + 1) * stride + 1):
        cells[at] = outside


@stage
def count_pieces(cells: Any, width: int, height: int) -> int:
    """The number of 4-connected pieces: cells - equal pairs + equal 2x2 blocks.

    That is Euler's formula for pieces without holes; a seed's cells cannot enclose others,
    because they are one run in every row.
    """
    stride = width + 1
    total = width * height + height  # the fence's column counts one pair a row: taken back
    for at in range(height * stride):
        right = cells[at] == cells[at + 1]
        down = cells[at] == cells[at + stride]
        block = right & down & (cells[at] == cells[at + stride + 1])
        total += int64(block) - int64(right) - int64(down)
    return total


@stage
def label_pieces(ws: Any, width: int, height: int) -> int:
    """Number the pieces in row-major order of their first cells; how many there are.

    A seed has one run a row at most, so a run joins the piece above it or starts one.
    """
    cells, labels = ws.cells, ws.labels
    stride = width + 1
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
    fence(labels, width, height, pieces)
    return pieces


@stage
def count_seen(ws: Any, width: int, height: int) -> int:
    """How many seeds have a cell."""
    seen = ws.seen
    seen[:] = 0
    at = 0
    for _ in range(height):
        for _ in range(width):
            seen[ws.cells[at]] = 1
            at += 1
        at += 1
    total = 0
    for i in range(seen.shape[0]):
        total += seen[i]
    return total


@stage
def link_regions(ws: Any, cells: Any, setting: Any, regions: int, words: int) -> int:
    """Fill the adjacency, degrees and the set of real regions; the number of borders."""
    adjacency, stride = ws.adjacency, setting.width + 1
    adjacency[: regions + 1, :words] = NONE
    for at in range(setting.height * stride):
        a = int64(cells[at])
        link(adjacency, a, int64(cells[at + 1]))
        link(adjacency, a, int64(cells[at + stride]))
        if setting.corner:
            link(adjacency, a, int64(cells[at + stride + 1]))
            link(adjacency, int64(cells[at + 1]), int64(cells[at + stride]))
    outside = ~(ONE << uint64(regions & 63))
    total = 0
    for word in range(words):
        ws.real[word] = NONE
    for region in range(regions):
        adjacency[region, regions >> 6] &= outside
        degree = 0
        for word in range(words):
            degree += popcount(adjacency[region, word])
        ws.degree[region] = degree
        total += degree
        if degree:
            ws.real[region >> 6] |= ONE << uint64(region & 63)
    if total == 0:  # one region has the whole map to itself
        only = int64(cells[0])
        ws.real[only >> 6] |= ONE << uint64(only & 63)
    return total >> 1


@stage
def link(adjacency: Any, a: int, b: int) -> None:
    """Make two regions neighbours, unless they are one."""
    if a != b:
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


@stage
def draw_map(ws: Any, setting: Any, state: Any) -> Any:
    """One map from its stream: (regions, real regions, pieces, borders, fragmented)."""
    width, height = setting.width, setting.height
    state = draw_points(ws.points, width, height, state)
    assign_cells(ws, width, height)
    if setting.split:
        regions = pieces = real = label_pieces(ws, width, height)
        fragmented = pieces > count_seen(ws, width, height)
        words = (regions >> 6) + 1
        borders = link_regions(ws, ws.labels, setting, regions, words)
    else:
        regions = setting.seeds
        words = (regions >> 6) + 1
        borders = link_regions(ws, ws.cells, setting, regions, words)
        pieces = count_pieces(ws.cells, width, height)
        real = 0
        for word in range(words):
            real += popcount(ws.real[word])
        fragmented = pieces > real
    if setting.order != FREE:
        shuffled_order(ws, regions, setting.order == DEGREE_ORDER, state)
    return regions, real, pieces, borders, fragmented
