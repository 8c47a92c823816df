"""What to draw, once an oracle knows what positions are worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.games.dots_and_boxes.geometry import numbers_in
from engines.games.dots_and_boxes.solver.chains import openings, strip
from engines.games.dots_and_boxes.solver.endings import NOWHERE, Ending
from engines.games.dots_and_boxes.solver.oracles import Oracle


@dataclass(frozen=True, slots=True)
class Play:
    """What is left of a board, its rules, and what knows the values. All raise `OutOfReach`."""

    left: Ending
    extra_turn: bool
    oracle: Oracle

    def closed(self, free: int, place: int) -> int:
        """How many boxes a line closes."""
        near, boxes = self.left.beside[place], self.left.boxes
        return sum(box != NOWHERE and free & boxes[box] == 1 << place for box in near)

    def is_worth(self, free: int, place: int, goal: int) -> bool:
        """Whether drawing a line has at least the value `goal` to who draws it."""
        closed, after = self.closed(free, place), free ^ 1 << place
        if closed and self.extra_turn:
            return self.oracle.reaches(after, goal - closed)
        return not self.oracle.reaches(after, closed - goal + 1)

    def best_place(self, free: int, value: int) -> int:
        """A line that is worth the value of the position: of several always the same one."""
        return next(place for place in self._promising(free) if self.is_worth(free, place, value))

    def best_line(self, free: int, value: int) -> Iterator[int]:
        """Best play of both to the end, from a position of this value."""
        while free:
            place = self.best_place(free, value)
            closed = self.closed(free, place)
            value = value - closed if closed and self.extra_turn else closed - value
            free ^= 1 << place
            yield place

    def _promising(self, free: int) -> list[int]:
        """Lines of which one at least is best: closing ones first."""
        if not self.extra_turn:
            places = numbers_in(free)
            return sorted(places, key=lambda place: -self.closed(free, place))
        rest, gain, keep = strip(self.left, free)
        if not gain:
            return [opening.place for opening in openings(self.left, free)]
        run = numbers_in(free & ~rest)
        closing = [place for place in run if self.closed(free, place)]
        return closing + [place for place in run if keep and place not in closing]
