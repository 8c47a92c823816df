from __future__ import annotations

import random
from math import sqrt
from statistics import mean, stdev

import pytest
from scipy.stats import t, ttest_1samp, ttest_ind
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from backend.statistics.means import Sums, paired_means, unpaired_means
from engines.intervals import LEAST


def sums(values):
    return Sums(len(values), sum(values), sum(v * v for v in values))


def test_paired_means_are_those_of_the_differences():
    draw = random.Random(1)
    one = [draw.randint(-127, 127) for _ in range(500)]
    other = [v + draw.randint(-3, 4) for v in one]
    differences = [a - b for a, b in zip(one, other, strict=True)]
    found = paired_means(
        sums(one), sums(other), sum(a * b for a, b in zip(one, other, strict=True))
    )
    assert found.method == "paired_means"
    found, p = found.estimate, found.p
    half = t.ppf(0.975, 499) * stdev(differences) / sqrt(500)
    assert found.value == pytest.approx(mean(differences))
    assert found.high - found.value == pytest.approx(half, rel=1e-5)
    assert found.value - found.low == pytest.approx(half, rel=1e-5)
    assert found.scaled(0.5).high == found.high / 2
    assert found.n == 500
    assert p == pytest.approx(ttest_1samp(differences, 0).pvalue, rel=1e-6)


def test_pairs_that_never_differ_have_no_width():
    found = paired_means(sums([3, 1, 2] * 10), sums([3, 1, 2] * 10), 140)
    assert (found.estimate.low, found.estimate.value, found.estimate.high) == (0, 0, 0)
    assert found.p == 1


def test_what_can_not_be_paired():
    assert paired_means(sums([1]), sums([1]), 1) is None
    few = [3] * (LEAST - 1)
    assert paired_means(sums(few), sums([1] * len(few)), 3 * len(few)) is None
    assert paired_means(sums([*few, 3]), sums([1] * LEAST), 3 * LEAST) is not None
    with pytest.raises(ValueError, match="can't be paired"):
        paired_means(sums([1, 2]), sums([1]), 1)


def test_sums_add_up():
    assert sums([1, 2]) + sums([3]) == sums([1, 2, 3])


def test_unpaired_means_agree_with_statsmodels():
    draw = random.Random(2)
    one = [draw.randint(-9, 12) for _ in range(300)]
    other = [draw.randint(-6, 7) for _ in range(500)]
    found = unpaired_means(sums(one), sums(other))
    judge = CompareMeans(DescrStatsW(one), DescrStatsW(other))
    low, high = judge.tconfint_diff(usevar="unequal")
    assert (found.estimate.low, found.estimate.high) == pytest.approx((low, high))
    assert found.p == pytest.approx(ttest_ind(one, other, equal_var=False).pvalue)
    assert unpaired_means(sums(one[: LEAST - 1]), sums(other)) is None
    same = unpaired_means(sums([2] * LEAST), sums([2] * LEAST))
    assert (same.estimate.low, same.estimate.high, same.p) == (0, 0, 1)
