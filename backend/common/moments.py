"""Dates and moments in texts from outside."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

NEEDED = "A moment with its offset is needed here, such as 2026-04-01T09:30:00.250Z."

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]((?:[01][0-9]|2[0-3]):[0-5][0-9]:)([0-5][0-9]|60)"
    r"(?:\.([0-9]+))?([Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)
_LEAP = ("59", "999999")
"""Computers have no 61st second. All of it is read as the last microsecond before the next minute,
so that what was recorded in order stays in order."""


def read_date(text: str) -> date | None:
    """The calendar date that a text such as ``2026-04-01`` tells, in no shorter spelling."""
    try:
        return date.fromisoformat(text) if _DATE.fullmatch(text) else None
    except ValueError:
        return None


def read_moment(text: str) -> datetime | None:
    """The moment that an RFC 3339 date-time tells, in UTC; None where it is none.

    A second's fraction may have any number of digits: those beyond microseconds are cut off.
    """
    match = _MOMENT.fullmatch(text)
    if match is None:
        return None
    day, minute, second, fraction, offset = match.groups(default="")
    leap = second == "60"
    if leap:
        second, fraction = _LEAP
    try:
        moment = datetime.fromisoformat(
            f"{day}T{minute}{second}.{fraction[:6]:0<6}{offset.upper()}"
        ).astimezone(UTC)
    except (ValueError, OverflowError):  # no such day, or none that a datetime can hold
        return None
    return None if leap and not _ends_month(moment) else moment


def _ends_month(moment: datetime) -> bool:
    """Whether it lies in the last second of a month in UTC: leap seconds come after no other."""
    try:
        return (moment + timedelta(seconds=1)).month != moment.month
    except OverflowError:
        return True  # of the year 9999
