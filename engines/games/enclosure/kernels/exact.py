"""The exact value of every position that a position may lead to, each found once.

A position is a set of lines that were free at the start, so its value has a place in an array:
bit i of the place says whether the i-th of those is still free.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from engines.compiled import entry, inline, stage
from engines.games.enclosure.kernels.walls import find_gains, go_to

UNKNOWN = -128


class Table(NamedTuple):
    """For a start with M free lines. P = M + 2: the positions on the way to the end."""

    bit: NDArray[np.int64]  # (L,) the bit of a line that is free at the start
    values: NDArray[np.int8]  # (2**M,) UNKNOWN, or what who is to move gains more than the other
    budget: NDArray[np.int64]  # (2,) positions that may still be looked at; those looked at
    key: NDArray[np.int64]  # (P,) the place of a position's value
    best: NDArray[np.int64]  # (P,) the highest value of its lines so far
    line: NDArray[np.int64]  # (P,) the line that is being looked at
    taken: NDArray[np.int64]  # (P,) what that takes


def make_table(free: NDArray[np.uint8]) -> Table:
    """A table for the start with these free lines (1 for each), and no end to the budget."""
    lines = int(free.sum())
    values = np.full(1 << lines, UNKNOWN, np.int8)
    values[0] = 0
    rows = [np.zeros(lines + 2, np.int64) for _ in range(4)]
    bit = np.cumsum(free, dtype=np.int64) - 1
    return Table(bit, values, np.array([1 << 62, 0]), *rows)


@stage
def value(shape: Any, ps: Any, scratch: Any, table: Any, first: int) -> Any:
    """The value of position `first`; UNKNOWN where the budget did not last.

    The positions after it are overwritten.
    """
    at, found, entered = int64(first), int64(UNKNOWN), True
    while at >= first:
        free = ps.free[at]
        if entered:
            key = key_of(table, free)
            found = int64(table.values[key])
            if found == UNKNOWN:
                if table.budget[0] == 0:
                    return int64(UNKNOWN)
                table.budget[0] -= 1
                table.budget[1] += 1
                find_gains(shape, ps, scratch, at)
                table.key[at], table.best[at], table.line[at] = key, UNKNOWN, -1
        else:  # back from the position after
            table.best[at] = max(table.best[at], value_of_move(shape, table.taken[at], found))
            found = int64(UNKNOWN)
        if found == UNKNOWN:
            line = next_unknown(shape, ps, table, at)
            entered = line < free.shape[0]
            if entered:
                table.line[at], table.taken[at] = line, go_to(shape, ps, at, line)
                at += 1
            else:
                found = table.best[at]
                table.values[table.key[at]] = found
                at -= 1
        else:
            entered = False
            at -= 1
    return found


@stage
def next_unknown(shape: Any, ps: Any, table: Any, at: int) -> Any:
    """The next line of position `at` after which the value is not known; L if there is none.

    The best of those that are known is kept: most lines need no position to be made.
    """
    free, gain, values, bit = ps.free[at], ps.gain[at], table.values, table.bit
    key, best, line = table.key[at], table.best[at], table.line[at] + 1
    while line < free.shape[0]:
        if free[line]:
            if gain[line] > 0 and shape.boxes == 0:  # takes more lines away than this one
                break
            after = int64(values[key & ~(int64(1) << bit[line])])
            if after == UNKNOWN:
                break
            best = max(best, value_of_move(shape, gain[line], after))
        line += 1
    table.best[at] = best
    return line


@inline
def key_of(table: Any, free: Any) -> Any:
    key = int64(0)
    for line in range(free.shape[0]):
        key |= int64(free[line]) << table.bit[line]
    return key


@inline
def value_of_move(shape: Any, taken: int, after: int) -> Any:
    """What a move is worth that takes so much and leaves a position of that value."""
    return taken + after if taken > 0 and shape.extra_turn else taken - after


@stage
def line_value(shape: Any, ps: Any, scratch: Any, table: Any, line: int) -> Any:
    """The value of a free line of position 0, whose gains are found; UNKNOWN as above."""
    at = int64(1)
    taken = go_to(shape, ps, at - 1, line)
    after = value(shape, ps, scratch, table, at)
    return int64(UNKNOWN) if after == UNKNOWN else value_of_move(shape, taken, after)


@entry
def line_values(shape: Any, ps: Any, scratch: Any, table: Any, budget: int, found: Any) -> bool:
    """Put the value of each free line of position 0 into `found`; False: the budget did not
    last, but what is known is kept in the table."""
    table.budget[0] = budget
    find_gains(shape, ps, scratch, int64(0))
    known = True
    for line in range(found.shape[0]):
        if ps.free[0, line] and known:
            found[line] = line_value(shape, ps, scratch, table, line)
            known = found[line] != UNKNOWN
    return known
