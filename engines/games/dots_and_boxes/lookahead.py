"""Looking some lines ahead: negamax on the difference of boxes, with alpha-beta pruning.

D. Knuth & R. Moore, "An analysis of alpha-beta pruning" (Artificial Intelligence 6, 1975).
"""

from __future__ import annotations

from engines.games.dots_and_boxes.chains import closing_lines, run_after
from engines.games.dots_and_boxes.geometry import Geometry, numbers_in

MOST_LOOKS = 1_000_000
"""Boxes looked at for one move, before pruning: where more lines are free, fewer are looked
ahead. A bot in plain Python needs a tenth of a second for so many."""

FAR = 1_000


def depth_within(depth: int, free: int, boxes: int) -> int:
    """How many of `depth` lines are looked ahead where so many are free: as many as can be
    drawn in so few orders that all boxes can be looked at after each; at least one."""
    looked, looks = 1, free * boxes
    while looked < min(depth, free) and looks * (free - looked) <= MOST_LOOKS:
        looks *= free - looked
        looked += 1
    return looked


def best_lines(grid: Geometry, lines: int, extra_turn: bool, depth: int) -> list[int]:
    """The numbers of the lines, ascending, that are best when looking `depth` lines ahead."""
    free = grid.full & ~lines
    depth = depth_within(depth, free.bit_count(), len(grid.around))
    ripe = tuple(
        box for box, around in enumerate(grid.around) if (around & ~lines).bit_count() == 1
    )
    best, found = -FAR, list[int]()
    for number in _ordered(grid, lines):
        value = _value_of(grid, lines, number, extra_turn, depth, best - 1, FAR, ripe)
        if value > best:
            best, found = value, []
        if value == best:
            found.append(number)
    return sorted(found)


def _ordered(grid: Geometry, lines: int) -> list[int]:
    """The free lines, those that close a box first."""
    closing = closing_lines(grid, lines)
    return numbers_in(closing) + numbers_in(grid.full & ~lines & ~closing)


def _value_of(
    grid: Geometry,
    lines: int,
    number: int,
    extra_turn: bool,
    depth: int,
    low: int,
    high: int,
    ripe: tuple[int, ...],
) -> int:
    """What drawing the line is worth to who draws it: exact between low and high, else a bound.

    All boxes that one line closes are among `ripe`.
    """
    ripe += grid.beside[number]
    after = lines | 1 << number
    closed = 0
    for box in grid.beside[number]:
        closed += not grid.around[box] & ~after
    if closed and extra_turn:
        return closed + _value(
            grid, after, extra_turn, depth - 1, low - closed, high - closed, ripe
        )
    return closed - _value(grid, after, extra_turn, depth - 1, closed - high, closed - low, ripe)


def _value(
    grid: Geometry,
    lines: int,
    extra_turn: bool,
    depth: int,
    low: int,
    high: int,
    ripe: tuple[int, ...],
) -> int:
    """What the position is worth to who is to move."""
    if depth == 0 or lines == grid.full:
        return _standing(grid, lines, extra_turn, ripe)
    best = -FAR
    for number in _ordered(grid, lines):
        best = max(best, _value_of(grid, lines, number, extra_turn, depth, low, high, ripe))
        low = max(low, best)
        if low >= high:
            break
    return best


def _standing(grid: Geometry, lines: int, extra_turn: bool, ripe: tuple[int, ...]) -> int:
    """The boxes that can be closed one after the other, the lowest line first: they go to who
    is to move, or to both in turn where there is no extra turn."""
    if extra_turn:
        return run_after(grid, lines, ripe).boxes
    value, sign = 0, 1
    closing = 0
    for box in ripe:
        missing = grid.around[box] & ~lines
        if not missing & (missing - 1):
            closing |= missing
    while closing:
        lowest = closing & -closing
        closing ^= lowest
        lines |= lowest
        for box in grid.beside[lowest.bit_length() - 1]:
            missing = grid.around[box] & ~lines
            if not missing:
                value += sign
            elif not missing & (missing - 1):
                closing |= missing
        sign = -sign
    return value
