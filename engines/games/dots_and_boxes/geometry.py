"""What touches what on a grid of boxes: worked out once a size, sets of lines as integers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engines.shared.lines import Line, box_lines, boxes_beside, line_count, line_of


@dataclass(frozen=True, slots=True)
class Geometry:
    """Lines and boxes are numbered as in `engines.shared.lines`."""

    full: int  # the set of all lines
    around: tuple[int, ...]  # box -> the set of its four lines
    beside: tuple[tuple[int, ...], ...]  # line -> the one box (at the rim) or two it touches
    names: tuple[Line, ...]  # line's number -> the line


@cache
def geometry(rows: int, cols: int) -> Geometry:
    """The geometry of a grid of rows × cols boxes."""
    count = line_count(rows, cols)
    return Geometry(
        full=(1 << count) - 1,
        around=tuple(
            sum(1 << line for line in box_lines(rows, cols, box)) for box in range(rows * cols)
        ),
        beside=tuple(boxes_beside(rows, cols, line) for line in range(count)),
        names=tuple(line_of(rows, cols, line) for line in range(count)),
    )


def numbers_in(lines: int) -> list[int]:
    """The numbers of a set of lines, ascending."""
    found = []
    while lines:
        found.append((lines & -lines).bit_length() - 1)
        lines &= lines - 1
    return found


def closed_by(grid: Geometry, lines: int, number: int) -> tuple[int, ...]:
    """The boxes that drawing a free line would close: those with their three others drawn.

    Counted before the line is drawn.
    """
    bit = 1 << number
    return tuple(box for box in grid.beside[number] if not grid.around[box] & ~lines & ~bit)
