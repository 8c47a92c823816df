"""Figures are shown with the digits they deserve, and no more than the interval says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lab.admin import words
from backend.lab.admin.words.numbers import outward
from tests.support.words import STUCK, rate


@pytest.mark.parametrize(
    ("low", "high", "digits", "shown"),
    [
        (14.52, 14.71, 1, ("14.5", "14.8")),
        (14.5, 14.7, 1, ("14.5", "14.7")),
        (-0.26, 0.11, 1, ("-0.3", "0.2")),
        (0.0, 0.0, 1, ("0.0", "0.0")),
        (1234.56, 1234.6, 2, ("1,234.56", "1,234.60")),
    ],
)
def test_intervals_are_rounded_outward(low, high, digits, shown):
    assert outward(low, high, digits) == shown


def test_a_rate_is_shown_with_the_digits_it_deserves():
    for count, n, figure, interval in (
        (1, 2, "50 %", "9–91 %"),
        (616, 1000, "61.6 %", "58.5–64.6 %"),
        (369_768, 600_000, "61.63 %", "61.50–61.76 %"),
        (1_080, 600_000, "0.180 %", "0.169–0.192 %"),
        (0, 600_000, "0.00000 %", "0.00000–0.00065 %"),
        (61_612_345, 100_000_000, "61.6123 %", "61.6028–61.6219 %"),
    ):
        assert words.figure(STUCK, rate(count, n)) == figure
        assert words.interval(STUCK, rate(count, n)) == interval
    assert words.figure(STUCK, {"value": None, "low": 0.0, "high": 1.0}) == "–"
    assert words.interval(STUCK, {"value": None, "low": 0.0, "high": 1.0}) == ""


@given(n=st.integers(1, 10**9), share=st.floats(0, 1))
def test_a_shown_interval_holds_the_true_one_and_is_hardly_wider(n, share):
    summary = rate(round(n * share), n)
    low, high = summary["low"] * 100, summary["high"] * 100
    shown = [float(end) for end in words.interval(STUCK, summary).removesuffix(" %").split("–")]
    assert shown[0] <= low + 1e-8
    assert shown[1] >= high - 1e-8
    assert shown[1] - shown[0] <= 1.2 * (high - low) + 2e-6
