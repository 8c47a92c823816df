"""Makes the tables of `solver.patterns`: backwards from home, by number of moves.

What is searched are pairs of a placement and a set of free cells that hang together: among
those the blank moves without cost, for the tiles there are not the group's. For each
placement `seen` holds, as bits, the cells where the blank has been; `fresh` those it just
came to. A tile's move from p to q needs the blank at q and leaves it at p.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import perm
from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from engines.compiled import entry, inline, lowest_bit
from engines.games.sliding.geometry import neighbors

ONE = np.uint64(1)
NONE = np.uint64(0)
UNSEEN = np.uint8(255)


def make_table(width: int, height: int, tiles: Sequence[int]) -> NDArray[np.uint8]:
    """(cells ** tiles,) placement -> fewest moves of these tiles that bring them home.

    A placement's place is the sum of cell * cells**i over the i-th tiles. Places where two
    tiles share a cell hold 255.
    """
    cells = width * height
    word: Any = np.uint16 if cells <= 16 else np.uint32 if cells <= 32 else np.uint64
    size = cells ** len(tiles)
    beside = np.zeros(cells, np.uint64)
    for cell, others in enumerate(neighbors(width, height)):
        beside[cell] = sum(1 << other for other in others)
    columns = np.array([sum(1 << c for c in range(x, cells, width)) for x in range(width)])
    table = np.full(size, UNSEEN, np.uint8)
    most = perm(cells, len(tiles))
    home = sum((tile - 1) * cells**i for i, tile in enumerate(tiles))
    fill_table(
        table,
        np.zeros(size, word),
        np.zeros(size, word),
        np.zeros((2, most), np.int32),
        beside,
        (1 << cells) - 1,
        int(columns[0]),
        int(columns[-1]),
        width,
        len(tiles),
        home,
    )
    return table


@inline
def spread(blanks: Any, free: Any, first: Any, last: Any, wide: Any) -> Any:
    """All free cells that hang together with `blanks`."""
    while True:
        more = blanks | (blanks & ~last) << ONE | (blanks & ~first) >> ONE
        more = (more | blanks << wide | blanks >> wide) & free
        if more == blanks:
            return blanks
        blanks = more


@entry
def fill_table(
    table: Any,
    seen: Any,
    fresh: Any,
    queues: Any,
    beside: Any,
    whole: int,
    first: int,
    last: int,
    width: int,
    tiles: int,
    home: int,
) -> None:
    """`first` and `last` are the cells of the first and of the last column, as bits."""
    cells = int64(beside.shape[0])
    at = np.zeros(8, np.int64)
    now, count, moves = 0, 1, 0
    queues[0, 0] = home
    fresh[home] = ONE << uint64(cells - 1)  # the blank is at home, too
    while count:
        following = 0
        for i in range(count):
            place = int64(queues[now, i])
            blanks = uint64(fresh[place]) & ~uint64(seen[place])
            fresh[place] = 0
            if blanks == NONE:
                continue
            taken, rest = NONE, place
            for tile in range(tiles):
                at[tile] = rest % cells
                rest //= cells
                taken |= ONE << uint64(at[tile])
            free = uint64(whole) & ~taken
            blanks = spread(blanks, free, uint64(first), uint64(last), uint64(width))
            seen[place] |= blanks
            if table[place] == UNSEEN:
                table[place] = moves
            factor = 1
            for tile in range(tiles):
                cell = at[tile]
                bit = ONE << uint64(cell)
                targets = beside[cell] & blanks
                while targets != NONE:
                    moved = place + (lowest_bit(targets) - cell) * factor
                    targets &= targets - ONE
                    if uint64(seen[moved]) & bit == NONE:
                        if fresh[moved] == 0:
                            queues[1 - now, following] = moved
                            following += 1
                        fresh[moved] |= bit
                factor *= cells
        now, count, moves = 1 - now, following, moves + 1
