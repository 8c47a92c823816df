"""Times as clients tell them, held against the server's clock. Pure: the clock is given.

A client measures how long the player looked at the position (`think_ms`) and how long the
board was hidden meanwhile (`hidden_ms`). Together they can't be longer than what passed here
since the last entry; of turns sent together, all of them together can't.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

MS = timedelta(milliseconds=1)
TOO_LONG, CLOCK_BACK = "too_long", "clock_back"


@dataclass(frozen=True, slots=True)
class Timing:
    """What a client says of one turn; None where it can't know."""

    think_ms: int | None = None
    hidden_ms: int | None = None
    client_time: datetime | None = None

    @property
    def spent(self) -> timedelta:
        return ((self.think_ms or 0) + (self.hidden_ms or 0)) * MS


@dataclass(slots=True)
class Clock:
    """One request's time: `now`, and how much of the time `since` the last entry is left."""

    now: datetime
    since: datetime
    client_time: datetime | None
    tolerance: timedelta
    spent: timedelta = timedelta(0)

    def odd(self, timing: Timing) -> str:
        """Why this turn's times can't be true; empty if they can. Counts them as spent."""
        self.spent += timing.spent
        before, told = self.client_time, timing.client_time
        self.client_time = told or before
        if self.spent > self.now - self.since + self.tolerance:
            return TOO_LONG
        if before is None or told is None:
            return ""
        if told < before:
            return CLOCK_BACK
        return TOO_LONG if timing.spent > told - before + self.tolerance else ""
