"""From a stream to a board, and one play of it: `policies` told in Numba, cell by cell.

A patch is found when the region first touches it: its cells go to the rim of its colour, all
at once. So the rim's counts are what each colour would gain, and a play looks at every cell
twice: when its patch is found, and when it is taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from engines.compiled import inline, stage
from engines.games.color_fill.kernels.workspace import GREEDY_NOISY, OFF, RANDOM_VISIBLE
from engines.randomness_numba import below
from engines.shared.grown_numba import grow

MILLION = np.int64(1_000_000)


@inline
def draw_cells(field: Any, setting: Any, state: Any) -> Any:
    """Colours for all cells, row by row; the next state."""
    cells = field.cells
    stride = setting.width + 1
    for y in range(setting.height):
        row = (y + 1) * stride + 1
        for x in range(setting.width):
            color, state = below(state, setting.colors)
            cells[row + x] = color
    return state


@stage
def draw_grown(field: Any, garden: Any, setting: Any, state: Any) -> int:
    """Grow a board and draw its colours: the place of its first cell."""
    state = grow(garden, setting.cells, state)
    first, stride = 0, setting.width + 1
    for cell in range(garden.board.shape[0]):
        place = (cell // setting.width + 1) * stride + cell % setting.width + 1
        field.cells[place], field.blank[place] = OFF, 1
        if garden.board[cell]:
            color, state = below(state, setting.colors)
            field.cells[place], field.blank[place] = color, 0
            first = first or place
    return first


@stage
def find_patch(field: Any, place: int, stride: int) -> None:
    """Put the patch of an unseen place on the rim of its colour."""
    cells, seen = field.cells, field.seen
    color = np.int64(cells[place])
    rim = field.rim[color]
    head = field.counts[color]
    tail = head + 1
    rim[head] = place
    seen[place] = 1
    while head < tail:
        at = np.int64(rim[head])
        head += 1
        for other in (at - 1, at + 1, at - stride, at + stride):
            if seen[other] == 0 and cells[other] == color:
                seen[other] = 1
                rim[tail] = other
                tail += 1
    field.counts[color] = tail


@inline
def take_color(field: Any, color: int, stride: int) -> int:
    """Take the rim of a colour and find the patches beside it: how many cells were gained.

    They stay listed in the first places of the rim's row until more of that colour is found.
    """
    rim, seen = field.rim[color], field.seen
    count = field.counts[color]
    field.counts[color] = 0  # what is found now has another colour
    for i in range(count):
        at = np.int64(rim[i])
        for other in (at - 1, at + 1, at - stride, at + stride):
            if seen[other] == 0:
                find_patch(field, other, stride)
    return count


@inline
def greedy_color(field: Any, colors: int) -> int:
    """The colour that gains most, the lowest on a tie."""
    best, most = 0, 0
    for color in range(colors):
        if field.counts[color] > most:
            best, most = color, field.counts[color]
    return best


@inline
def touching_colors(field: Any, colors: int) -> int:
    count = 0
    for color in range(colors):
        count += int64(field.counts[color] > 0)
    return count


@stage
def nth_touching(field: Any, n: int) -> int:
    """The n-th (from 0) colour that touches the region, ascending."""
    color = -1
    while n >= 0:
        color += 1
        n -= int64(field.counts[color] > 0)
    return color


@inline
def begin(field: Any, setting: Any) -> int:
    """The region is the start's own patch: how many cells it has."""
    stride = setting.width + 1
    for place in range(field.seen.shape[0]):
        field.seen[place] = field.blank[place]
    for color in range(setting.colors):
        field.counts[color] = 0
    find_patch(field, setting.start, stride)
    return take_color(field, np.int64(field.cells[setting.start]), stride)


@stage
def play_greedy(field: Any, setting: Any) -> Any:
    """(moves, colour chosen last or -1, cells that the last move took)."""
    total, stride = setting.cells, setting.width + 1
    size, moves, color, gained = begin(field, setting), 0, -1, 0
    while size < total:
        color = greedy_color(field, setting.colors)
        gained = take_color(field, color, stride)
        size += gained
        field.line[moves] = color
        moves += 1
    return moves, color, gained


@stage
def play_by_chance(field: Any, setting: Any, limit: int, state: Any) -> Any:
    """(moves, colour chosen last or -1, cells that the last move took, size of the region
    after `limit` moves or at the end)."""
    total, stride, colors = setting.cells, setting.width + 1, setting.colors
    size, moves, color, gained = begin(field, setting), 0, -1, 0
    in_time = size
    while size < total:
        slip = setting.policy == RANDOM_VISIBLE
        if setting.policy == GREEDY_NOISY:
            n, state = below(state, MILLION)
            slip = n < setting.slips
        if slip:
            n, state = below(state, touching_colors(field, colors))
            color = nth_touching(field, n)
        else:
            color = greedy_color(field, colors)
        gained = take_color(field, color, stride)
        size += gained
        field.line[moves] = color
        moves += 1
        if moves <= limit:
            in_time = size
    return moves, color, gained, in_time
