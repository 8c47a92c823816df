"""The player who looks some lines ahead: `lookahead` told in Numba."""

from __future__ import annotations

from typing import Any

from engines.compiled import inline, stage
from engines.games.dots_and_boxes.kernels.positions import (
    NO_LIMIT,
    any_free,
    close_all,
    draw,
    last_line,
    take_back,
)
from engines.games.dots_and_boxes.kernels.sets import clear, include
from engines.games.dots_and_boxes.lookahead import FAR, MOST_LOOKS

AT_END = 1 << 30


@stage
def want_best(position: Any, scratch: Any, extra_turn: int, depth: int, free: int) -> None:
    """The lines that are best when looking `depth` lines ahead."""
    wanted = scratch.wanted
    looked, looks = 1, free * position.around.shape[0]
    while looked < min(depth, free) and looks * (free - looked) <= MOST_LOOKS:
        looks *= free - looked
        looked += 1
    best = -FAR
    for closes in (True, False):
        for line in range(position.drawn.shape[0]):
            if position.drawn[line] == 0 and closes_a_box(position, line) == closes:
                value = value_of(position, scratch.looks, line, extra_turn, looked, best - 1, FAR)
                if value > best:
                    best = value
                    clear(wanted)
                if value == best:
                    include(wanted, line)


@inline
def closes_a_box(position: Any, line: int) -> Any:
    beside, missing = position.beside, position.missing
    return missing[beside[line, 0]] == 1 or missing[beside[line, 1]] == 1


@stage
def value_of(
    position: Any, looks: Any, line: int, extra_turn: int, depth: int, low: int, high: int
) -> int:
    """What drawing the line is worth to who draws it: exact between low and high, else a bound.

    `lookahead` tells it as two functions that call each other; here level k of `looks` is the
    position after k lines, for Numba can't load functions that call themselves.
    """
    lows, highs, ends, closes, signs, best, at = looks
    lows[0], highs[0], ends[0] = low, high, 0
    level, value, goes_up = 0, 0, False
    while level > 0 or not goes_up:
        if not goes_up:
            end, closed = draw(position, line, ends[level])
            low, high = lows[level], highs[level]
            level += 1
            ends[level], closes[level] = end, closed
            if closed > 0 and extra_turn == 1:
                signs[level], lows[level], highs[level] = 1, low - closed, high - closed
            else:
                signs[level], lows[level], highs[level] = -1, closed - high, closed - low
            best[level], at[level] = -FAR, 0
            if level == depth or not any_free(position):
                best[level] = standing(position, extra_turn, end)
                at[level] = AT_END
        line = next_line(position, at, level)
        goes_up = line < 0 or lows[level] >= highs[level]
        if goes_up:
            value = closes[level] + signs[level] * best[level]
            level -= 1
            take_back(position, ends[level + 1], ends[level])
            if level > 0:
                best[level] = max(best[level], value)
                lows[level] = max(lows[level], best[level])
    return value


@inline
def next_line(position: Any, at: Any, level: int) -> int:
    """The free line that is looked at next on this level, those that close a box first; -1:
    there is none."""
    lines = position.drawn.shape[0]
    found = -1
    while found < 0 and at[level] < 2 * lines:
        line = at[level] % lines
        if position.drawn[line] == 0 and closes_a_box(position, line) == (at[level] < lines):
            found = line
        at[level] += 1
    return found


@stage
def standing(position: Any, extra_turn: int, tail: int) -> int:
    """What can be closed goes to who is to move, or to both in turn."""
    if extra_turn == 1:
        end, value = close_all(position, tail)
    else:
        end, value, sign = tail, 0, 1
        line = lowest_closing(position)
        while line >= 0:
            end, closed = draw(position, line, end)
            value += sign * closed
            sign = -sign
            line = lowest_closing(position)
    take_back(position, end, tail)
    return value


@stage
def lowest_closing(position: Any) -> int:
    """The lowest free line that closes a box; -1: there is none."""
    lowest = NO_LIMIT
    for box in range(position.around.shape[0]):
        if position.missing[box] == 1:
            lowest = min(lowest, last_line(position, box))
    return lowest if lowest < NO_LIMIT else -1
