"""Which cells a line divides, and which lines lie around a cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engines.shared.lines import Line, box_lines, boxes_beside, line_count, line_of


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of cells. The outside counts as one more cell, number `outside`."""

    outside: int
    sides: tuple[tuple[int, int], ...]  # line -> what lies on its two sides
    around: tuple[tuple[int, ...], ...]  # cell -> its four lines
    rim: int  # set of the lines between a cell and the outside
    full: int  # set of all lines
    cells: int  # set of all cells
    names: tuple[Line, ...]


@cache  # 100 sizes
def grid_of(rows: int, cols: int) -> Grid:
    count, outside = line_count(rows, cols), rows * cols
    sides, rim = [], 0
    for line in range(count):
        beside = boxes_beside(rows, cols, line)
        if len(beside) == 1:
            rim |= 1 << line
            beside = (beside[0], outside)
        sides.append((beside[0], beside[1]))
    return Grid(
        outside,
        tuple(sides),
        tuple(box_lines(rows, cols, cell) for cell in range(outside)),
        rim,
        (1 << count) - 1,
        (1 << outside) - 1,
        tuple(line_of(rows, cols, line) for line in range(count)),
    )


def members(some: int) -> Iterator[int]:
    """The numbers in a set, ascending."""
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest
