"""Replicates, many comparisons, sizes to plan with, and bands."""

from __future__ import annotations

from random import Random
from statistics import NormalDist

import pytest
from scipy.stats import chi2, chi2_contingency, f_oneway, multivariate_hypergeom
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_confint

from backend.lab.bands import Verdict, verdict
from backend.statistics.chi_squared import chi_squared
from backend.statistics.homogeneity import spread_of_means, spread_of_proportions
from backend.statistics.means import Sums
from backend.statistics.multiplicity import holm
from backend.statistics.planning import (
    detectable,
    error_of,
    more_trials,
    trials_for_difference,
    trials_for_precision,
)


def sums(values):
    return Sums(len(values), sum(values), sum(v * v for v in values))


def test_spread_of_proportions_is_the_chi2_test_of_homogeneity():
    runs = [(612, 1000), (590, 1000), (655, 1100)]
    judge = chi2_contingency([[c for c, _ in runs], [n - c for c, n in runs]], correction=False)
    found = spread_of_proportions(runs)
    assert (found.chi2, found.df, found.p) == pytest.approx(
        (judge.statistic, judge.dof, judge.pvalue)
    )


def test_spread_of_means_is_the_analysis_of_variance():
    draw = Random(6)
    runs = [[draw.randint(0, 9) for _ in range(n)] for n in (30, 40, 35)]
    found = spread_of_means([sums(run) for run in runs])
    assert found.chi2 / found.df == pytest.approx(f_oneway(*runs).statistic)


@pytest.mark.parametrize(
    "runs", [[], [(1, 2)], [(0, 5), (0, 5)], [(5, 5), (5, 5)], [(1, 2), (0, 0)]]
)
def test_there_may_be_no_spread_to_test(runs):
    assert spread_of_proportions(runs) is None
    assert spread_of_means([sums([3] * 30), sums([3] * 30)]) is None
    assert spread_of_means([sums([3, 4] * 30)]) is None


def test_of_few_counts_no_scatter_is_told():
    """Two counts of fifty replicates fall into one of them once in fifty times, at p = 0.00004."""
    assert spread_of_proportions([(2, 1000), *[(0, 1000)] * 49]) is None
    assert spread_of_proportions([(998, 1000), *[(1000, 1000)] * 49]) is None
    assert spread_of_proportions([(5, 1000), (5, 1000), (0, 1000)]) is None
    assert spread_of_proportions([(5, 1000), (5, 1000), (5, 1000)]).p == 1
    assert spread_of_proportions([(500, 1000), (4, 9)]) is None  # too few plays in one of them
    few = [9, 2, 4]
    assert spread_of_means([sums(few * 10), sums([*few * 9, 9, 2])]) is None


def test_from_there_on_alarms_are_as_rare_as_they_claim():
    expected, replicates, n = 5, 50, 1000
    counts = multivariate_hypergeom.rvs(
        [n] * replicates, expected * replicates, size=4_000, random_state=3
    )
    ps = [spread_of_proportions([(int(c), n) for c in row]).p for row in counts]
    assert 0.035 <= sum(p < 0.05 for p in ps) / len(ps) <= 0.065
    assert sum(p < 0.001 for p in ps) <= 16


def test_tails_of_chi2_are_scipys_at_any_size():
    for df in (1, 2, 3, 7, 50, 300, 4001):
        for x in (0.0, 0.3, 4.2, 17.0, 340.0, 900.0, 5000.0):
            judged = chi2.sf(x, df)
            assert chi_squared(x, df).p == pytest.approx(judged, rel=1e-9, abs=1e-300)
    assert chi_squared(340, 300).p == pytest.approx(0.05563, abs=1e-5)


def test_holms_example():
    # Step-down: 4 × 0.005, 3 × 0.01, then never less than the one before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    ps = [0.2, 0.001, 0.04, 0.04, 0.9, 0.013]
    assert holm(ps) == pytest.approx(multipletests(ps, method="holm")[1].tolist())
    assert holm([0.7]) == [0.7]


def test_sizes_agree_with_statsmodels():
    assert trials_for_precision(0.01) == 9604
    assert trials_for_precision(0.01, variance=0.09) == 3458
    n = trials_for_difference(0.02, variance=0.25, other_variance=0.25)
    judge = NormalIndPower().solve_power(0.02 / 0.5, power=0.8, alpha=0.05)
    assert n == pytest.approx(judge, abs=1)
    error = (0.5 / n) ** 0.5
    assert detectable(error) == pytest.approx(0.02, rel=1e-4)
    assert error_of(-1.959964, 1.959964) == pytest.approx(1, rel=1e-6)


@pytest.mark.parametrize("m", [1, 2, 8, 23])
def test_a_planned_size_keeps_its_promise_after_holms_adjustment(m):
    n = trials_for_difference(0.02, variance=0.25, other_variance=0.25, comparisons=m)
    judge = NormalIndPower().solve_power(0.02 / 0.5, power=0.8, alpha=0.05 / m)
    assert n == pytest.approx(judge, abs=1)
    error = (0.5 / n) ** 0.5
    assert detectable(error, comparisons=m) == pytest.approx(0.02, rel=1e-4)
    # The one that differs is seen in 4 of 5 experiments, whatever the m - 1 others come out as.
    random = Random(1)
    told = 0
    for _ in range(2_000):
        zs = [random.gauss(0.02 / error, 1), *(random.gauss(0, 1) for _ in range(m - 1))]
        told += holm([2 * NormalDist().cdf(-abs(z)) for z in zs])[0] < 0.05
    assert told / 2_000 > 0.77


def test_a_verdict_needs_the_whole_interval_in_one_band():
    borders = (0.1, 0.4)
    assert verdict(borders, 0.05, 0.04, 0.06, 1000) == Verdict("hardly ever")
    assert verdict(borders, 0.2, 0.1, 0.3, 1000) == Verdict("sometimes")
    assert verdict(borders, 0.5, 0.4, 0.6, 1000) == Verdict("often")
    assert verdict(borders, 0.4, 0.38, 0.42, 1000) == Verdict(None, None)
    assert verdict(borders, 1.0, 0.88, 1.0, 29) == Verdict(None, 1)
    assert verdict(borders, 1.0, 0.88, 1.0, 30) == Verdict("often")


@pytest.mark.parametrize(("value", "n"), [(0.12, 200), (0.38, 500), (0.0, 10), (0.3, 4)])
def test_so_many_more_trials_bring_a_verdict(value, n):
    borders = (0.1, 0.4)
    low, high = proportion_confint(value * n, n, method="wilson")  # 0.3 × 4 may be 1.2 here
    told = verdict(borders, value, low, high, n)
    assert told.band is None
    for then, decided in ((n + told.more, True), (n + told.more - 1, False)):
        low, high = proportion_confint(value * then, then, method="wilson")
        assert (verdict(borders, value, low, high, then).band is not None) == decided


def test_on_the_border_no_number_of_trials_is_promised():
    assert more_trials(0.4, 100, 0.4) is None
