"""Maps that have grown: cell by cell, because what holds on rectangles does not hold on them.

A region need not be one run in a row, and four cells at a corner may be two.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.compiled import borrowing
from engines.games.map_coloring.kernels.workspace import OFF

ONE = np.uint64(1)


@borrowing.stage
def label_grown(field: Any, garden: Any, width: int) -> Any:
    """Take the cells that have not grown off the map, and number the pieces of the others in
    row-major order of their first cells: (pieces, seeds seen)."""
    cells, labels, row_of = field.cells, field.labels, field.row_of
    stride, waiting = field.keys.shape[1], garden.rim[0]
    row_of[:] = -1
    for cell in range(garden.board.shape[0]):
        at = cell // width * stride + cell % width
        labels[at] = OFF
        if garden.board[cell] == 0:
            cells[at] = OFF
    pieces = seen = int64(0)
    for first in range(garden.board.shape[0]):
        at = first // width * stride + first % width
        if cells[at] == OFF or labels[at] != OFF:
            continue
        seed = cells[at]
        seen += int64(row_of[seed] < 0)
        row_of[seed] = first // width
        labels[at] = pieces
        waiting[0], left = first, 1
        while left > 0:
            left -= 1
            cell = waiting[left]
            for i in range(4):
                other = garden.neighbors[cell, i]
                place = other // width * stride + other % width
                if other >= 0 and cells[place] == seed and labels[place] == OFF:
                    labels[place] = pieces
                    waiting[left] = other
                    left += 1
        pieces += 1
    return pieces, seen


@borrowing.stage
def link_grown(field: Any, adjacency: Any, cells: Any, setting: Any) -> Any:
    """Make neighbours of the regions whose cells touch; one of the regions."""
    stride, some = field.keys.shape[1], int64(0)
    for y in range(setting.height):
        for x in range(setting.width):
            at = y * stride + x
            if cells[at] == OFF:
                continue
            some = int64(cells[at])
            right, down = x + 1 < setting.width, y + 1 < setting.height
            if right:
                _link(adjacency, cells, at, at + 1)
            if down:
                _link(adjacency, cells, at, at + stride)
            if down and setting.corner:
                if right:
                    _link(adjacency, cells, at, at + stride + 1)
                if x > 0:
                    _link(adjacency, cells, at, at + stride - 1)
    return some


@borrowing.inline
def _link(adjacency: Any, cells: Any, one: int, other: int) -> None:
    if cells[other] != OFF and cells[other] != cells[one]:
        a, b = int64(cells[one]), int64(cells[other])
        adjacency[a, b >> 6] |= ONE << uint64(b & 63)
        adjacency[b, a >> 6] |= ONE << uint64(a & 63)
