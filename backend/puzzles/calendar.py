"""When a date's puzzles may be fetched. A date is what a player's own calendar says.

A date begins first where clocks are 14 hours ahead of UTC, and ends last where they are 12
hours behind it: somewhere on Earth it lasts 50 hours.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

EARLIEST = timedelta(hours=14)
LATEST = timedelta(hours=12)


def begins_at(day: date) -> datetime:
    """The moment the date begins anywhere on Earth. Raises `OverflowError` for 0001-01-01."""
    return datetime.combine(day, time(), UTC) - EARLIEST


def has_begun(day: date, now: datetime) -> bool:
    """Whether it is this date, or was, anywhere on Earth."""
    return day <= newest_date(now)


def is_over(day: date, now: datetime) -> bool:
    """Whether it is past this date everywhere on Earth."""
    return day < oldest_date(now)


def newest_date(now: datetime) -> date:
    """The latest date that has begun anywhere."""
    return (now.astimezone(UTC) + EARLIEST).date()


def oldest_date(now: datetime) -> date:
    """The earliest date that is not over everywhere."""
    return (now.astimezone(UTC) - LATEST).date()
