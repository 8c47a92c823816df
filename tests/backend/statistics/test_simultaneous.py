"""Intervals that hold all at once: their width, what they claim, and when they claim nothing."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from backend.statistics.multiplicity import critical
from backend.statistics.simultaneous import LEAST, Range, between, interval, missed


def mean_of(values):
    n = len(values)
    mean = sum(values) / n
    sd = sqrt(sum((v - mean) ** 2 for v in values) / (n - 1))
    return {"kind": "mean", "value": mean, "sd": sd, "n": n}


def test_one_alone_has_the_usual_width_and_many_are_wider():
    assert critical(1) == pytest.approx(1.96, abs=0.001)
    assert critical(10) == pytest.approx(2.807, abs=0.001)
    assert critical(0) == critical(1)


def test_of_few_plays_nothing_is_told():
    few = {"kind": "mean", "value": 3.0, "sd": 0.0, "n": LEAST - 1}
    assert interval(few, 1000, 2.0) is None
    assert interval({"kind": "proportion", "value": None, "n": 0}, 1000, 2.0) is None
    assert interval({**few, "n": LEAST}, 1000, 2.0) is not None


def test_plays_that_all_gave_the_same_leave_a_width():
    found = interval({"kind": "mean", "value": 24.0, "sd": 0.0, "n": 1000}, 1000, 3.0)
    assert (found.low, found.high) == pytest.approx((23.997, 24.003))


def test_none_of_the_plays_is_no_certainty():
    found = interval({"kind": "proportion", "value": 0.0, "n": 1000}, 1000, 2.0)
    assert found.low == 0
    assert 0.003 < found.high < 0.005


def test_what_is_counted_several_times_a_play_counts_once():
    once = {"kind": "mean", "value": 3.0, "sd": 1.0, "n": 1000}
    assert interval({**once, "n": 25_000}, 1000, 2.0) == interval(once, 1000, 2.0)


def test_a_difference_is_clear_only_where_both_intervals_are_apart():
    one, other = Range(5.0, 4.0, 6.0), Range(2.0, 1.0, 3.9)
    found = between(one, other)
    assert (found.value, found.low, found.high) == pytest.approx((3.0, 0.1, 5.0))
    assert found.clear
    assert found.clearness == pytest.approx(0.1 / 2.45)
    touching = between(one, Range(2.0, 1.0, 4.0))
    assert not touching.clear
    assert missed(found, 2.0) > 2.45


def test_whatever_plays_have_in_common_the_family_seldom_fails():
    """Even where one variant's luck is the other's misfortune, which makes differences scatter
    most: 200 experiments of three variants."""
    rng = random.Random(5)
    z, wrong = critical(3), 0
    for _ in range(200):
        luck = [rng.gauss(0, 3) for _ in range(60)]
        base, *rest = (
            interval(mean_of([sign * one for one in luck]), 60, z) for sign in (1, -1, -1)
        )
        wrong += any(between(one, base).clear for one in rest)
    assert wrong <= 20  # 10 are allowed on average
