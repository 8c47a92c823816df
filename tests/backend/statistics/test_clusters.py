"""Differences of players' rates, held against SciPy, statsmodels and simulation."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from scipy.stats import binom, chi2, fisher_exact
from statsmodels.stats.proportion import test_proportions_2indep as score_test

from backend.statistics.chi_squared import ChiSquared
from backend.statistics.clusters import (
    Clustered,
    Shared,
    compare,
    compare_curves,
    corrected,
)
from backend.statistics.multiplicity import is_shown
from backend.statistics.proportions import newcombe
from backend.statistics.survival import logrank
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


def test_of_different_players_it_is_newcombes_interval_and_the_score_test() -> None:
    one, other = alone(60, 200), alone(90, 210)
    assert one.design_effect == 1
    found = compare(one, other)
    judge = newcombe(60, 200, 90, 210)
    assert found is not None
    assert (found.estimate.value, found.estimate.low, found.estimate.high) == pytest.approx(
        (judge.value, judge.low, judge.high), abs=5e-4
    )
    p = score_test(60, 200, 90, 210, method="score", correction=False).pvalue
    assert found.p == pytest.approx(p, rel=0.05)


def test_groups_too_small_for_a_test_of_curves_are_left_out_and_named() -> None:
    usual = [(move, True) for move in range(1, 16)] + [(16, False)] * 25
    large, two = clustered([(1, 1)] * 15 + [(0, 1)] * 25), clustered([(1, 1)] * 2)
    tiny = [(1, True)] * 2
    assert logrank([usual, usual, tiny]).p < 0.01  # of two sessions
    found, small = compare_curves([usual, usual, tiny, []], [large, large, two, clustered([])])
    assert (found.df, round(found.p, 9), small) == (1, 1.0, [2])
    # Ten sessions of one player are one; so are sessions that are hardly ever expected to stall.
    alone, rare = clustered([(10, 10)]), clustered([(0, 1)] * 12)
    short = [(1, False)] * 12
    found, small = compare_curves([usual, [(1, True)] * 10, short], [large, alone, rare])
    assert (found, small) == (None, [1, 2])
    assert compare_curves([], []) == (None, [])


def test_a_log_rank_test_of_alike_sessions_counts_players() -> None:
    alike = clustered([(3, 3)] * 20 + [(0, 3)] * 20)  # three sessions are as good as one
    found = corrected(ChiSquared(9.0, 2, 0.0111), [alike, alike, alike])
    assert found.chi2 == pytest.approx(3.0, rel=0.03)
    assert found.df == 2
    assert found.p == pytest.approx(chi2.sf(found.chi2, 2))


def test_of_two_groups_the_small_ones_spread_counts_most() -> None:
    """As in the difference of their rates."""
    small, large = clustered([(3, 3)] * 20 + [(0, 3)] * 20), alone(600, 1200)
    parts = [one.design_effect / one.n for one in (small, large)]
    plain = [1 / one.n for one in (small, large)]
    found = corrected(ChiSquared(9.0, 1, 0.0027), [small, Clustered(0, 0, 0, 0, 0, 0), large])
    assert found.chi2 == pytest.approx(9.0 * sum(plain) / sum(parts))
    assert corrected(ChiSquared(9.0, 1, 0.0027), [small]).chi2 == 9.0


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


def is_claimed(difference) -> bool:
    return is_shown(difference.estimate.low, difference.estimate.high, difference.p)


def test_a_difference_from_a_few_players_is_none() -> None:
    """Five who solved it and one who got stuck; and any number of sessions of nine players."""
    assert compare(alone(0, 5), alone(1, 1)) is None
    nine = clustered([(20, 20)] * 9)
    assert compare(nine, alone(0, 200)) is None
    assert compare(alone(0, 200), nine) is None
    assert compare(clustered([(20, 20)] * 10), alone(0, 200)) is not None


def test_of_few_to_be_expected_p_is_fishers() -> None:
    difference = compare(alone(0, 10), alone(4, 10))
    assert difference.method == "exact_proportions"
    assert difference.p == pytest.approx(fisher_exact([[0, 10], [4, 6]]).pvalue)
    assert not is_claimed(difference)
    alike = compare(clustered([(4, 4)] * 4 + [(0, 4)] * 6), clustered([(0, 4)] * 10))
    assert alike.p >= difference.p


@pytest.mark.parametrize(("n", "m"), [(10, 10), (10, 12), (10, 60), (20, 20), (12, 40)])
def test_players_who_do_not_differ_are_seldom_said_to(n, m) -> None:
    """All outcomes summed, at the rate at which that is wrong most often."""
    claims = np.array(
        [
            [is_claimed(compare(alone(c, n), alone(d, m))) for d in range(m + 1)]
            for c in range(n + 1)
        ]
    )
    rates = np.linspace(0.01, 0.5, 50)[:, None]
    first, second = (binom.pmf(np.arange(size + 1), size, rates) for size in (n, m))
    assert np.einsum("rc,cd,rd->r", first, claims, second).max() <= 0.052


def test_nothing_to_compare_with() -> None:
    assert compare(alone(1, 2), Clustered(0, 0, 0, 0, 0, 0)) is None
    found = compare(alone(0, 20), alone(0, 20))
    assert found is not None
    assert found.p == 1


# Players who are in both ---------------------------------------------------------------------
Pair = tuple[tuple[int, int], tuple[int, int]]
"""(count, sessions) of a player in the one group and in the other."""


def both(players: list[Pair]) -> tuple[Clustered, Clustered, Shared]:
    groups = (clustered([pair[at] for pair in players if pair[at][1]]) for at in (0, 1))
    shared = Shared(
        sum(c * d for (c, _), (d, _) in players),
        sum(c * k for (c, _), (_, k) in players),
        sum(m * d for (_, m), (d, _) in players),
        sum(m * k for (_, m), (_, k) in players),
    )
    return *groups, shared


def test_of_one_session_each_the_correlation_is_that_of_the_pairs() -> None:
    draw = np.random.default_rng(3)
    one = draw.integers(0, 2, 50)
    other = np.where(draw.random(50) < 0.7, one, 1 - one)
    of_both = both([((int(c), 1), (int(d), 1)) for c, d in zip(one, other, strict=True)])
    *groups, shared = of_both
    table = np.bincount(2 * one + other, minlength=4)  # of pairs: neither, the other, the one, both
    products = table[0] * table[3] - table[1] * table[2]
    wanted = (products - 25) / np.sqrt(np.prod([one.sum(), 50 - one.sum()], dtype=float))
    wanted /= np.sqrt(np.prod([other.sum(), 50 - other.sum()], dtype=float))
    assert shared.correlation(*groups) == pytest.approx(wanted)
    assert wanted < np.corrcoef(one, other)[0, 1]


def test_those_who_were_all_alike_so_far_tell_no_certainty() -> None:
    one, other, shared = both([((c, 1), (c, 1)) for c in (0, 1) * 5])
    found = compare(one, other, shared)
    assert found.estimate.value == 0
    assert found.estimate.high == pytest.approx(-found.estimate.low)
    assert 0.15 < found.estimate.high < 0.4
    assert found.p == 1


def test_who_is_alike_in_both_does_not_blur_the_difference() -> None:
    players = [((4, 5), (3, 5))] * 5 + [((1, 5), (0, 5))] * 5
    one, other, shared = both(players)
    paired, apart = compare(one, other, shared), compare(one, other)
    assert paired.estimate.value == apart.estimate.value == pytest.approx(0.2)
    assert paired.estimate.low > 0 > apart.estimate.low
    assert paired.p < 0.05 < apart.p


def test_independent_sessions_have_nearly_the_interval_they_had() -> None:
    draw = np.random.default_rng(8)
    counts = draw.binomial(1, (0.3, 0.45), (400, 2)).tolist()
    one, other, shared = both([((c, 1), (d, 1)) for c, d in counts])
    found = compare(one, other, shared).estimate
    judge = newcombe(one.count, 400, other.count, 400)
    width = judge.high - judge.low
    assert found.low == pytest.approx(judge.low, abs=0.06 * width)
    assert found.high == pytest.approx(judge.high, abs=0.06 * width)
    assert compare(one, other, Shared()) == compare(one, other)


def coverage(experiments: int, players: int, most: int, seed: int) -> tuple[float, float]:
    """How often the interval of players in both groups holds the truth, and how wide it is

    beside that of independent groups. Players differ much; each plays 1 … `most` times in each.
    """
    draw = np.random.default_rng(seed)

    def rates(skill: np.ndarray, more: float) -> np.ndarray:
        return 1 / (1 + np.exp(0.8 - more - skill))

    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    truth = float(weights @ (rates(1.5 * nodes, 0.5) - rates(1.5 * nodes, 0)) / weights.sum())
    held, widths = 0, []
    for _ in range(experiments):
        skill = draw.normal(0, 1.5, players)
        sessions = draw.integers(1, most + 1, (2, players))
        counts = [draw.binomial(sessions[at], rates(skill, (0.5, 0)[at])) for at in (0, 1)]
        groups = [np.stack([counts[at], sessions[at]], axis=1).tolist() for at in (0, 1)]
        one, other, shared = both(list(zip(*groups, strict=True)))
        found, apart = compare(one, other, shared).estimate, compare(one, other).estimate
        held += found.low <= truth <= found.high
        widths.append((found.high - found.low) / (apart.high - apart.low))
    return held / experiments, float(np.mean(widths))


def test_intervals_of_players_in_both_groups_hold_the_truth() -> None:
    held, width = coverage(200, 40, 5, seed=5)
    assert 0.91 <= held <= 0.985
    assert width < 0.8


@pytest.mark.long
@pytest.mark.parametrize(("players", "most"), [(20, 3), (60, 6), (200, 4)])
def test_intervals_of_players_in_both_groups_hold_the_truth_19_times_in_20(players, most) -> None:
    held, width = coverage(2_000, players, most, seed=20261130)
    assert 0.935 <= held <= 0.965
    assert width < 0.85
