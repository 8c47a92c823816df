"""Having daily puzzles made before anybody asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from django.utils import timezone

from backend.common.queueing import enqueue
from backend.puzzles import calendar
from backend.puzzles.levels import daily_slots
from backend.puzzles.selectors import find_dailies

DAYS_AHEAD = 2


def coming_dates() -> list[date]:
    """The dates that it is now somewhere on Earth, and the next ones. Today by UTC comes first."""
    now = timezone.now()
    today, oldest = now.date(), calendar.oldest_date(now)
    days = (calendar.newest_date(now) - oldest).days + DAYS_AHEAD
    dates = [oldest + timedelta(days=day) for day in range(days + 1)]
    return sorted(dates, key=lambda day: (day != today, day))


def enqueue_dailies(*, dates: Iterable[date]) -> int:
    """Ask workers for the dates' puzzles that are not there yet; returns how many."""
    asked = 0
    for day in dates:
        found = find_dailies(day)
        for game, level in daily_slots(day):
            if (game, level) not in found:
                enqueue(
                    "generation.make_daily_puzzle",
                    queue="generation",
                    kwargs={"date_iso": day.isoformat(), "game": game, "level": level},
                )
                asked += 1
    return asked
