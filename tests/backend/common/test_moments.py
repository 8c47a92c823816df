"""Moments are read as RFC 3339 has them, whole."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.common.moments import read_date, read_moment


def at(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-03-02T09:30:01Z", at(2026, 3, 2, 9, 30, 1)),
        ("2026-03-02t09:30:01z", at(2026, 3, 2, 9, 30, 1)),
        ("2026-03-02T09:30:01.5Z", at(2026, 3, 2, 9, 30, 1, 500_000)),
        ("2026-03-02T09:30:01.1234567Z", at(2026, 3, 2, 9, 30, 1, 123_456)),
        ("2026-03-02T09:30:01.999999999Z", at(2026, 3, 2, 9, 30, 1, 999_999)),
        (f"2026-03-02T09:30:01.{'0' * 5000}1Z", at(2026, 3, 2, 9, 30, 1)),
        ("2026-03-02T09:30:01-00:00", at(2026, 3, 2, 9, 30, 1)),
        ("2026-03-02T15:00:01+05:30", at(2026, 3, 2, 9, 30, 1)),
        ("2026-03-01T09:31:01-23:59", at(2026, 3, 2, 9, 30, 1)),
        ("1990-12-31T23:59:60Z", at(1990, 12, 31, 23, 59, 59, 999_999)),
        ("1990-12-31T15:59:60-08:00", at(1990, 12, 31, 23, 59, 59, 999_999)),
        ("2017-01-01T05:44:60.123456789+05:45", at(2016, 12, 31, 23, 59, 59, 999_999)),
        ("2024-02-29T00:00:00Z", at(2024, 2, 29)),
        ("9999-12-31T23:59:60Z", at(9999, 12, 31, 23, 59, 59, 999_999)),
        ("1937-01-01T12:00:27.87+00:20", at(1937, 1, 1, 11, 40, 27, 870_000)),
    ],
)
def test_it_is_read_whole(text: str, moment: datetime) -> None:
    assert read_moment(text) == moment


@pytest.mark.parametrize(
    "text",
    [
        "", "2026-03-02", "2026-03-02T09:30:01", "2026-03-02T09:30Z", "2026-03-02T09:30:01.Z",
        "2026-03-02T09:30:01,5Z", "20260302T093001Z", "2026-03-02T24:00:00Z",
        "2026-03-02T09:60:00Z", "2026-03-02T09:30:61Z", "2026-03-02T09:30:60Z",
        "2026-03-30T23:59:60Z", "2026-12-31T23:59:60+01:00", "2026-02-30T00:00:00Z",
        "2025-02-29T00:00:00Z", "2026-03-02T09:30:01+24:00", "2026-03-02T09:30:01+05:60",
        "2026-03-02T09:30:01+0530", "2026-03-02T09:30:01+05", "2026-03-02T09:30:01+05:30:15",
        "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-00:01",
        "٢٠٢٦-03-02T09:30:01Z", " 2026-03-02T09:30:01Z", "2026-03-02T09:30:01Z\n",
        "2026-W10-1T09:30:01Z",
    ],
)  # fmt: skip
def test_what_is_none_is_none(text: str) -> None:
    assert read_moment(text) is None


@given(
    moment=st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)),
    offset=st.integers(-1439, 1439),
    digits=st.text("0123456789", max_size=12),
)
def test_digits_beyond_microseconds_are_cut_off(moment: datetime, offset: int, digits: str) -> None:
    there = moment.replace(tzinfo=timezone(timedelta(minutes=offset)))
    text = there.isoformat(timespec="microseconds")
    assert read_moment(text[:26] + digits + text[26:]) == there


def test_what_was_recorded_in_order_stays_in_order() -> None:
    seconds = ["59", "59.999999", "60", "60.5", "60.999999999"]
    read = [read_moment(f"2016-12-31T23:59:{second}Z") for second in seconds]
    read.append(read_moment("2017-01-01T00:00:00Z"))
    assert None not in read
    assert read == sorted(read)  # type: ignore[type-var]


@pytest.mark.parametrize(
    "text", ["20260401", "2026-W14-3", "2026-4-1", "2026-02-30", "", "٢٠٢٦-04-01"]
)
def test_a_date_has_one_spelling(text: str) -> None:
    assert read_date(text) is None
    assert read_date("2026-04-01") == at(2026, 4, 1).date()
