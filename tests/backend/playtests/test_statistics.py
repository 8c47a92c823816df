"""Against known values, a plain restatement, and simulated truth."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.playtests.statistics import spearman, survival

waits = st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=60)


def test_ranks_in_order_are_one() -> None:
    found = spearman([1, 2, 3, 4, 5], [1, 4, 9, 16, 25])
    assert found is not None
    assert (found.value, found.n) == (1, 5)


@pytest.mark.parametrize(
    ("xs", "ys"), [([1, 2, 3], [1, 2, 3]), ([1] * 6, range(6)), (range(6), [2] * 6)]
)
def test_no_correlation_where_there_is_none_to_tell(xs, ys) -> None:
    assert spearman(list(xs), list(ys)) is None


def test_the_interval_holds_no_correlation_about_as_often_as_it_claims() -> None:
    chance, held = Random(3), 0
    for _ in range(300):
        found = spearman([chance.random() for _ in range(14)], [chance.random() for _ in range(14)])
        assert found is not None
        held += found.low < 0 < found.high
    assert 0.91 <= held / 300 <= 0.985


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
    found = survival(told)
    assert [one.move for one in found] == [move for move, _ in expected]
    assert [one.share for one in found] == pytest.approx([share for _, share in expected])
    assert all(0 <= one.low <= one.share + 1e-9 <= one.high + 2e-9 <= 1 + 3e-9 for one in found)


def test_without_sessions_there_is_no_curve() -> None:
    assert survival([]) == []
