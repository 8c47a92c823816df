"""Exact values by searching with Numba, where who closes a box draws again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.games.dots_and_boxes.solver.endings import Ending
from engines.games.dots_and_boxes.solver.oracles import OutOfReach

MOST_LINES = 64
"""A position is one word."""

SLICE = 200_000
"""Positions between two looks at the clock: about a third of a second."""

KEPT_BITS = (14, 26)
"""At least and at most so many positions are kept, as powers of two: 10 bytes each."""


class Search:
    """An `Oracle` that searches until the time is up."""

    def __init__(self, left: Ending, time_is_up: Callable[[], bool]) -> None:
        from engines.games.dots_and_boxes.kernels import exact_search

        fewest, most = KEPT_BITS
        bits = min(most, max(fewest, len(left.numbers) - 7))
        self._kernel: Any = exact_search
        self._search: Any = exact_search.make_search(left, 1 << bits)
        self._boxes, self._time_is_up = left.boxes, time_is_up

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._search.store.counts[self._kernel.NODES])

    def value(self, free: int) -> int:
        rest, gain, keep = self._strip(free)
        try:
            lower = upper = self._quiet_value(rest)
        except OutOfReach as known:
            lower, upper = known.lower, known.upper
        if keep:
            lower, upper = (
                max(lower, -2 * keep - upper, -keep),
                max(upper, -2 * keep - lower),
            )
        if lower < upper:
            raise OutOfReach(gain + lower, gain + upper)
        return gain + lower

    def reaches(self, free: int, goal: int) -> bool:
        rest, gain, keep = self._strip(free)
        if self._quiet_reaches(rest, goal - gain):
            return True
        return keep > 0 and not self._quiet_reaches(rest, gain - goal - 2 * keep + 1)

    def _quiet_value(self, rest: int) -> int:
        upper = sum(bool(rest & box) for box in self._boxes)
        lower = -upper
        while lower < upper:
            goal = lower + 2 * ((upper - lower + 2) // 4)
            try:
                reached = self._quiet_reaches(rest, goal)
            except OutOfReach as known:
                raise OutOfReach(lower, upper) from known
            lower, upper = (goal, upper) if reached else (lower, goal - 2)
        return lower

    def _strip(self, free: int) -> tuple[int, int, int]:
        import numpy as np

        rest, gain, keep = self._kernel.strip_position(self._search, np.uint64(free))
        return int(rest), int(gain), int(keep)

    def _quiet_reaches(self, rest: int, goal: int) -> bool:
        """Where it stops for a look at the clock, it goes on from what is kept."""
        import numpy as np

        kernel, counts = self._kernel, self._search.store.counts
        boxes = sum(bool(rest & box) for box in self._boxes)
        allowed = SLICE
        while True:
            counts[kernel.LIMIT] = counts[kernel.NODES] + allowed
            found = kernel.reaches(self._search, np.uint64(rest), boxes, goal, 0)
            if found != kernel.PAUSED:
                return bool(found == kernel.YES)
            if self._time_is_up():
                raise OutOfReach(-boxes, boxes)
            allowed += allowed // 4  # what is kept is not all: a slice has to get further
