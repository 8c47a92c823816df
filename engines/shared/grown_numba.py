"""Boards that grow from the centre, in Numba: the same boards as `engines.shared.grown`.

Imported by kernels only: this module imports Numba.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from engines.compiled import inline, stage
from engines.randomness_numba import below
from engines.shared.grown import CENTRE, WEIGHTS, Growth, centre_cells, side_neighbors


class Garden(NamedTuple):
    """Where boards of one field grow; made once for all of them. C = cells of the field."""

    neighbors: NDArray[np.int64]  # (C, 4) cells beside a cell, -1 where there are fewer
    centre: NDArray[np.int64]  # (4,)
    weights: NDArray[np.int64]  # (4,) by neighbours on the board less one
    board: NDArray[np.uint8]  # (C,) 1 on the board: the answer
    touching: NDArray[np.int64]  # (C,) neighbours on the board
    rim: NDArray[np.int64]  # (4, C) cells of the rim by neighbours on the board less one
    sizes: NDArray[np.int64]  # (4,) how many of them there are
    place: NDArray[np.int64]  # (C,) where in its row of the rim a cell is


def make_garden(width: int, height: int, growth: Growth) -> Garden:
    cells = width * height
    neighbors = np.full((cells, 4), -1, np.int64)
    for cell in range(cells):
        beside = tuple(side_neighbors(cell, width, height))
        neighbors[cell, : len(beside)] = beside
    return Garden(
        neighbors=neighbors,
        centre=np.array(centre_cells(width, height), np.int64),
        weights=np.array(WEIGHTS[growth], np.int64),
        board=np.zeros(cells, np.uint8),
        touching=np.zeros(cells, np.int64),
        rim=np.zeros((4, cells), np.int64),
        sizes=np.zeros(4, np.int64),
        place=np.zeros(cells, np.int64),
    )


@stage
def grow(garden: Any, cells: int, state: Any) -> Any:
    """Fill garden.board with a board of so many cells; the next state of the stream."""
    rim, sizes, weights = garden.rim, garden.sizes, garden.weights
    garden.board[:] = 0
    garden.touching[:] = 0
    sizes[:] = 0
    for i in range(CENTRE):
        cell = garden.centre[i]
        if garden.touching[cell] > 0:
            _leave(garden, cell)
        _take(garden, cell)
    for _ in range(cells - CENTRE):
        total = int64(0)
        for n in range(4):
            total += weights[n] * sizes[n]
        at, state = below(state, total)
        n = 0
        while at >= weights[n] * sizes[n]:
            at -= weights[n] * sizes[n]
            n += 1
        cell = rim[n, at // weights[n]]
        _leave(garden, cell)
        _take(garden, cell)
    return state


@inline
def _leave(garden: Any, cell: int) -> None:
    """Take a cell off the rim: the last one of its row takes its place."""
    n = garden.touching[cell] - 1
    garden.sizes[n] -= 1
    last = garden.rim[n, garden.sizes[n]]
    garden.rim[n, garden.place[cell]] = last
    garden.place[last] = garden.place[cell]


@inline
def _take(garden: Any, cell: int) -> None:
    """Put a cell on the board, and the cells beside it on the rim."""
    garden.board[cell] = 1
    for i in range(4):
        other = garden.neighbors[cell, i]
        if other >= 0 and garden.board[other] == 0:
            if garden.touching[other] > 0:
                _leave(garden, other)
            n = garden.touching[other]
            garden.rim[n, garden.sizes[n]] = other
            garden.place[other] = garden.sizes[n]
            garden.sizes[n] += 1
            garden.touching[other] = n + 1
