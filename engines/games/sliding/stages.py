"""How people solve it, as tables: the first row, then the next; the last two rows by columns.

Each stage brings one or two tiles home without moving those of the stages before. A row's
last two tiles go in together, and so do the two of a column of the last two rows; the last
stage brings two tiles and the blank home, and then the third tile is at home as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engines.games.sliding.geometry import neighbors

UNREACHED = 255


@dataclass(frozen=True, slots=True)
class Stage:
    """One or two tiles to bring home. `second` is 0 where there is only one.

    `moves[blank + cells * (cell of first + cells * cell of second)]` is how many moves that
    takes (the cell of no second tile is 0), 255 where it can't be done.
    """

    first: int
    second: int
    locked: frozenset[int]
    moves: bytes


@cache
def stages(width: int, height: int) -> tuple[Stage, ...]:
    found: list[Stage] = []
    locked: frozenset[int] = frozenset()
    steps = _steps(width, height)
    for number, homes in enumerate(steps):
        last = number == len(steps) - 1
        found.append(_stage(width, height, homes, locked, blank_home=last))
        locked |= frozenset(homes)
    return tuple(found)


def _steps(width: int, height: int) -> list[tuple[int, ...]]:
    """The home cells of each stage's tiles."""
    steps: list[tuple[int, ...]] = []
    for y in range(height - 2):
        row = y * width
        steps += [(row + x,) for x in range(width - 2)]
        steps.append((row + width - 2, row + width - 1))
    above, below = (height - 2) * width, (height - 1) * width
    steps += [(above + x, below + x) for x in range(width - 2)]
    steps.append((above + width - 2, above + width - 1))
    return steps


def _stage(
    width: int, height: int, homes: tuple[int, ...], locked: frozenset[int], *, blank_home: bool
) -> Stage:
    """Breadth-first from the end of the stage; all moves can be taken back."""
    cells = width * height
    beside = neighbors(width, height)
    two = len(homes) == 2
    first, second = homes[0], homes[1] if two else 0
    moves = bytearray([UNREACHED]) * cells ** (3 if two else 2)
    free = [c for c in range(cells) if c not in locked]
    blanks = [cells - 1] if blank_home else [c for c in free if c not in homes]
    layer = [(blank, first, second) for blank in blanks]
    for blank, a, b in layer:
        moves[blank + cells * (a + cells * b)] = 0
    distance = 0
    while layer:
        distance += 1
        following = []
        for blank, a, b in layer:
            for cell in beside[blank]:
                if cell in locked:
                    continue
                now_a = blank if cell == a else a
                now_b = blank if two and cell == b else b
                place = cell + cells * (now_a + cells * now_b)
                if moves[place] == UNREACHED:
                    moves[place] = distance
                    following.append((cell, now_a, now_b))
        layer = following
    return Stage(first + 1, second + 1 if two else 0, locked, bytes(moves))


def place_in(stage: Stage, tiles: list[int], blank: int) -> int:
    """Where a position is found in the stage's table."""
    cells = len(tiles)
    second = tiles.index(stage.second) if stage.second else 0
    return blank + cells * (tiles.index(stage.first) + cells * second)
