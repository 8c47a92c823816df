"""Against SciPy, against all permutations, and against simulated truth."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr

from backend.statistics import spearman


def brute(xs: list[int], ys: list[int]) -> float:
    """Twice the smaller share of all permutations with so large, or so small, a product."""
    x_ranks, y_ranks = rankdata(xs), rankdata(ys)
    products = np.array(list(permutations(x_ranks))) @ y_ranks
    seen = x_ranks @ y_ranks
    return min(1.0, 2 * min((products >= seen).mean(), (products <= seen).mean()))


def test_it_is_scipys_with_ties_and_its_p_is_that_of_all_permutations() -> None:
    chance = Random(8)
    compared = 0
    for case in range(1_000):
        n = chance.choice((5, 6)) if case % 10 else chance.randint(7, 60)
        xs, ys = ([chance.randint(0, chance.choice((1, 3, 90))) for _ in range(n)] for _ in "xy")
        correlation = spearman(xs, ys)
        if len(set(xs)) == 1 or len(set(ys)) == 1:
            assert correlation is None
            continue
        assert correlation.value == pytest.approx(spearmanr(xs, ys).statistic, abs=1e-12)
        assert correlation.n == n
        if n == 5 or (n == 6 and not case % 16):
            assert correlation.p == pytest.approx(brute(xs, ys))
            compared += 1
    assert compared > 400


def test_ranks_in_order_are_one_without_an_interval() -> None:
    correlation = spearman([1, 2, 3, 4, 5], [1, 4, 9, 16, 25])
    assert (correlation.value, correlation.low, correlation.high) == (1, None, None)
    assert correlation.p == pytest.approx(2 / 120)


def test_one_place_of_five_is_no_certainty() -> None:
    """By chance the two that stand out meet once in five times."""
    correlation = spearman([0, 0, 0, 0, 1], [0, 0, 0, 0, 1])
    assert (correlation.value, correlation.low, correlation.high) == (1, None, None)
    assert correlation.p >= 0.2


def test_few_places_among_many_that_are_alike_have_no_interval_but_an_honest_p() -> None:
    """Eight and ten places of 64, of which four are the same: Fisher's exact p is about 0.02,

    that of the t distribution 0.004.
    """
    xs = [1] * 8 + [0] * 56
    ys = [1] * 4 + [0] * 4 + [1] * 6 + [0] * 50
    correlation = spearman(xs, ys)
    assert correlation.low is None
    assert spearmanr(xs, ys).pvalue < 0.005
    assert 0.015 < correlation.p < 0.06


@pytest.mark.parametrize(
    ("xs", "ys"), [([1, 2, 3], [1, 2, 3]), ([1] * 6, range(6)), (range(6), [2] * 6)]
)
def test_no_correlation_where_there_is_none_to_tell(xs, ys) -> None:
    assert spearman(list(xs), list(ys)) is None


@pytest.mark.parametrize("values", [10**6, 4])
def test_interval_and_p_are_wrong_about_as_often_as_they_claim(values) -> None:
    """Where nothing hangs together: of different values, and of four with many ties."""
    chance, held, rejected = Random(3), 0, 0
    for _ in range(300):
        xs, ys = ([chance.randint(1, values) for _ in range(14)] for _ in "xy")
        correlation = spearman(xs, ys)
        held += correlation.low is None or correlation.low < 0 < correlation.high
        rejected += correlation.p < 0.05
    assert 0.91 <= held / 300 <= 0.985
    assert rejected <= 26  # 99.9 % of 5 % of 300
