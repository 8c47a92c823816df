"""Against a plain restatement and two other programs."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.playtests.statistics.survival import logrank, survival

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
    found = survival(told)
    assert [one.move for one in found] == [move for move, _ in expected]
    assert [one.share for one in found] == pytest.approx([share for _, share in expected])
    assert all(0 <= one.low <= one.share + 1e-9 <= one.high + 2e-9 <= 1 + 3e-9 for one in found)


def test_without_sessions_there_is_no_curve() -> None:
    assert survival([]) == []


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
    found = survival(told)
    assert [(one.move, one.at_risk) for one in found] == [(move, n) for move, _, n in curve]
    assert [one.share for one in found] == pytest.approx([share for _, share, _ in curve])
    before = [one for one in found if one.move < 9][-1]
    if found[-1].share == before.share:
        assert (found[-1].low, found[-1].high) == (before.low, before.high)


def some_waits(chance: Random, n: int, longest: int = 9) -> list[tuple[int, bool]]:
    return [(chance.randint(1, longest), chance.random() < 0.6) for _ in range(n)]


@pytest.mark.parametrize("sizes", [(20, 30), (3, 60), (10, 40, 25), (5, 5, 5, 100)])
def test_logrank_agrees_with_two_other_programs(sizes) -> None:
    from scipy.stats import CensoredData
    from scipy.stats import logrank as of_two
    from statsmodels.duration.survfunc import survdiff

    chance = Random(sum(sizes))
    groups = [some_waits(chance, n) for n in sizes]
    found = logrank(groups)
    assert found is not None
    assert found.df == len(groups) - 1
    labels = [at for at, group in enumerate(groups) for _ in group]
    moves, came = zip(*(one for group in groups for one in group), strict=True)
    chi2, p = survdiff(np.array(moves), np.array(came, int), np.array(labels))
    assert (found.chi2, found.p) == pytest.approx((chi2, p))
    if len(groups) == 2:
        told = [
            CensoredData(
                uncensored=[move for move, stall in group if stall],
                right=[move for move, stall in group if not stall],
            )
            for group in groups
        ]
        two = of_two(*told)
        assert (found.chi2, found.p) == pytest.approx((two.statistic**2, two.pvalue))


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
