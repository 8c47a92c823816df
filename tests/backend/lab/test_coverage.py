"""Intervals keep their promise: thousands of small experiments whose truth is known."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from backend.lab.findings import find
from backend.statistics.means import Sums, paired_means, unpaired_means
from backend.statistics.proportions import bonett_price, newcombe
from engines import Metric, wilson
from engines.intervals import LEAST, t95

pytestmark = pytest.mark.slow

EXPERIMENTS = 2_000
TRIALS = 400
RATE = Metric("stuck", "Stuck", "proportion", "", "", lambda _: (2,), True)


def share(hits):
    return sum(hits) / len(hits)


def sums(values):
    return Sums(len(values), int(values.sum()), int(values @ values))


def width(estimate):
    return estimate.high - estimate.low


@pytest.mark.parametrize("n", [60, TRIALS])
def test_intervals_of_rates_and_their_differences_hold_the_truth_19_times_in_20(n):
    draw = np.random.default_rng(20261129)
    both, more, less = 0.35, 0.06, 0.14
    rate, other, d = both + more, both + less, more - less
    tables = draw.multinomial(n, [both, more, less, 1 - both - more - less], EXPERIMENTS).tolist()
    apart = draw.binomial(n, [rate, other], (EXPERIMENTS, 2)).tolist()
    single, unpaired, paired, ratios = [], [], [], []
    for (a, b, c, _), (count, base) in zip(tables, apart, strict=True):
        low, high = wilson(a + b, n)
        single.append(low <= rate <= high)
        pair = bonett_price(b, c, n)
        paired.append(pair.low <= d <= pair.high)
        independent = newcombe(count, n, base, n)
        unpaired.append(independent.low <= d <= independent.high)
        ratios.append(width(pair) / width(independent))
    for hits in (single, unpaired, paired):
        assert 0.935 <= share(hits) <= 0.965
    # In theory the square root of the variance's ratio: 0.63.
    variances = more + less - d * d, rate * (1 - rate) + other * (1 - other)
    assert share(ratios) == pytest.approx(sqrt(variances[0] / variances[1]), rel=0.08)


def test_intervals_of_means_and_their_differences_hold_the_truth_19_times_in_20():
    draw = np.random.default_rng(7)
    single, unpaired, paired, ratios = [], [], [], []
    for _ in range(EXPERIMENTS):
        luck, other_luck = draw.integers(-5, 6, (2, 100))  # of a board
        skill = draw.integers(-3, 4, (3, 100))
        one, other = luck + skill[0] + 1, luck + skill[1]
        low = t95(99) * sqrt(sums(one).variance / 100)
        single.append(abs(sums(one).mean - 1) <= low)
        pair = paired_means(sums(one), sums(other), int(one @ other)).estimate
        paired.append(pair.low <= 1 <= pair.high)
        independent = unpaired_means(sums(one), sums(other_luck + skill[2])).estimate
        unpaired.append(independent.low <= 1 <= independent.high)
        ratios.append(width(pair) / width(independent))
    for hits in (single, unpaired, paired):
        assert 0.935 <= share(hits) <= 0.965
    assert share(ratios) == pytest.approx(sqrt(4 / 14), rel=0.03)  # 0.53


def test_intervals_of_the_fewest_plays_that_have_one_hold_the_truth_as_often():
    draw = np.random.default_rng(11)
    single, unpaired = [], []
    plays = draw.normal(0, 20, (2, EXPERIMENTS, LEAST)).round().astype(int)
    for one, other in zip(*plays, strict=True):
        half = t95(LEAST - 1) * sqrt(sums(one).variance / LEAST)
        single.append(abs(sums(one).mean) <= half)
        apart = unpaired_means(sums(one), sums(other)).estimate
        unpaired.append(apart.low <= 0 <= apart.high)
    for hits in (single, unpaired):
        assert 0.935 <= share(hits) <= 0.965


def test_with_no_difference_holm_raises_a_false_alarm_in_one_of_twenty_experiments_at_most():
    draw = np.random.default_rng(5)
    alarms, naive = [], []
    for _ in range(EXPERIMENTS):
        bad = draw.random(TRIALS) < 0.3  # boards, met by all variants
        plays = draw.random((5, TRIALS)) < np.where(bad, 0.8, 0.2)
        runs = {at: {1: (int(one.sum()), TRIALS)} for at, one in enumerate(plays)}
        products = {at: int((plays[at] & plays[0]).sum()) for at in range(1, 5)}
        found = find(RATE, runs, products)["comparisons"]
        naive.append(any(one["p"] < 0.05 for one in found))
        alarms.append(any(one["p_holm"] < 0.05 for one in found))
    assert share(alarms) <= 0.05
    assert share(naive) > 0.08  # what it guards against
