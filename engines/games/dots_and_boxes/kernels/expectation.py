"""What players who draw at random among the lines they want may expect, exactly.

By dynamic programming over the sets of free lines: drawing a line leads to a lower one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.compiled import entry, inline

ONE, NONE = np.uint64(1), np.uint64(0)
RANDOM, GREEDY, CAREFUL = range(3)


@entry
def fill_expectations(expected: Any, boxes: Any, players: Any, extra: bool) -> None:
    """`expected` (2, 2 ** lines) float64: the boxes that seat 0 closes from here on, by who is to
    move; `boxes` (B,) uint64: a box's free lines; `players` (2,): RANDOM, GREEDY or CAREFUL.
    """
    for here in range(expected.shape[1]):
        lines = np.uint64(here)
        closing, twice, opening = NONE, NONE, NONE
        for box in range(boxes.shape[0]):
            left = boxes[box] & lines
            but_one = left & (left - ONE)
            if left == NONE:
                continue
            if but_one == NONE:
                twice |= closing & left
                closing |= left
            elif but_one & (but_one - ONE) == NONE:
                opening |= left
        for seat in range(2):
            wanted = lines
            if players[seat] != RANDOM and closing != NONE:
                wanted = closing
            elif players[seat] == CAREFUL and lines & ~opening != NONE:
                wanted = lines & ~opening
            expected[seat, here] = mean_of(expected, here, wanted, closing, twice, seat, extra)


@inline
def mean_of(
    expected: Any, here: Any, wanted: Any, closing: Any, twice: Any, seat: int, extra: bool
) -> Any:
    """The mean over the lines wanted, 0 if there are none."""
    total, count = 0.0, 0
    while wanted != NONE:
        bit = wanted & (~wanted + ONE)
        wanted ^= bit
        closed = np.int64(closing & bit != NONE) + np.int64(twice & bit != NONE)
        mover = seat if extra and closed > 0 else 1 - seat
        total += expected[mover, here - np.int64(bit)]
        if seat == 0:
            total += closed
        count += 1
    return total / count if count > 0 else 0.0
