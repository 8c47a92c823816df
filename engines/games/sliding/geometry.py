"""Cells and their neighbours, the goal, and the two goals as mirror images.

Cells are numbered row by row. Solver, policies and kernels know one goal only, with the blank
last; a board whose blank belongs first is turned by 180° for them, and its tiles renumbered:
`turned` does both, and undoes both when it is done again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engines.games.sliding.types import Rules


@cache
def neighbors(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """For each cell the cells beside it, ascending: above, left, right, below."""
    found = []
    for cell in range(width * height):
        y, x = divmod(cell, width)
        beside = []
        if y > 0:
            beside.append(cell - width)
        if x > 0:
            beside.append(cell - 1)
        if x < width - 1:
            beside.append(cell + 1)
        if y < height - 1:
            beside.append(cell + width)
        found.append(tuple(beside))
    return tuple(found)


@cache
def goal_tiles(rules: Rules) -> tuple[int, ...]:
    """How the tiles lie when the board is solved."""
    tiles = tuple(range(1, rules.cells))
    return (*tiles, 0) if rules.goal == "blank-last" else (0, *tiles)


def turned_tile(tile: int, cells: int) -> int:
    return cells - tile if tile else 0


def turned(tiles: Sequence[int]) -> tuple[int, ...]:
    """The board turned by 180°, tile t renumbered to cells - t."""
    cells = len(tiles)
    return tuple(turned_tile(tile, cells) for tile in reversed(tiles))


def canonical(rules: Rules, tiles: Sequence[int]) -> tuple[int, ...]:
    """The same position for the goal with the blank last. Its own inverse."""
    return tuple(tiles) if rules.goal == "blank-last" else turned(tiles)


def canonical_tile(rules: Rules, tile: int) -> int:
    """The number of a tile in `canonical`. Its own inverse."""
    return tile if rules.goal == "blank-last" else turned_tile(tile, rules.cells)


def manhattan(width: int, tiles: Sequence[int]) -> int:
    """Rows plus columns that the tiles are away from home, the blank last."""
    total = 0
    for cell, tile in enumerate(tiles):
        if tile:
            y, x = divmod(cell, width)
            home_y, home_x = divmod(tile - 1, width)
            total += abs(y - home_y) + abs(x - home_x)
    return total
