"""Against statsmodels, against published figures, and against their own definitions."""

from __future__ import annotations

from math import comb

import pytest
from scipy.stats import fisher_exact
from statsmodels.stats.proportion import test_proportions_2indep as score_test

from backend.statistics.proportions import (
    bonett_price,
    fisher,
    newcombe,
    paired_proportions,
    unpaired_proportions,
)


def test_newcombes_published_example():
    found = newcombe(56, 70, 48, 80)  # Newcombe 1998, table II (a)
    assert [round(x, 4) for x in (found.value, found.low, found.high)] == [0.2, 0.0524, 0.3339]


@pytest.mark.parametrize(("more", "less"), [(0, 0), (0, 6), (3, 9), (40, 70), (1000, 900)])
def test_the_exact_p_is_the_binomial_of_the_trials_that_differed(more, less):
    n = more + less
    tail = sum(comb(n, k) for k in range(min(more, less) + 1))
    found = paired_proportions(50 + more, 50 + less, 50, 60 + n)
    assert found.p == pytest.approx(min(1.0, 2 * tail / 2**n))
    assert found.estimate.value == pytest.approx((more - less) / (60 + n))


def test_bonett_and_prices_formula():
    # 2012, section 3: one is added to either kind of trials that differed, two to all.
    found = bonett_price(12, 4, 100)
    up, down = 13 / 102, 5 / 102
    half = 1.959964 * ((up + down - (up - down) ** 2) / 102) ** 0.5
    assert found.low == pytest.approx(up - down - half, rel=1e-5)
    assert found.high == pytest.approx(up - down + half, rel=1e-5)
    assert found.low < found.value == 0.08 < found.high


def test_paired_trials_that_agree_tell_more_than_unpaired_ones():
    paired = paired_proportions(600, 500, 490, 1000)
    unpaired = unpaired_proportions(600, 1000, 500, 1000)
    assert paired.estimate.value == pytest.approx(unpaired.estimate.value)
    width = [d.estimate.high - d.estimate.low for d in (paired, unpaired)]
    assert width[0] < 0.5 * width[1]
    assert paired.p < unpaired.p


@pytest.mark.parametrize("count", [0, 10])
def test_trials_that_never_or_always_counted_show_no_difference(count):
    assert unpaired_proportions(count, 10, count, 10).p == 1
    found = paired_proportions(count, count, count, 10)
    assert found.p == 1
    assert found.estimate.low < 0 < found.estimate.high


def test_millions_of_trials_take_no_time():
    found = paired_proportions(5_000_000, 4_990_000, 4_000_000, 20_000_000)
    assert 0 < found.p < 1e-9
    assert found.estimate.low > 0


@pytest.mark.parametrize(
    ("table", "method"),
    [
        ((5, 50, 5, 50), "proportions"),
        ((4, 50, 5, 50), "exact_proportions"),
        ((46, 50, 45, 50), "exact_proportions"),
        ((0, 30, 60, 3000), "exact_proportions"),
        ((15, 30, 60, 3000), "exact_proportions"),
        ((0, 7, 7, 7), "exact_proportions"),
    ],
)
def test_where_few_are_to_be_expected_the_test_is_exact(table, method):
    count, n, base, base_n = table
    difference = unpaired_proportions(*table)
    assert difference.method == method
    judged = fisher_exact([[count, n - count], [base, base_n - base]]).pvalue
    if method == "proportions":
        judged = score_test(*table, method="score").pvalue
    assert difference.p == pytest.approx(judged)


def test_effective_numbers_tell_no_more_than_whole_ones():
    assert fisher(3.4, 10.9, 8.2, 12.1) == pytest.approx(fisher(4, 10, 8, 12))
    assert fisher(8.2, 12.1, 3.4, 10.9) == pytest.approx(fisher(4, 10, 8, 12))
    assert fisher(0, 0.4, 3, 5) == 1
