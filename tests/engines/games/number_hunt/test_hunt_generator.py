"""Layouts: never overlapping, numbered fairly, and given up with advice."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from engines import GenerationFailed
from engines.games.number_hunt.generator import (
    Layout,
    covered,
    fits,
    generate,
    make_board,
    number_circles,
    place_circles,
)
from engines.games.number_hunt.levels import LEVELS
from engines.games.number_hunt.rules import outcome, replay
from engines.games.number_hunt.types import Board, Circle, Rules
from engines.randomness import BOARD, Stream

KINDS = (
    Rules(),
    Rules(gap=0),
    Rules(circles=5, width=100, height=100, min_radius=4, max_radius=25, gap=0),
    Rules(circles=40, min_radius=18, max_radius=22, attempts=25),
    Rules(circles=100, min_radius=10, max_radius=12, gap=0),
    Rules(circles=5, width=1000, height=100, min_radius=50, max_radius=50, gap=20),
    *(level.rules for level in LEVELS),
)


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_circles_lie_in_the_field_and_never_overlap(rules: Rules) -> None:
    for seed in range(20):
        circles = make_board(rules, Stream(seed, 3, BOARD)).circles
        assert len(circles) == rules.circles
        for x, y, radius in circles:
            assert rules.min_radius <= radius <= rules.max_radius
            assert radius <= x <= rules.width - radius
            assert radius <= y <= rules.height - radius
        for one, other in combinations(circles, 2):
            apart = (one.x - other.x) ** 2 + (one.y - other.y) ** 2
            assert apart >= (one.radius + other.radius + rules.gap) ** 2


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_a_certificate_solves_its_puzzle(rules: Rules) -> None:
    for seed in (0, 1, 2**63 - 1):
        puzzle = generate(rules, seed)
        assert outcome(replay(puzzle.board, puzzle.certificate)).status == "solved"
        assert generate(rules, seed) == puzzle


def test_a_circle_fits_up_to_the_gap_and_no_further() -> None:
    at = Circle(50, 50, 10)
    assert fits(Circle(74, 50, 10), [at], 4)
    assert not fits(Circle(73, 50, 10), [at], 4)
    assert fits(Circle(62, 66, 10), [at], 0)  # 12² + 16² = 20²
    assert not fits(Circle(62, 65, 10), [at], 0)
    assert fits(at, [], 100)


def test_attempts_and_rebuilds_are_told() -> None:
    roomy = place_circles(Rules(circles=5), Stream(1, 0, BOARD))
    assert roomy.rebuilds == 0
    assert roomy.most == 5
    assert 5 <= roomy.attempts < 20
    crowded = Rules(circles=40, min_radius=18, max_radius=22, attempts=25)
    layouts = [place_circles(crowded, Stream(1, trial, BOARD)) for trial in range(60)]
    assert any(layout.rebuilds for layout in layouts)
    assert any(layout.rebuilds == 0 for layout in layouts)
    for layout in layouts:
        assert layout.most == len(layout.circles) == 40
        assert layout.attempts >= 40 + 25 * layout.rebuilds


def test_radii_and_numbers_are_drawn_evenly() -> None:
    """Chi-squared: radii of first circles; which place of a layout gets number 1, and number 5."""
    rules = Rules(circles=5, min_radius=10, max_radius=19)
    layout = Layout(tuple(Circle(i, 0, 10) for i in range(5)), 5, 0, 5)
    radii: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    lasts: Counter[int] = Counter()
    trials = 5_000
    for trial in range(trials):
        stream = Stream(77, trial, BOARD)
        radii[place_circles(rules, stream).circles[0].radius] += 1
        board = number_circles(rules, layout, stream)
        assert sorted(circle.x for circle in board.circles) == [0, 1, 2, 3, 4]
        firsts[board.circles[0].x] += 1
        lasts[board.circles[4].x] += 1
    for seen, kinds, limit in ((radii, 10, 33.7), (firsts, 5, 23.5), (lasts, 5, 23.5)):
        expected = trials / kinds
        assert len(seen) == kinds
        assert sum((n - expected) ** 2 / expected for n in seen.values()) < limit  # p = 0.0001


def test_every_order_of_the_numbers_comes_up_equally() -> None:
    """Chi-squared over all 120 orders of five circles."""
    layout = Layout(tuple(Circle(i, 0, 10) for i in range(5)), 5, 0, 5)
    seen: Counter[tuple[Circle, ...]] = Counter()
    for trial in range(12_000):
        seen[number_circles(Rules(circles=5), layout, Stream(8, trial, BOARD)).circles] += 1
    assert len(seen) == 120
    assert sum((n - 100) ** 2 / 100 for n in seen.values()) < 186  # 119 degrees, p = 0.0001


def test_a_layout_that_never_comes_about_is_given_up_with_advice() -> None:
    rules = Rules(circles=70, min_radius=20, max_radius=20, rebuilds=100, attempts=200)
    with pytest.raises(GenerationFailed) as caught:
        generate(rules, 1)
    message = str(caught.value)
    assert "70 circles did not find room in 360x480 points in 101 layouts" in message
    assert "Try fewer circles, a larger field, smaller circles or a smaller gap." in message


def test_how_much_is_covered() -> None:
    rules = Rules(circles=5, width=100, height=100, min_radius=10, max_radius=10)
    circles = tuple(Circle(10 + 20 * i, 10, 10) for i in range(5))
    assert covered(Board(rules, circles)) == 1570  # 500 π of 10,000
