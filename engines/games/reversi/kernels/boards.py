"""From a stream to a board, and what its cells are worth: `generator`, `weights` in Numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.compiled import inline, stage
from engines.games.reversi.kernels.discs import NONE, bit, legal_cells
from engines.games.reversi.weights import CLOSED, DIRECTIONS, EXPOSED, SAFE
from engines.shared.grown_numba import grow

AROUND = np.array(DIRECTIONS, np.int64)  # (8, 2)
BY_CLOSED = np.array(CLOSED, np.int64)


@stage
def draw_shape(garden: Any, cells: Any, state: Any) -> Any:
    """The cells of a board that grows: (lo, hi). It stays in garden.board."""
    grow(garden, cells, state)
    lo, hi = NONE, NONE
    for cell in range(garden.board.shape[0]):
        if garden.board[cell]:
            a, b = bit(cell)
            lo, hi = lo | a, hi | b
    return lo, hi


@inline
def _there(board: Any, width: Any, x: Any, y: Any) -> bool:
    at = y * width + x
    return 0 <= x < width and 0 <= at < board.shape[0] and board[at] == 1


@stage
def weigh_cells(board: Any, width: Any, closed: Any, weights: Any) -> None:
    """Fill `weights` for a board (C,) of 0 and 1; `closed` is scratch. All are (C,)."""
    cells = board.shape[0]
    for cell in range(cells):
        x, y = cell % width, cell // width
        closed[cell] = 0
        for axis in range(4):
            dx, dy = AROUND[axis, 0], AROUND[axis, 1]
            ahead = _there(board, width, x + dx, y + dy)
            if not (ahead and _there(board, width, x - dx, y - dy)):
                closed[cell] += 1
    for cell in range(cells):
        x, y = cell % width, cell // width
        weight = 0
        if board[cell] and closed[cell] == 4:
            weight = SAFE
        elif board[cell]:
            weight = BY_CLOSED[closed[cell]]
            for i in range(8):
                dx, dy = AROUND[i, 0], AROUND[i, 1]
                beside = cell + dy * width + dx
                safe = _there(board, width, x + dx, y + dy) and closed[beside] == 4
                if safe and _there(board, width, x - dx, y - dy):
                    weight -= EXPOSED
        weights[cell] = weight


@stage
def opening(ground: Any, centre: Any) -> Any:
    """The four discs in the centre: first lo, hi, second lo, hi."""
    a, b = bit(centre[1])
    c, d = bit(centre[2])
    first_lo, first_hi = a | c, b | d
    a, b = bit(centre[0])
    c, d = bit(centre[3])
    second_lo, second_hi = a | c, b | d
    lo, hi = legal_cells(ground, first_lo, first_hi, second_lo, second_hi)
    if lo | hi == NONE:
        return second_lo, second_hi, first_lo, first_hi
    return first_lo, first_hi, second_lo, second_hi
