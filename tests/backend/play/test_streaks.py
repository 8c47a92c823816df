"""Streaks count puzzle dates in a row, and wait for what is sent late."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from backend.play.streaks import closes_at, count_streak

DAY = date(2026, 3, 10)
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def days(*back: int) -> list[date]:
    return [DAY - timedelta(days=n) for n in back]


@pytest.mark.parametrize(
    ("solved", "current", "longest"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([0, 0], 1, 1),
        ([1], 1, 1),
        ([0, 1, 2], 3, 3),
        ([1, 2, 5, 6, 7, 8], 2, 4),
        ([3, 2], 2, 2),  # yesterday's may still be on its way
        ([9, 8, 7], 0, 3),
        ([-1, 0, 1], 3, 3),  # it is tomorrow already where this player lives
    ],
)
def test_dates_in_a_row_are_counted(solved: list[int], current: int, longest: int) -> None:
    streak = count_streak(days(*solved), NOON)
    assert (streak.current, streak.longest) == (current, longest)
    assert streak.last == max(days(*solved), default=None)


def test_a_streak_breaks_when_nothing_can_be_sent_any_more() -> None:
    missed = DAY + timedelta(days=1)
    before = closes_at(missed)
    assert count_streak([DAY], before).current == 1
    assert count_streak([DAY], before + timedelta(seconds=1)).current == 0


def test_a_date_closes_after_it_is_over_everywhere_and_the_grace() -> None:
    assert closes_at(DAY) == datetime(2026, 3, 13, 12, tzinfo=UTC)
