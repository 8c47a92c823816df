"""Sample ratios and differences, held against SciPy, statsmodels and simulation."""

from __future__ import annotations

from random import Random

import pytest
from scipy.stats import chi2, chisquare
from statsmodels.stats.proportion import test_proportions_2indep as score_test

from backend.lab.statistics.proportions import newcombe
from backend.playtests.statistics.clustered import (
    Clustered,
    chi2_tail,
    compare,
    corrected,
    sample_ratio,
)
from backend.playtests.statistics.survival import LogRank
from engines import wilson


def alone(count: int, n: int) -> Clustered:
    """Every session another player's."""
    return Clustered(count, n, n, count, count, n)


def clustered(players: list[tuple[int, int]]) -> Clustered:
    """Of (count, sessions) of each player."""
    return Clustered(
        sum(c for c, _ in players),
        sum(m for _, m in players),
        len(players),
        sum(c * c for c, _ in players),
        sum(c * m for c, m in players),
        sum(m * m for _, m in players),
    )


@pytest.mark.parametrize("counts", [(500, 500), (520, 480), (300, 340, 360), (10, 40)])
def test_the_sample_ratio_is_pearsons(counts) -> None:
    found, judge = sample_ratio(counts), chisquare(counts)
    assert found is not None
    assert found.chi2 == pytest.approx(judge.statistic)
    assert found.p == pytest.approx(judge.pvalue)
    assert found.warns == (judge.pvalue < 0.001)


@pytest.mark.parametrize("df", [1, 2, 3, 4, 7])
def test_the_tail_of_chi2_is_scipys(df) -> None:
    for x in (0.0, 0.3, 1.0, 4.2, 17.0, 80.0):
        assert chi2_tail(x, df) == pytest.approx(chi2.sf(x, df), rel=1e-9)


@pytest.mark.parametrize("counts", [(), (7,), (0, 0)])
def test_nothing_to_test(counts) -> None:
    assert sample_ratio(counts) is None


def test_of_different_players_it_is_newcombes_interval_and_the_score_test() -> None:
    one, other = alone(60, 200), alone(90, 210)
    assert one.design_effect == pytest.approx(1, abs=0.01)
    found = compare(one, other)
    judge = newcombe(60, 200, 90, 210)
    assert found is not None
    assert (found.estimate.value, found.estimate.low, found.estimate.high) == pytest.approx(
        (judge.value, judge.low, judge.high), abs=5e-4
    )
    p = score_test(60, 200, 90, 210, method="score", correction=False).pvalue
    assert found.p == pytest.approx(p, rel=0.05)


def test_a_log_rank_test_of_alike_sessions_counts_players() -> None:
    alike = clustered([(3, 3)] * 20 + [(0, 3)] * 20)  # three sessions are as good as one
    found = corrected(LogRank(9.0, 2, 0.0111), [alike, alike, alike])
    assert found.chi2 == pytest.approx(3.0, rel=0.03)
    assert found.df == 2
    assert found.p == pytest.approx(chi2.sf(found.chi2, 2))


def test_of_two_groups_the_small_ones_spread_counts_most() -> None:
    """As in the difference of their rates."""
    small, large = clustered([(3, 3)] * 20 + [(0, 3)] * 20), alone(600, 1200)
    parts = [one.design_effect / one.n for one in (small, large)]
    plain = [1 / one.n for one in (small, large)]
    found = corrected(LogRank(9.0, 1, 0.0027), [small, Clustered(0, 0, 0, 0, 0, 0), large])
    assert found.chi2 == pytest.approx(9.0 * sum(plain) / sum(parts))
    assert corrected(LogRank(9.0, 1, 0.0027), [small]).chi2 == 9.0


def test_players_all_of_one_kind_count_once_each() -> None:
    """Ten sessions of each player, all stuck or none: as good as one session each."""
    found = clustered([(10, 10)] * 30 + [(0, 10)] * 70)
    assert found.design_effect == pytest.approx(10, rel=0.02)
    assert found.interval == pytest.approx(wilson(30, 100), abs=2e-3)


def test_where_nobody_was_stuck_each_player_counts_once() -> None:
    assert clustered([(0, 4)] * 25).interval == pytest.approx(wilson(0, 25))


def test_intervals_hold_the_truth_although_players_differ() -> None:
    """Half of the players are stuck in 20 %, half in 60 % of their five sessions: 40 % in all."""
    chance, held, plain = Random(4), 0, 0
    for _ in range(500):
        told = []
        for _ in range(60):
            rate = chance.choice((0.2, 0.6))
            told.append((sum(chance.random() < rate for _ in range(5)), 5))
        found = clustered(told)
        low, high = found.interval
        held += low <= 0.4 <= high
        low, high = wilson(found.count, found.n)
        plain += low <= 0.4 <= high
    assert 0.925 <= held / 500 <= 0.98
    assert plain < held


def test_nothing_to_compare_with() -> None:
    assert compare(alone(1, 2), Clustered(0, 0, 0, 0, 0, 0)) is None
    found = compare(alone(0, 20), alone(0, 20))
    assert found is not None
    assert found.p == 1
