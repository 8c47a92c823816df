"""The sample-ratio test against SciPy, and against all draws there are."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare, multinomial

from backend.statistics import sample_ratio


@pytest.mark.parametrize(
    "counts", [(500, 500), (520, 480), (300, 340, 360), (10, 40), (5, 5), [40] * 7 + [60]]
)
def test_of_enough_people_it_is_pearsons(counts) -> None:
    test, judge = sample_ratio(counts), chisquare(counts)
    assert test.chi2 == pytest.approx(judge.statistic)
    assert test.p == pytest.approx(judge.pvalue)
    assert test.warns == (judge.pvalue < 0.001)
    assert not test.is_exact


@pytest.mark.parametrize(
    "counts", [(4, 0, 0, 0, 0, 0, 0, 0), (2, 1, 1, 0), (3, 0, 2), (5, 1, 1, 0), (0, 9), (1, 0, 0)]
)
def test_of_few_it_is_the_share_of_all_draws(counts) -> None:
    n, arms = sum(counts), len(counts)
    draws = np.array([draw for draw in product(range(n + 1), repeat=arms) if sum(draw) == n])
    as_far = (draws**2).sum(axis=1) >= sum(count**2 for count in counts)
    wanted = multinomial.pmf(draws[as_far], n, [1 / arms] * arms).sum()
    test = sample_ratio(counts)
    assert test.is_exact
    assert test.p == pytest.approx(wanted)
    assert test.chi2 == pytest.approx(chisquare(counts).statistic)


def test_four_people_in_one_of_eight_arms_raise_no_alarm() -> None:
    test = sample_ratio([4, 0, 0, 0, 0, 0, 0, 0])
    assert test.p == pytest.approx(8**-3)
    assert not test.warns


def test_of_two_arms_it_is_the_binomial_test() -> None:
    for n in range(1, 10):
        for count in range(n + 1):
            assert sample_ratio([count, n - count]).p == pytest.approx(binomtest(count, n).pvalue)


def test_a_draw_that_is_broken_shows_early() -> None:
    assert sample_ratio([12, 0, 0, 0]).warns
    assert sample_ratio([39, 0, 0, 0, 0, 0, 0, 0]).p == pytest.approx(8.0**-38)


@pytest.mark.parametrize("counts", [(), (7,), (0, 0)])
def test_nothing_to_test(counts) -> None:
    assert sample_ratio(counts) is None
