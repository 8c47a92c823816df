"""The search against figures that are made up: rising, falling, noisy, turning, of two rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lab.tuning.search import (
    ENOUGH,
    Axis,
    Cell,
    Target,
    next_step,
    short_list,
    standing,
    turns,
)
from backend.statistics.estimates import Estimate
from engines.intervals import wilson

N = 10_000
Figure = Callable[..., float]


def axis(length, name="a"):
    return Axis(name, tuple(range(length)), ordered=True)


def measure(rate, random=None, n=N) -> Estimate:
    """What n trials say of a rate; without `random`, the expected count."""
    if random is None:
        count = round(rate * n)
    else:
        count = min(n, max(0, round(random.gauss(n * rate, (n * rate * (1 - rate)) ** 0.5))))
    return Estimate(count / n, *wilson(count, n), n)


def search(axes, target, figure: Figure, random=None, most=50):
    """(what was measured, the ways of the steps, whether it came to an end by itself)."""
    measured: dict[Cell, Estimate | None] = {}
    ways = []
    while (step := next_step(axes, target, measured)) is not None:
        if len(ways) == most:
            return measured, ways, False
        assert step.cells
        assert len(set(step.cells)) == len(step.cells)
        assert not measured.keys() & set(step.cells), "tried before"
        for cell in step.cells:
            assert all(0 <= i < len(a.values) for i, a in zip(cell, axes, strict=True))
            measured[cell] = measure(figure(*cell), random)
        ways.append(step.way)
    return measured, ways, True


@given(
    length=st.integers(2, 400),
    falls=st.booleans(),
    power=st.floats(0.2, 5),
    low=st.floats(0.02, 0.9),
    width=st.floats(0.03, 0.3),
)
def test_a_figure_that_only_rises_or_falls_is_found_where_it_reaches(
    length, falls, power, low, width
):
    def figure(i):
        share = (i / (length - 1)) ** power
        return 1 - share if falls else share

    target = Target(low, min(1.0, low + width))
    measured, ways, ended = search([axis(length)], target, figure)
    assert ended
    assert "everywhere" not in ways
    assert len(ways) <= 12, "bisection, not a walk"
    inside = {(i,) for i in range(length) if standing(target, measure(figure(i))) == "inside"}
    listed = short_list(target, measured)
    assert bool(inside) <= bool(listed)
    if inside:
        assert listed[0] in inside
    assert len([c for c in measured if c in inside]) >= min(ENOUGH, len(inside))


@given(length=st.integers(3, 120), seed=st.integers(0, 2**32))
def test_noise_ends_and_what_is_listed_was_measured_there(length, seed):
    random, target = Random(seed), Target(0.2, 0.3)
    measured, _, ended = search([axis(length)], target, lambda i: i / length, random, most=400)
    assert ended
    for cell in short_list(target, measured):
        found = measured[cell]
        assert found is not None
        assert standing(target, found) in ("inside", "across")


def test_a_hump_is_seen_and_then_looked_for_everywhere():
    def hump(i):
        return 0.9 - abs(i - 50) / 60

    measured, ways, _ = search([axis(101)], Target(0.82, 0.88), hump)
    assert ways[0] == "spread"
    assert "everywhere" in ways
    assert turns([axis(101)], measured)
    listed = short_list(Target(0.82, 0.88), measured)
    assert listed
    assert all(0.8 < hump(*cell) < 0.9 for cell in listed)


def test_a_hump_is_tried_value_by_value_where_nothing_reaches():
    values = [0.1, 0.5, 0.1, 0.5, 0.1, 0.5, 0.1, 0.5, 0.1, 0.5, 0.1, 0.5, 0.1]
    measured, _, ended = search([axis(13)], Target(0.25, 0.3), lambda i: values[i])
    assert ended
    assert not short_list(Target(0.25, 0.3), measured)
    assert len(measured) == 13


def test_a_target_between_two_neighbours_is_told_from_one_that_is_reached():
    measured, _, ended = search([axis(40)], Target(0.2, 0.3), lambda i: 0.05 if i < 17 else 0.6)
    assert ended
    assert short_list(Target(0.2, 0.3), measured) == []
    assert {(16,), (17,)} <= measured.keys(), "the two it lies between"


def test_a_target_out_of_reach_takes_one_step():
    measured, ways, ended = search([axis(300)], Target(0.8, 0.9), lambda i: i / 1000)
    assert ended
    assert ways == ["spread"]
    assert len(measured) == 5


@given(a=st.floats(0.1, 2), b=st.floats(0.1, 2), low=st.floats(0.1, 0.7))
def test_two_rules_find_cells_inside_where_there_are_many(a, b, low):
    def figure(x, y):
        return (a * x / 20 + b * y / 20) / (a + b)

    target = Target(low, low + 0.12)
    measured, ways, _ = search([axis(21), axis(21, "b")], target, figure)
    assert len(ways) <= 12
    listed = short_list(target, measured)
    assert len(listed) == ENOUGH
    assert all(standing(target, measured[cell]) == "inside" for cell in listed)


def test_of_choices_each_one_is_tried():
    choice = Axis("kind", ("a", "b", "c"), ordered=False)
    rates = (0.1, 0.25, 0.9)
    measured, ways, ended = search([choice], Target(0.2, 0.3), lambda i: rates[i])
    assert ended
    assert ways == ["spread"]
    assert short_list(Target(0.2, 0.3), measured) == [(1,)]


def test_a_choice_beside_a_number_has_a_line_of_its_own_for_each():
    axes = [Axis("kind", ("a", "b"), ordered=False), axis(100)]
    measured, ways, _ = search(axes, Target(0.2, 0.22), lambda k, i: i / 100 if k else 0.9)
    assert "everywhere" not in ways
    assert all(cell[0] == 1 for cell in short_list(Target(0.2, 0.22), measured))
    assert (1, 21) in measured


def test_where_nothing_is_counted_the_search_goes_on_without():
    step = next_step([axis(9)], Target(0.2, 0.3), {})
    assert step is not None
    assert next_step([axis(9)], Target(0.2, 0.3), dict.fromkeys(step.cells)) is None


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.22, 0.28, "inside"),
        (0.2, 0.3, "inside"),
        (0.19, 0.25, "across"),
        (0.1, 0.4, "across"),
        (0.1, 0.19, "below"),
        (0.31, 0.4, "above"),
    ],
)
def test_standing_is_decided_by_the_interval(low, high, expected):
    assert standing(Target(0.2, 0.3), Estimate((low + high) / 2, low, high, 10)) == expected
