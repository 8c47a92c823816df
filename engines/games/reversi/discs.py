"""Where discs may go and what they turn over, on boards of any shape: sets of cells as bits.

A *line* from a cell is a run of the other player's discs with one's own disc behind it. It
ends at an empty cell and at the edge of the board alike, because neither has a disc.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engines.shared.grown import centre_cells


class Axes(NamedTuple):
    """What moves along a line need to know of a field.

    Along the row and both diagonals a line must not leave one side of the field and come
    back at the other. So it may only pass over cells that are in neither outer column.
    """

    steps: tuple[int, int, int, int]  # from a cell to the next: row, column, both diagonals
    passable: tuple[int, int, int, int]  # the cells that a line along that axis may pass over


@lru_cache(maxsize=256)
def axes(width: int, height: int) -> Axes:
    inner = 0
    for y in range(height):
        inner |= ((1 << (width - 2)) - 1) << (y * width + 1)
    everything = (1 << (width * height)) - 1
    return Axes((1, width, width - 1, width + 1), (inner, everything, inner, inner))


def legal_cells(own: int, other: int, shape: int, lines: Axes) -> int:
    """The cells where a disc would turn over at least one of the other player's."""
    found = 0
    for step, passable in zip(*lines, strict=True):
        between = other & passable
        run = (own << step) & between
        while run:
            run <<= step
            found |= run
            run &= between
        run = (own >> step) & between
        while run:
            run >>= step
            found |= run
            run &= between
    return found & shape & ~(own | other)


def turned_over(cell: int, own: int, other: int, lines: Axes) -> int:
    """The other player's discs that a disc on an empty cell turns over."""
    turned = 0
    for step, passable in zip(*lines, strict=True):
        between = other & passable
        line, at = 0, (1 << cell << step) & between
        while at:
            line |= at
            at <<= step
            if at & own:
                turned |= line
            at &= between
        line, at = 0, (1 << cell >> step) & between
        while at:
            line |= at
            at >>= step
            if at & own:
                turned |= line
            at &= between
    return turned


def cells_in(some: int) -> Iterator[int]:
    """The numbers of the cells of a set, ascending."""
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest


def opening(width: int, height: int, shape: int) -> tuple[int, int]:
    """The four discs in the centre: the first seat's and the second's.

    The first seat's are up right and down left. On a grown board where that would leave it
    without a move, it is the other way round, and then there is one: every grown board has a
    cell beside the centre, and a disc there turns one over for one of the two.
    """
    up_left, up_right, down_left, down_right = (1 << c for c in centre_cells(width, height))
    first, second = up_right | down_left, up_left | down_right
    if not legal_cells(first, second, shape, axes(width, height)):
        first, second = second, first
    return first, second
