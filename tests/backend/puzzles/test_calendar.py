"""A date begins 14 hours before it does in Greenwich, and ends 12 hours after."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from django.utils import timezone as django_timezone

from backend.puzzles import ahead, calendar

DAY = date(2026, 3, 29)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("now", "begun", "over"),
    [
        ("2026-03-28T09:59:59+00:00", False, False),
        ("2026-03-28T10:00:00+00:00", True, False),
        ("2026-03-29T12:00:00+00:00", True, False),
        ("2026-03-30T11:59:59+00:00", True, False),
        ("2026-03-30T12:00:00+00:00", True, True),
        ("2026-03-29T00:00:00+14:00", True, False),
        ("2026-03-28T23:59:59+14:00", False, False),
        ("2026-03-29T23:59:59-12:00", True, False),
        ("2026-03-30T00:00:00-12:00", True, True),
    ],
)
def test_a_date_lasts_fifty_hours(now: str, begun: bool, over: bool) -> None:
    assert calendar.has_begun(DAY, at(now)) is begun
    assert calendar.is_over(DAY, at(now)) is over


def test_it_says_when_a_date_begins() -> None:
    begins = calendar.begins_at(DAY)
    assert begins == datetime(2026, 3, 28, 10, tzinfo=UTC)
    assert calendar.has_begun(DAY, begins)
    assert not calendar.has_begun(DAY, begins - timedelta(microseconds=1))
    assert calendar.begins_at(date.max) == datetime(9999, 12, 30, 10, tzinfo=UTC)


@pytest.mark.parametrize("hour", range(24))
def test_two_or_three_dates_are_current_and_all_are_made_ahead(
    hour: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime(2026, 3, 29, hour, 30, tzinfo=UTC)
    current = [
        day
        for day in (DAY + timedelta(days=n) for n in range(-3, 4))
        if calendar.has_begun(day, now) and not calendar.is_over(day, now)
    ]
    assert now.date() in current
    assert {now.astimezone(timezone(timedelta(hours=h))).date() for h in (-12, 0, 14)} <= set(
        current
    )
    monkeypatch.setattr(django_timezone, "now", lambda: now)
    dates = ahead.coming_dates()
    assert dates[0] == now.date()
    dates.sort()
    assert dates[: len(current)] == current
    assert dates[len(current) :] == [current[-1] + timedelta(days=n) for n in (1, 2)]
