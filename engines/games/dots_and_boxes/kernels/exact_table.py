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
def fill_table(values: Any, plan: Any, bits: int, first: int, last: int, extra: bool) -> None:
    """Fill the blocks kept as first … last - 1; those before must be filled already.

    `values` (int8): what who is to move scores from here on less what the other one does.
    """
    boxes = plan.boxes.shape[0]
    stacks = plan.box_of.shape[0]
    counts = np.zeros(stacks, np.int64)
    for slot in range(first, last):
        block = np.int64(plan.kept[slot])
        for stack in range(stacks):
            counts[stack] = block % plan.weights[stack + 1] // plan.weights[stack]
        for lone in range(np.int64(1) << bits):
            here = (slot << bits) + lone
            if here == 0:
                values[0] = 0
                continue
            lines = np.uint64(lone)
            closing, twice, stack_closing = NONE, NONE, NONE
            for box in range(boxes):
                left = plan.boxes[box] & lines
                stack = plan.stack_of[box]
                count = counts[stack] if stack >= 0 else 0
                if count == 0:
                    if left != NONE and left & (left - ONE) == NONE:
                        twice |= closing & left
                        closing |= left
                elif count == 1 and left == NONE:
                    stack_closing |= ONE << np.uint64(stack)
            best = np.int64(-127)
            rest = lines
            while rest != NONE:
                bit = rest & (~rest + ONE)
                rest ^= bit
                value = np.int64(values[here - np.int64(bit)])
                closed = np.int64(closing & bit != NONE) + np.int64(twice & bit != NONE)
                best = max(best, closed + value if extra and closed > 0 else closed - value)
            for stack in range(stacks):
                if counts[stack] > 0:
                    below = place_in_table(plan, block - plan.weights[stack], lone, bits)
                    value = np.int64(values[below])
                    closed = np.int64(stack_closing >> np.uint64(stack) & ONE)
                    best = max(best, closed + value if extra and closed > 0 else closed - value)
            values[here] = best
