"""A position of any size: lines are drawn in turn and taken back; `chains` told in Numba.

`trail[:tail]` are the lines drawn since it was begun, so that they can be taken back.
"""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import inline, stage
from engines.games.dots_and_boxes.chains import CHAIN_COST, LONG, LOOP_COST

NO_LIMIT = 1 << 30


@inline
def draw(position: Any, line: int, tail: int) -> Any:
    """Draw a free line: (the trail's new length, boxes closed)."""
    beside, missing = position.beside, position.missing
    here, there = beside[line, 0], beside[line, 1]
    missing[here] -= 1
    missing[there] -= 1
    position.drawn[line] = 1
    position.trail[tail] = line
    return tail + 1, int64(missing[here] == 0) + int64(missing[there] == 0)


@inline
def take_back(position: Any, tail: int, until: int) -> int:
    """Take lines back until the trail is so long."""
    beside, missing, trail = position.beside, position.missing, position.trail
    while tail > until:
        tail -= 1
        line = trail[tail]
        position.drawn[line] = 0
        missing[beside[line, 0]] += 1
        missing[beside[line, 1]] += 1
    return tail


@inline
def last_line(position: Any, box: int) -> int:
    """The one line that a box with three lines lacks."""
    line = position.around[box, 3]
    for i in range(3):
        if position.drawn[position.around[box, i]] == 0:
            line = position.around[box, i]
    return line


@stage
def close_on(position: Any, head: int, tail: int, most: int) -> Any:
    """Close what can be closed beside the lines trail[head:tail] and so on, until `most` boxes
    are: (the trail's new length, boxes closed)."""
    closed = 0
    while head < tail and closed < most:
        line = position.trail[head]
        head += 1
        for i in range(2):
            box = position.beside[line, i]
            if position.missing[box] == 1:
                tail, got = draw(position, last_line(position, box), tail)
                closed += got
    return tail, closed


@stage
def close_all(position: Any, tail: int) -> Any:
    """Close all that can be closed: (the trail's new length, boxes closed)."""
    head, closed = tail, 0
    for box in range(position.around.shape[0]):
        if position.missing[box] == 1:
            tail, got = draw(position, last_line(position, box), tail)
            closed += got
    tail, more = close_on(position, head, tail, NO_LIMIT)
    return tail, closed + more


@inline
def is_safe(position: Any, line: int) -> Any:
    """Whether a free line touches only boxes with at most one line drawn."""
    beside, missing = position.beside, position.missing
    return missing[beside[line, 0]] > 2 and missing[beside[line, 1]] > 2


@stage
def any_free(position: Any) -> Any:
    found = False
    for line in range(position.drawn.shape[0]):
        found = found or position.drawn[line] == 0
    return found


@stage
def any_safe(position: Any) -> Any:
    found = False
    for line in range(position.drawn.shape[0]):
        found = found or (position.drawn[line] == 0 and is_safe(position, line))
    return found


@stage
def value_of_openings(position: Any, scratch: Any, tail: int) -> int:
    """What answering the openings is worth, where no line is safe and none closes."""
    begun, runs = tail, 0
    while True:
        best, opener = NO_LIMIT, -1
        for line in range(position.drawn.shape[0]):
            if position.drawn[line] == 0:
                end, _ = draw(position, line, tail)
                end, closed = close_on(position, tail, end, best)
                take_back(position, end, tail)
                if closed < best:
                    best, opener = closed, line
        if opener < 0:
            break
        end, _ = draw(position, opener, tail)
        end, closed = close_on(position, tail, end, NO_LIMIT)
        scratch.sizes[runs] = closed
        scratch.loops[runs] = end - tail - 1 < closed
        runs += 1
        tail = end
    take_back(position, tail, begun)
    value = 0
    for run in range(runs - 1, -1, -1):
        size = scratch.sizes[run]
        if size < LONG:
            value = size - value
        else:
            cost = LOOP_COST if scratch.loops[run] else CHAIN_COST
            value = size - cost + abs(value - cost)
    return value
