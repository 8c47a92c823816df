"""The distance of every position of a small board, in one table.

Breadth-first from the goal (the blank last), a layer at a time in NumPy: 181,440 positions of
3x3 in about a twentieth of a second. Kept while the process lives.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.games.sliding.geometry import neighbors

UNREACHED = 255


@cache
def distance_table(width: int, height: int) -> NDArray[np.uint8]:
    """(cells!,) rank of a position -> moves to the goal; `UNREACHED`: there is no way."""
    cells = width * height
    beside = neighbors(width, height)
    table = np.full(factorial(cells), UNREACHED, np.uint8)
    layer = np.array([[*range(1, cells), 0]], np.uint8)
    table[ranks(layer)] = 0
    distance = 0
    while len(layer):
        distance += 1
        blanks = np.argmin(layer, axis=1)
        children = []
        for blank in range(cells):
            parents = layer[blanks == blank]
            for cell in beside[blank]:
                child = parents.copy()
                child[:, blank] = child[:, cell]
                child[:, cell] = 0
                children.append(child)
        found = np.concatenate(children)
        rank = ranks(found)
        new, first = np.unique(rank, return_index=True)
        fresh = table[new] == UNREACHED
        table[new[fresh]] = distance
        layer = found[first[fresh]]
    table.setflags(write=False)
    return table


def ranks(positions: NDArray[np.uint8]) -> NDArray[np.int64]:
    """(n, cells) positions -> (n,) their places in the sorted list of all permutations."""
    count, cells = positions.shape
    used = np.zeros(count, np.int64)
    rank = np.zeros(count, np.int64)
    ones = np.array([bin(i).count("1") for i in range(1 << cells)], np.int64)
    for i in range(cells):
        tile = positions[:, i].astype(np.int64)
        smaller = tile - ones[used & ((1 << tile) - 1)]
        rank = rank * (cells - i) + smaller
        used |= 1 << tile
    return rank


def rank_of(tiles: Sequence[int]) -> int:
    """The same for one position, in plain Python."""
    rank, used = 0, 0
    for i, tile in enumerate(tiles):
        smaller = tile - (used & ((1 << tile) - 1)).bit_count()
        rank = rank * (len(tiles) - i) + smaller
        used |= 1 << tile
    return rank


def distance(width: int, height: int, tiles: Sequence[int]) -> int | None:
    """Moves to the goal; None if no way leads there."""
    found = int(distance_table(width, height)[rank_of(tiles)])
    return None if found == UNREACHED else found


def blank_path(width: int, height: int, tiles: Sequence[int]) -> list[int] | None:
    """The cells the blank goes to on a shortest way to the goal; None if there is none.

    Where several moves are equally good, the one to the lowest cell is taken.
    """
    here = distance(width, height, tiles)
    if here is None:
        return None
    table: Any = distance_table(width, height)
    position, path = list(tiles), []
    blank = position.index(0)
    while here:
        for cell in neighbors(width, height)[blank]:
            position[blank], position[cell] = position[cell], 0
            if table[rank_of(position)] == here - 1:
                break
            position[cell], position[blank] = position[blank], 0
        path.append(cell)
        blank, here = cell, here - 1
    return path
