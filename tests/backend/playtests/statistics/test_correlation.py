"""Against known values and simulated truth."""

from __future__ import annotations

from random import Random

import pytest

from backend.playtests.statistics.correlation import spearman


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
