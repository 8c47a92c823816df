"""What is left of a grid: its free lines, numbered anew, and the boxes that are still open.

The value of a position depends on nothing else: what was scored so far is added to it. Sets of
places are integers, bit p for place p.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engines.games.dots_and_boxes.geometry import Geometry, geometry, numbers_in

NOWHERE = -1
"""What is beyond a line at the rim, where a box would be."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The free lines of a grid, each a place, in ascending order of their numbers there."""

    numbers: tuple[int, ...]  # place -> the line's number on the grid
    boxes: tuple[int, ...]  # open box -> the set of its places
    beside: tuple[tuple[int, int], ...]  # place -> the boxes it touches; the second: or NOWHERE
    groups: tuple[tuple[int, ...], ...]  # places that touch the same boxes: any will do
    mirrors: tuple[tuple[int, ...], ...]  # place -> place: other ways to look at the same
    afar: tuple[int, ...]  # place -> how far it is from the grid's centre, squared

    @property
    def free(self) -> int:
        """The set of all places."""
        return (1 << len(self.numbers)) - 1

    def places_of(self, lines: int) -> int:
        """The places of the free lines among a set of lines of the grid."""
        return sum(1 << place for place, number in enumerate(self.numbers) if lines >> number & 1)


@lru_cache(maxsize=64)
def ending(rows: int, cols: int, drawn: int) -> Ending:
    """What is left of a grid of rows × cols boxes after the lines of the set `drawn`."""
    grid = geometry(rows, cols)
    numbers = numbers_in(grid.full & ~drawn)
    groups: dict[tuple[int, ...], list[int]] = {}  # grid's boxes -> places
    for place, number in enumerate(numbers):
        groups.setdefault(grid.beside[number], []).append(place)
    open_boxes = [box for box, around in enumerate(grid.around) if around & ~drawn]
    new = {box: at for at, box in enumerate(open_boxes)}
    beside = [[new[box] for box in grid.beside[number]] + [NOWHERE] for number in numbers]
    return Ending(
        numbers=tuple(numbers),
        boxes=tuple(
            sum(1 << place for place, near in enumerate(beside) if box in near)
            for box in range(len(open_boxes))
        ),
        beside=tuple((near[0], near[1]) for near in beside),
        groups=tuple(map(tuple, groups.values())),
        mirrors=tuple(_mirrors(rows, cols, groups, len(numbers))),
        afar=tuple(_afar(rows, cols, grid, number) for number in numbers),
    )


def _mirrors(
    rows: int, cols: int, groups: dict[tuple[int, ...], list[int]], count: int
) -> list[tuple[int, ...]]:
    """The grid's turns and reflections that leave the free lines as they are, but for the one
    that moves nothing. The lines of a group keep their order: they may stand for each other.
    """
    found: list[tuple[int, ...]] = [tuple(range(count))]
    for picture in _pictures(rows, cols):
        image = [0] * count
        for boxes, places in groups.items():
            pictured = groups.get(tuple(sorted(picture[box] for box in boxes)), [])
            if len(pictured) != len(places):
                break
            for place, other in zip(places, pictured, strict=True):
                image[place] = other
        else:
            if tuple(image) not in found:
                found.append(tuple(image))
    return found[1:]


def _pictures(rows: int, cols: int) -> Iterator[Sequence[int]]:
    """The grid's turns and reflections: box -> box."""
    for turned in (False, True) if rows == cols else (False,):
        for down in (False, True):
            for back in (False, True):
                picture = []
                for box in range(rows * cols):
                    row, col = divmod(box, cols)
                    row, col = (col, row) if turned else (row, col)
                    row = rows - 1 - row if down else row
                    col = cols - 1 - col if back else col
                    picture.append(row * cols + col)
                yield picture


def _afar(rows: int, cols: int, grid: Geometry, number: int) -> int:
    """The squared distance of a line's middle to the grid's, in half boxes."""
    line = grid.names[number]
    down, right = 2 * line.row - rows, 2 * line.col - cols
    down, right = (down, right + 1) if line.line == "h" else (down + 1, right)
    return down * down + right * right
