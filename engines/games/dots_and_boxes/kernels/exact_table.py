"""The value of every position that can be reached, in one table.

A position is numbered by its free lines: low bits for lines that stand alone, above them the
number of a *block*, which says how many of each *stack* (lines that touch the same one box, so
that only their count matters) are free. Of blocks that are mirror images of each other only the
first is kept. Positions are filled in ascending order: drawing a line leads to a lower one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.compiled import entry, inline

ONE, NONE = np.uint64(1), np.uint64(0)
LOW_BITS = 6
"""Lone lines are worked through in runs that differ in so many of them."""
STACKS = 40
"""The bit that stands for the first stack, beyond all lone lines."""


class Plan(NamedTuple):
    """How positions are numbered: L lone lines, S stacks, B boxes, G mirrors (the first: none)."""

    boxes: NDArray[np.uint64]  # (B,) the lone lines round a box
    stack_of: NDArray[np.int64]  # (B,) the stack of a box, -1: none
    box_of: NDArray[np.int64]  # (S,)
    weights: NDArray[np.int64]  # (S + 1,) what one line of a stack counts in a block's number
    slots: NDArray[np.int32]  # (blocks,) where the first mirror image of a block is kept
    mirror_of: NDArray[np.int8]  # (blocks,) the mirror that leads there
    low: NDArray[np.int64]  # (G, 2 ** half) the mirror image of the lower half of lone lines
    high: NDArray[np.int64]  # (G, 2 ** (L - half)) and of the upper half
    kept: NDArray[np.int32]  # (kept blocks,) their numbers, ascending


@inline
def place_in_table(plan: Any, block: Any, lone: Any, bits: int) -> Any:
    """Where the table has the position of this block and these lone lines (a set)."""
    mirror = plan.mirror_of[block]
    base = np.int64(plan.slots[block]) << bits
    if mirror == 0:
        return base + lone
    half = bits // 2
    return base + plan.low[mirror, lone & ((1 << half) - 1)] + plan.high[mirror, lone >> half]


@entry
def fill_table(losses: Any, plan: Any, bits: int, first: int, last: int, extra: bool) -> None:
    """Fill the blocks kept as first … last - 1; those before must be filled already.

    `losses` (int8): what who is not to move scores from here on less what the other one does.
    Positions are worked through in runs that differ in the lowest lines only: what drawing any
    other line leads to is a run as well, of lower positions, and most of these close nothing.
    """
    counts = np.zeros(plan.box_of.shape[0], np.int64)
    near = np.zeros((3, plan.boxes.shape[0]), np.uint64)
    low_bits = min(bits, LOW_BITS)
    best = np.zeros(1 << low_bits, np.int8)  # what the best line so far is worth, of a whole run
    for slot in range(first, last):
        block = np.int64(plan.kept[slot])
        for stack in range(counts.shape[0]):
            counts[stack] = block % plan.weights[stack + 1] // plan.weights[stack]
        for high in range(np.int64(1) << (bits - low_bits)):
            lone = high << low_bits
            here = (slot << bits) + lone
            bare, almost = list_near(plan, counts, near, np.uint64(lone), low_bits)
            best[:] = -127
            rest = np.uint64(lone)
            while rest != NONE:
                bit = rest & (~rest + ONE)
                rest ^= bit
                draw_in_run(losses, here - np.int64(bit), best, near, almost, bit, extra)
            for stack in range(counts.shape[0]):
                if counts[stack] > 0:
                    bit = ONE << np.uint64(STACKS + stack)
                    after = block - plan.weights[stack]
                    if plan.mirror_of[after] == 0:
                        below = place_in_table(plan, after, lone, bits)
                        draw_in_run(losses, below, best, near, almost, bit, extra)
                    else:
                        for low in range(best.shape[0]):
                            below = place_in_table(plan, after, lone + low, bits)
                            closed = closed_in_run(near, almost, bit, low)
                            worth = worth_of(closed, losses[below], extra)
                            best[low] = max(np.int64(best[low]), worth)
            losses[0] = 0  # nothing is left to draw
            for low in range(0 if here > 0 else 1, best.shape[0]):
                losses[here + low] = -draw_low(losses, here, best[low], near, bare, low, extra)


@inline
def worth_of(closed: Any, loss: Any, extra: bool) -> Any:
    """What drawing a line is worth, from the loss of who is to move after it."""
    return np.int64(closed) + (-np.int64(loss) if extra and closed > 0 else np.int64(loss))


@inline
def draw_in_run(
    losses: Any, below: Any, best: Any, near: Any, almost: int, bit: Any, extra: bool
) -> None:
    """Draw the same line, none of the low ones, in all positions of a run."""
    closes = False
    for at in range(almost):
        closes |= near[2, at] == bit
    if closes:
        for low in range(best.shape[0]):
            closed = closed_in_run(near, almost, bit, low)
            worth = worth_of(closed, losses[below + low], extra)
            best[low] = max(np.int64(best[low]), worth)
    else:
        for low in range(best.shape[0]):
            best[low] = max(best[low], losses[below + low])


@inline
def draw_low(losses: Any, here: Any, best: Any, near: Any, bare: int, low: int, extra: bool) -> Any:
    """The best of drawing one of the low lines and of what is known to be possible."""
    lines = np.uint64(low)
    closing, twice = NONE, NONE
    for at in range(bare):
        left = near[0, at] & lines
        if left != NONE and left & (left - ONE) == NONE:
            twice |= closing & left
            closing |= left
    most = np.int64(best)
    rest = lines
    while rest != NONE:
        bit = rest & (~rest + ONE)
        rest ^= bit
        closed = np.int64(closing & bit != NONE) + np.int64(twice & bit != NONE)
        most = max(most, worth_of(closed, losses[here + low - np.int64(bit)], extra))
    return most


@inline
def list_near(plan: Any, counts: Any, near: Any, high_lines: Any, low_bits: int) -> Any:
    """The boxes with no free line but low ones, their low lines in near[0]; and those with one,
    their low lines in near[1] and the other one in near[2]: (how many, how many)."""
    bare, almost = 0, 0
    low_lines = (ONE << np.uint64(low_bits)) - ONE
    for box in range(plan.boxes.shape[0]):
        others = plan.boxes[box] & high_lines
        stack = plan.stack_of[box]
        if stack >= 0:
            if counts[stack] > 1:
                continue
            others |= np.uint64(counts[stack]) << np.uint64(STACKS + stack)
        if others == NONE:
            near[0, bare] = plan.boxes[box] & low_lines
            bare += 1
        elif others & (others - ONE) == NONE:
            near[1, almost], near[2, almost] = plan.boxes[box] & low_lines, others
            almost += 1
    return bare, almost


@inline
def closed_in_run(near: Any, almost: int, bit: Any, low: int) -> Any:
    """How many boxes a line that is none of the low ones closes."""
    closed = np.int64(0)
    for at in range(almost):
        closed += np.int64(near[2, at] == bit) & np.int64(near[1, at] & np.uint64(low) == NONE)
    return closed
