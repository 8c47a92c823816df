"""Times as clients tell them, held against the server's clock. Pure: the clock is given.

A client measures how long the player thought since the entry before (`think_ms`) and how long
the board was hidden meanwhile (`hidden_ms`). Together they can't be longer than what passed here
since that entry; of turns sent together, all of them together can't.

A hint is an entry that changes no board. Who measures from when the board last changed tells the
time before a hint twice, once with the hint and once with the turn after it. That is another
measure and no lie, so it is no odd time; whoever reads histories counts such time once.

What is told beyond that is owed, up to a tolerance that a session has once: messages arrive now
sooner and now later. A client that counts from when it sent its last turn owes at most by how
much one message was later than another, however long it plays, for what it owes is paid back by
whatever time passes untold.
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
    """One request's time: `now`, and how much of the time `since` the last entry is left.

    `owed` is what entries before it declared beyond the time that passed; `room` how much of the
    time since then may count as pauses (none of it before the first move). `stood` is how long the
    board had stood the same before the last entry: none of it, unless that was a hint.
    """

    now: datetime
    since: datetime
    client_time: datetime | None
    tolerance: timedelta
    owed: timedelta = timedelta(0)
    room: timedelta = timedelta(0)
    stood: timedelta = timedelta(0)
    spent: timedelta = timedelta(0)

    def odd(self, timing: Timing) -> str:
        """Why this turn's times can't be true; empty if they can. Counts them as spent."""
        self.spent += timing.spent
        before, told = self.client_time, timing.client_time
        self.client_time = told or before
        stood, self.stood = self.stood, timedelta(0)
        if self._over() > self.tolerance:
            self.spent -= min(stood, timing.spent)
        if self._over() > self.tolerance:
            return TOO_LONG
        if before is None or told is None:
            return ""
        if told < before:
            return CLOCK_BACK
        return TOO_LONG if timing.spent > told - before + stood + self.tolerance else ""

    def pause(self, timing: Timing) -> int:
        """How much of its pause counts, in ms: no more than time that passed and was no pause."""
        counted = min(timing.hidden_ms or 0, max(0, self.room // MS))
        self.room -= counted * MS
        return counted

    def owing_ms(self) -> int:
        """What is owed after it: never more than the tolerance, whatever was told."""
        return max(0, min(self._over(), self.tolerance) // MS)

    def _over(self) -> timedelta:
        return self.owed + self.spent - (self.now - self.since)
