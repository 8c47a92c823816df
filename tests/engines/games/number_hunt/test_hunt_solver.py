"""Hints and answers."""

from __future__ import annotations

import pytest

from engines import get_game
from engines.games.number_hunt import rules as judge
from engines.games.number_hunt.generator import generate
from engines.games.number_hunt.solver import area, hint, solve
from engines.games.number_hunt.types import Board, Circle, Move, Rules

RULES = Rules(circles=9, width=300, height=300, min_radius=10, max_radius=10)
NINE = Board(
    RULES, tuple(Circle(50 + 100 * x, 50 + 100 * y, 10) for y in range(3) for x in range(3))
)


def test_the_nine_areas_have_names():
    assert [area(NINE, number) for number in range(1, 10)] == [
        "at the top left",
        "at the top, in the middle",
        "at the top right",
        "in the middle, on the left",
        "in the middle",
        "in the middle, on the right",
        "at the bottom left",
        "at the bottom, in the middle",
        "at the bottom right",
    ]


def test_a_circle_at_the_far_rim_has_an_area():
    rules = Rules(circles=5, width=100, height=100, min_radius=4, max_radius=4)
    assert area(Board(rules, (Circle(96, 96, 4),)), 1) == "at the bottom right"


def test_a_hint_is_the_number_looked_for():
    state = judge.replay(NINE, [Move(1), Move(5)])
    assert hint(state).move == Move(2)
    assert hint(state).message == "Number 2 is at the top, in the middle."


def test_no_hint_is_needed_at_the_end():
    state = judge.replay(NINE, map(Move, range(1, 10)))
    assert hint(state).move is None
    assert hint(state).message == "All numbers are found."


@pytest.mark.parametrize("taps", [(), (3,), (1, 2, 9), tuple(range(1, 10))])
def test_every_position_can_be_finished(taps):
    state = judge.replay(NINE, map(Move, taps))
    solution = solve(state, 1.0)
    assert solution.answer == "yes"
    for move in solution.moves:
        state = judge.apply(state, move)
    assert judge.outcome(state).status == "solved"


def test_the_game_is_found_by_being_there():
    game = get_game("number_hunt")
    puzzle = generate(Rules(), 4)
    assert game.generate(Rules(), 4) == puzzle
    assert game.solve(game.initial_state(puzzle.board), 1.0).moves == puzzle.certificate
