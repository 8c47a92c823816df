"""The line that a player draws: `policies` and `search` told in Numba."""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import inline, stage
from engines.games.enclosure.kernels.exact import line_value, value_of_move
from engines.games.enclosure.kernels.walls import closes, find_gains, find_safe, go_to
from engines.games.enclosure.kernels.workspace import CAREFUL, LOOKAHEAD, OPTIMAL, RANDOM
from engines.randomness_numba import below

MOST = 1_000  # more than any value


@inline
def choose(
    shape: Any, ps: Any, scratch: Any, table: Any, player: int, depth: int, state: Any
) -> Any:
    """(the line drawn in position 0, what it takes being found; the next state)."""
    if player == RANDOM:
        return choose_any(shape, ps, scratch, state)
    at = int64(0)
    free, gain, marked, best = ps.free[0], ps.gain[0], ps.safe[0], scratch.best
    most, safe, count = find_gains(shape, ps, scratch, at), int64(0), int64(0)
    if most == 0 and (player == CAREFUL or (player == LOOKAHEAD and depth == 2)):
        safe = find_safe(shape, ps, scratch, at)  # no line is better when two moves are looked at
    searches = player == OPTIMAL or (player == LOOKAHEAD and depth > 1 and safe == 0)
    highest = -MOST if searches else most
    for line in range(free.shape[0]):
        value: Any = gain[line]
        if searches and free[line]:
            if player == OPTIMAL:
                value = line_value(shape, ps, scratch, table, line)
            else:
                value = move_value(shape, ps, scratch, line, depth, highest - 1)
            if value > highest:
                highest, count = value, int64(0)
        best[count] = line
        count += free[line] & (value == highest) & (safe == 0 or marked[line] == 1)
    index, state = below(state, count)
    return best[index], state


@inline
def choose_any(shape: Any, ps: Any, scratch: Any, state: Any) -> Any:
    """A free line, each as likely."""
    free, best, count = ps.free[0], scratch.best, int64(0)
    for line in range(free.shape[0]):
        best[count] = line  # is overwritten where it is not free: no branch is quicker
        count += free[line]
    index, state = below(state, count)
    line = best[index]
    if shape.boxes or closes(shape.ends, ps.wall[0], line):
        find_gains(shape, ps, scratch, int64(0))
    else:
        ps.gain[0, line] = 0
    return line, state


@stage
def move_value(shape: Any, ps: Any, scratch: Any, line: int, depth: int, low: int) -> Any:
    """The value of a line of position 0 when 2 or 3 moves are looked at: exact if it is above
    `low`, else a bound not above it."""
    at, high = int64(1), int64(MOST)
    taken = go_to(shape, ps, at - 1, line)
    if depth == 2:
        after = find_gains(shape, ps, scratch, at)
    else:
        if taken == 0 or shape.extra_turn == 0:
            high = taken - low
        after = two_moves(shape, ps, scratch, at, high)
    return value_of_move(shape, taken, after)


@stage
def two_moves(shape: Any, ps: Any, scratch: Any, at: int, high: int) -> Any:
    """The value of position `at` when two moves are looked at: exact if it is below `high`, else
    a bound not below it."""
    most = find_gains(shape, ps, scratch, at)
    if most == 0 and find_safe(shape, ps, scratch, at) > 0:
        return int64(0)
    free, gain, best = ps.free[at], ps.gain[at], int64(-MOST)
    for taking in range(2):  # what takes something comes first
        for line in range(free.shape[0]):
            if free[line] and (gain[line] > 0) == (taking == 0) and best < high:
                taken = go_to(shape, ps, at, line)
                after = find_gains(shape, ps, scratch, at + 1)
                best = max(best, value_of_move(shape, taken, after))
    return int64(0) if best == -MOST else best
