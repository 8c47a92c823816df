"""From the cells of a map to its graph: which regions are neighbours.

The cells are compared with those on their right and below, 64 at a time. Up to 64 regions,
the usual case, a pair of neighbours is noted by two bytes of a table, which is faster than
setting bits: it need not wait for what was noted just before. Each row of the table then
becomes a set. Both cases are compiled apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.compiled import borrowing, lowest_bit, popcount
from engines.games.map_coloring.kernels.vectors import FLAG, LANES, take_flags, unequal
from engines.games.map_coloring.kernels.workspace import ACROSS, DOWN, SQUARE

ONE = np.uint64(1)
NONE = np.uint64(0)


@borrowing.splice
def link_regions(field: Any, graph: Any, cells: Any, setting: Any, regions: int, words: int) -> Any:
    """Fill the adjacency, degrees and the set of real regions: (borders, pieces)."""
    compare_cells(field, cells)
    if words == 1:
        pieces = link_cells(field, graph, cells, setting, True)
        take_links(graph, regions)
        borders = count_links(graph, regions, 1, int64(cells[0]))
    else:
        clear_links(graph, regions, words)
        pieces = link_cells(field, graph, cells, setting, False)
        borders = count_links(graph, regions, words, int64(cells[0]))
    return borders, pieces


@borrowing.splice
def clear_links(graph: Any, regions: int, words: int) -> None:
    for region in range(regions):
        for word in range(words):
            graph.adjacency[region, word] = NONE


@borrowing.splice
def take_links(graph: Any, regions: int) -> None:
    """The adjacency from the table of neighbours, which is empty again."""
    for region in range(regions):
        graph.adjacency[region, 0] = take_flags(graph.touching, region * LANES)


@borrowing.inline
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


@borrowing.splice
def compare_cells(field: Any, cells: Any) -> None:
    """Fill `borders`: where a cell and the next one across, or down, are of two regions."""
    borders, stride = field.borders, field.keys.shape[1]
    for block in range(field.pairs.shape[1]):
        at = block * LANES
        borders[ACROSS, block] = unequal(cells, at, at + 1)
        borders[DOWN, block] = unequal(cells, at, at + stride)


@borrowing.inline
def link_cells(field: Any, graph: Any, cells: Any, setting: Any, few: bool) -> int:
    """Make neighbours of the regions whose cells touch; the number of 4-connected pieces.

    That number is: cells - pairs in one region + 2x2 blocks in one region. It is Euler's
    formula for pieces without holes, and there are none: a region is one run in every row.
    """
    pairs, borders, stride = field.pairs, field.borders, field.keys.shape[1]
    words, bits = stride >> 6, uint64(stride & 63)
    pieces = setting.width * setting.height
    for block in range(pairs.shape[1]):
        at = block * LANES
        below = at + stride
        top, left = borders[ACROSS, block], borders[DOWN, block]
        later = block + words
        bottom = borders[ACROSS, later] >> bits
        bottom |= borders[ACROSS, later + 1] << ONE << (uint64(63) - bits)
        right = left >> ONE | borders[DOWN, block + 1] << uint64(63)
        square = pairs[SQUARE, block]
        pieces -= popcount(pairs[ACROSS, block] & ~top) + popcount(pairs[DOWN, block] & ~left)
        pieces += popcount(square & ~(top | left | right))
        # Where just two of a square's four pairs differ, a border passes through between the
        # same two regions. It is linked at one end only: at the right or the bottom if it has
        # an end there, else at the top.
        passing = square & ~(top & bottom & (left | right) | left & right & (top | bottom))
        ends = pairs[ACROSS, block] & top & ~(passing & ~left)
        link_pairs(graph, cells, ends, at, at + 1, few)
        ends = pairs[DOWN, block] & left & ~passing
        link_pairs(graph, cells, ends, at, below, few)
        if setting.corner:  # the two regions across may touch nowhere else
            crossing = square & top & bottom & left & right
            ends = crossing & unequal(cells, at, below + 1)
            link_pairs(graph, cells, ends, at, below + 1, few)
            ends = crossing & unequal(cells, at + 1, below)
            link_pairs(graph, cells, ends, at + 1, below, few)
    return pieces


@borrowing.inline
def link_pairs(graph: Any, cells: Any, where: Any, start: int, end: int, few: bool) -> None:
    """For each bit i of `where`, make neighbours of the regions of cells start + i and end + i."""
    while where != NONE:
        i = lowest_bit(where)
        where &= where - ONE
        a, b = int64(cells[start + i]), int64(cells[end + i])
        if few:
            graph.touching[a * LANES + b] = FLAG
            graph.touching[b * LANES + a] = FLAG
        else:
            graph.adjacency[a, b >> 6] |= ONE << uint64(b & 63)
            graph.adjacency[b, a >> 6] |= ONE << uint64(a & 63)
