"""Against a plain restatement and two other programs."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from backend.statistics import kaplan_meier, logrank

waits = st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=60)


@settings(max_examples=60, deadline=None)
@given(waits)
def test_survival_is_the_product_of_what_was_got_through(told) -> None:
    share, expected = 1.0, [(0, 1.0)]
    for move in range(1, 13):
        at_risk = sum(one >= move for one, _ in told)
        came = sum(one == move and stall for one, stall in told)
        if came:
            share *= 1 - came / at_risk
            expected.append((move, share))
    if (last := max(one for one, _ in told)) > expected[-1][0]:
        expected.append((last, share))
    found = kaplan_meier(told)
    assert [one.time for one in found] == [move for move, _ in expected]
    assert [one.share for one in found] == pytest.approx([share for _, share in expected])
    assert all(0 <= one.low <= one.share <= one.high <= 1 for one in found)


def test_without_sessions_there_is_no_curve() -> None:
    assert kaplan_meier([]) == []


@pytest.mark.parametrize(
    ("told", "curve"),
    [
        ([(4, False), (9, False)], [(0, 1, 2), (9, 1, 1)]),
        ([(2, True), (5, False), (9, False)], [(0, 1, 3), (2, 2 / 3, 3), (9, 2 / 3, 1)]),
        ([(2, True), (9, True)], [(0, 1, 2), (2, 0.5, 2), (9, 0, 1)]),
    ],
    ids=["nobody stalled", "watched beyond the last stall", "ends with a stall"],
)
def test_a_curve_runs_to_the_last_move_watched(told, curve) -> None:
    found = kaplan_meier(told)
    assert [(one.time, one.at_risk) for one in found] == [(move, n) for move, _, n in curve]
    assert [one.share for one in found] == pytest.approx([share for _, share, _ in curve])
    before = [one for one in found if one.time < 9][-1]
    if found[-1].share == before.share:
        assert (found[-1].low, found[-1].high) == (before.low, before.high)


def some_waits(chance: Random, n: int, longest: int = 9) -> list[tuple[int, bool]]:
    return [(chance.randint(1, longest), chance.random() < 0.6) for _ in range(n)]


def of_scipy(groups):
    from scipy.stats import CensoredData
    from scipy.stats import logrank as of_two

    test = of_two(
        *(
            CensoredData(
                uncensored=[move for move, came in group if came],
                right=[move for move, came in group if not came],
            )
            for group in groups
        )
    )
    return test.statistic**2, test.pvalue


def by_hand(groups):
    """The textbook's sums, move by move, without the last group that is told apart.

    χ², degrees of freedom and p; None where nothing can be told.
    """
    moves = sorted({move for group in groups for move, came in group if came})
    at_risk = [np.array([sum(m >= move for m, _ in group) for group in groups]) for move in moves]
    stalls = [np.array([group.count((move, True)) for group in groups]) for move in moves]
    excess = np.zeros(len(groups))
    covariance = np.zeros((len(groups), len(groups)))
    for watched, came in zip(at_risk, stalls, strict=True):
        n, d = watched.sum(), came.sum()
        share = watched / n
        excess += came - d * share
        if n > 1:
            variance = d * (n - d) / (n - 1)
            covariance += variance * (np.diag(share) - np.outer(share, share))
    told = np.flatnonzero(covariance.diagonal() > 0)[:-1]
    if not len(told):
        return None
    off = excess[told]
    value = off @ np.linalg.solve(covariance[np.ix_(told, told)], off)
    return value, len(told), chi2.sf(value, len(told))


SIZES = (1, 1, 2, 3, 8, 20, 70)


def test_the_log_rank_test_is_that_of_the_textbook_and_of_scipy() -> None:
    """A thousand random cases: sizes from 1 to 70, ties, and groups that leave early."""
    chance = Random(20261130)
    compared = tested = lost = 0
    for _ in range(1_000):
        groups = [
            some_waits(chance, chance.choice(SIZES), chance.choice((2, 9, 40)))
            for _ in range(chance.choice((2, 2, 3, 5)))
        ]
        test, judged = logrank(groups), by_hand(groups)
        assert (test is None) == (judged is None), groups
        if test is None:
            continue
        tested += 1
        lost += test.df < len(groups) - 1
        assert (test.chi2, test.df, test.p) == pytest.approx(judged, abs=1e-9), groups
        if len(groups) == 2:
            assert (test.chi2, test.p) == pytest.approx(of_scipy(groups), abs=1e-9), groups
            compared += 1
    assert tested > 900
    assert compared > 350
    assert lost > 10


def test_one_session_against_nine() -> None:
    groups = [[(2, True)], [(move, True) for move in range(1, 10)]]
    test = logrank(groups)
    assert (test.df, round(test.p, 3)) == (1, 0.186)
    assert (test.chi2, test.p) == pytest.approx(of_scipy(groups))


def test_a_group_that_left_before_the_first_stall_is_no_degree_of_freedom() -> None:
    early, slow = [(1, False)] * 5, [(move, True) for move in range(4, 12)]
    quick = [(move, True) for move in range(2, 10)]
    for at in range(3):
        groups = [quick, slow]
        groups.insert(at, early)
        assert logrank(groups) == logrank([quick, slow])
    assert logrank([early, slow]) is None


def test_a_p_that_is_tiny_is_not_nought() -> None:
    assert 0 < logrank([[(1, True)] * 400, [(9, True)] * 400]).p < 1e-100


def test_a_group_that_nobody_watched_tells_nothing() -> None:
    chance = Random(5)
    groups = [some_waits(chance, 20), some_waits(chance, 30)]
    assert logrank([*groups, []]) == logrank(groups)


@pytest.mark.parametrize(
    "groups",
    [[], [[]], [[(1, True), (2, True)]], [[(1, True)] * 4, []], [[(3, False)] * 4, [(2, False)]],
     [[(1, True)] * 3, [(1, True)] * 2]],
)  # fmt: skip
def test_nothing_to_tell_apart(groups) -> None:
    assert logrank(groups) is None
