"""Additive pattern databases: how many moves some tiles need, whatever the others do.

The tiles are parted into groups. For each group a table has, for every placement of its
tiles, the fewest moves *of its own tiles* that bring them home; the other tiles are no
different from the blank. Each move is of one tile, so the groups' numbers add up to a lower
bound (Korf & Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134,
2002). On a square board the bound of the position mirrored at the diagonal holds too.

`kernels.patterns` makes the tables, `kept` keeps them; here is what they are and how to look a
position up, without Numba.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.games.sliding.geometry import neighbors

# Few tiles of which each is near the others, so that they get in each other's way.
_GROUPS: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {
    (4, 4): ((1, 5, 6, 9, 10, 13), (7, 8, 11, 12, 14, 15), (2, 3, 4)),
}


@dataclass(frozen=True, slots=True)
class Patterns:
    """The tables of one board size, and how to find a position's places in them.

    A placement's place is offset[group] + the sum of stride[tile] * cell over the group's
    tiles. G = groups, N = cells.
    """

    width: int
    height: int
    group: NDArray[np.int64]  # (N,) tile -> group; the blank's is not used
    stride: NDArray[np.int64]  # (N,) tile -> factor of its cell
    offset: NDArray[np.int64]  # (G,) where a group's table begins
    values: NDArray[np.uint8]  # all tables, one after the other
    mirror: NDArray[np.int64]  # (N,) cell -> cell mirrored at the diagonal; not square: itself

    @property
    def strong(self) -> bool:
        """More than each tile for itself."""
        return len(self.offset) < len(self.group) - 1

    @property
    def square(self) -> bool:
        return self.width == self.height


def group_size(cells: int) -> int:
    """Tiles of a group, so that a table stays below about 17 MB."""
    return 6 if cells <= 16 else 5 if cells <= 20 else 4


def groups_of(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """The tiles parted into groups: as known to be good, else blocks from strips of two rows."""
    if (width, height) in _GROUPS:
        return _GROUPS[width, height]
    order = []
    for top in range(0, height, 2):
        strip = [
            y * width + x + 1
            for x in range(width)
            for y in range(top, min(top + 2, height))
            if y * width + x + 1 < width * height
        ]
        order += strip if top % 4 == 0 else strip[::-1]
    size = group_size(width * height)
    return tuple(tuple(sorted(order[i : i + size])) for i in range(0, len(order), size))


@cache
def single_tiles(width: int, height: int) -> Patterns:
    """Every tile for itself, which is the Manhattan distance: made at once, and weak."""
    cells = width * height
    groups = tuple((tile,) for tile in range(1, cells))
    tables = []
    for tile in range(1, cells):
        y, x = divmod(tile - 1, width)
        away = [abs(c // width - y) + abs(c % width - x) for c in range(cells)]
        tables.append(np.array(away, np.uint8))
    return patterns_of(width, height, groups, np.concatenate(tables))


def layout(
    width: int, height: int, groups: Sequence[Sequence[int]]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int]:
    """(group of each tile, stride of each tile, offset of each group, size of all)."""
    cells = width * height
    group, stride = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    offset, size = np.zeros(len(groups), np.int64), 0
    for number, tiles in enumerate(groups):
        offset[number] = size
        for place, tile in enumerate(tiles):
            group[tile], stride[tile] = number, cells**place
        size += cells ** len(tiles)
    return group, stride, offset, size


def patterns_of(
    width: int, height: int, groups: Sequence[Sequence[int]], values: NDArray[np.uint8]
) -> Patterns:
    group, stride, offset, size = layout(width, height, groups)
    assert len(values) == size
    values.setflags(write=False)  # tables read from disk are so, and kernels are compiled by kind
    mirror = np.arange(width * height)
    if width == height:
        mirror = mirror.reshape(height, width).T.reshape(-1).copy()
    return Patterns(width, height, group, stride, offset, values, mirror)


def bound(patterns: Patterns, tiles: Sequence[int]) -> int:
    """A proven lower bound of the moves from a position (the blank last) to the goal."""
    best = 0
    plain = np.arange(len(tiles))
    for mirror in (plain, patterns.mirror) if patterns.square else (plain,):
        place = patterns.offset.copy()
        for cell, tile in enumerate(tiles):
            if tile:
                home = int(mirror[tile - 1]) + 1
                place[patterns.group[home]] += patterns.stride[home] * int(mirror[cell])
        best = max(best, int(patterns.values[place].astype(np.int64).sum()))
    return best


@cache
def neighbor_array(width: int, height: int) -> NDArray[np.int64]:
    """(cells, 4) the cells beside each, ascending, filled up with -1."""
    found = np.full((width * height, 4), -1, np.int64)
    for cell, beside in enumerate(neighbors(width, height)):
        found[cell, : len(beside)] = beside
    found.setflags(write=False)
    return found
