"""Exact values by searching without Numba, where who closes a box draws again.

`kernels.exact_search` in plain Python: a hundredth as fast, but ready at once.
"""

from __future__ import annotations

from engines.games.dots_and_boxes.solver.chains import openings, strip
from engines.games.dots_and_boxes.solver.endings import Ending
from engines.games.dots_and_boxes.solver.oracles import OutOfReach


class SmallSearch:
    """An `Oracle` that looks at `most` positions at most, so that it is quick."""

    def __init__(self, left: Ending, most: float) -> None:
        self.most = most
        self._left, self._nodes = left, 0
        self._known: dict[int, tuple[int, int]] = {}  # quiet position -> bounds of its value

    @property
    def nodes(self) -> int:
        return self._nodes

    def value(self, free: int) -> int:
        rest, gain, keep = strip(self._left, free)
        boxes = self._boxes(rest)
        lower, upper = -boxes, boxes
        while lower < upper:
            goal = lower + 2 * ((upper - lower + 2) // 4)
            reached = self._quiet_reaches(rest, boxes, goal)
            lower, upper = (goal, upper) if reached else (lower, goal - 2)
        return gain + (max(lower, -2 * keep - lower) if keep else lower)

    def reaches(self, free: int, goal: int) -> bool:
        rest, gain, keep = strip(self._left, free)
        boxes = self._boxes(rest)
        if self._quiet_reaches(rest, boxes, goal - gain):
            return True
        return keep > 0 and not self._quiet_reaches(rest, boxes, gain - goal - 2 * keep + 1)

    def _boxes(self, free: int) -> int:
        return sum(bool(free & box) for box in self._left.boxes)

    def _quiet_reaches(self, free: int, boxes: int, goal: int) -> bool:
        goal += (goal - boxes) & 1  # a value is even if the boxes are
        if goal <= -boxes:
            return True
        if goal > boxes:
            return False
        lower, upper = self._known.get(free, (-boxes, boxes))
        if lower >= goal or upper < goal:
            return lower >= goal
        if self._nodes >= self.most:
            raise OutOfReach(-boxes, boxes)
        self._nodes += 1
        reached = any(
            # The other one gains `gain` and then the better of moving in the rest itself and, if
            # it can, leaving `keep` boxes to have us move there. Neither may be too good.
            (keep == 0 or keep - gain >= goal)
            and not self._quiet_reaches(rest, boxes - gain, 1 - gain - goal)
            and (keep == 0 or self._quiet_reaches(rest, boxes - gain, gain + goal - 2 * keep))
            for rest, gain, keep, _ in openings(self._left, free)
        )
        lower, upper = self._known.get(free, (lower, upper))
        self._known[free] = (max(lower, goal), upper) if reached else (lower, min(upper, goal - 2))
        return reached
