"""What knows the values of positions, whichever way it comes to know them.

The *value* of a position (a set of free places) is what the one who is to move scores from
there on less what the other one scores, if both play their best.
"""

from __future__ import annotations

from typing import Protocol


class Oracle(Protocol):
    @property
    def nodes(self) -> int:
        """How many positions were looked at so far."""

    def value(self, free: int) -> int:
        """The value of a position. Raises `OutOfReach`."""

    def reaches(self, free: int, goal: int) -> bool:
        """Whether the value is at least `goal`, which may be easier. Raises `OutOfReach`."""


class OutOfReach(Exception):
    """The time or the work allowed does not do. `bounds` of the value asked for are known."""

    def __init__(self, lower: int, upper: int) -> None:
        self.lower, self.upper = lower, upper
        super().__init__(f"between {lower} and {upper}")
