"""Sums of independent plays, against brute force and SciPy's own tests."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pytest
from scipy.stats import binomtest

from backend.playtests.statistics.standing_out import standing_out
from backend.playtests.statistics.sums import (
    Counts,
    as_simulated,
    at_least,
    binomials,
    sum_of,
    two_sided,
)


def test_a_sum_of_plays_with_chances_of_their_own() -> None:
    chances = [0.1, 0.5, 0.5, 0.9, 0.3]
    found = sum_of([*binomials([1, 2], [chances[0], 0.5]), *map(_one, chances[3:])])
    wanted = np.zeros(6)
    for outcome in product((0, 1), repeat=5):
        wanted[sum(outcome)] += prod(
            p if hit else 1 - p for p, hit in zip(chances, outcome, strict=True)
        )
    assert found.first == 0
    assert found.chances == pytest.approx(wanted)


def _one(chance: float) -> Counts:
    return binomials([1], [chance])[0]


@pytest.mark.parametrize("seen", [0, 3, 8, 15])
def test_p_values_are_those_of_the_exact_binomial_test(seen) -> None:
    counts = sum_of(binomials([10, 5], [0.3, 0.3]))
    assert two_sided(counts, seen) == pytest.approx(binomtest(seen, 15, 0.3).pvalue)
    greater = binomtest(seen, 15, 0.3, alternative="greater").pvalue
    assert at_least(counts, seen) == pytest.approx(greater)


def test_what_cannot_be_has_no_chance() -> None:
    assert two_sided(*binomials([3], [0.0]), 1) == pytest.approx(0)
    assert two_sided(sum_of(binomials([10_000], [0.5])), 0) == 0


def test_more_simulated_plays_make_it_binomial() -> None:
    known = binomials([20], [0.25])[0].chances
    some, many = (as_simulated([20], [n], [4 * n])[0].chances for n in (25, 250_000))
    assert many == pytest.approx(known, abs=1e-5)
    assert some.std() < known.std()  # wider: the chances lie flatter


def test_a_place_where_all_stall_stands_out_alone() -> None:
    # Forty sessions, each at four places; all stalled at a, and ten of them once elsewhere.
    chances = {(1, 4): 30, (2, 4): 10}
    places = {"a": (40, chances), "b": (5, chances), "c": (5, chances), "d": (0, chances)}
    found = standing_out(places)
    assert list(found) == ["a"]
    assert found["a"].expected == 12.5
    assert found["a"].p < 1e-6


def test_a_slow_player_counts_for_no_place() -> None:
    """Who stalls everywhere, or nowhere, says nothing of places."""
    chances = {(4, 4): 30, (0, 4): 30}
    assert standing_out(dict.fromkeys("abcd", (30, chances))) == {}
    assert standing_out({}) == {}
