"""Puzzle dates in a row on which a player solved a puzzle of that date."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings

from backend.play.models import Finish, Player
from backend.puzzles import calendar

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """`current` runs up to now, `longest` is the longest ever; both count dates."""

    current: int
    longest: int
    last: date | None


def closes_at(day: date) -> datetime:
    """Until when a puzzle of that date counts for it: the date's end anywhere, and the grace."""
    end = datetime.combine(day + DAY, time(), UTC) + calendar.LATEST
    return end + timedelta(hours=settings.STREAK_GRACE_HOURS)


def count_streak(days: Iterable[date], now: datetime) -> Streak:
    """Of the dates that count. The current one is broken once a whole date went by unsolved,
    and can't be sent any more."""
    current, longest, last = 0, 0, None
    for day in sorted(set(days)):
        current = current + 1 if last is not None and day - last == DAY else 1
        longest, last = max(longest, current), day
    if last is None or closes_at(last + DAY) < now:
        current = 0
    return Streak(current, longest, last)


def read_streak(player: Player, now: datetime) -> Streak:
    finishes = Finish.objects.filter(player=player, puzzle__days__isnull=False)
    found = finishes.values_list("puzzle__days__date", "finished_at")
    return count_streak((day for day, at in found if at <= closes_at(day)), now)
