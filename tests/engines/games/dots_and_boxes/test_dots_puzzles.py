"""Win from here: proven, in its band, and hard for the reasons given."""

from __future__ import annotations

import pytest

from engines.errors import BudgetExceeded, UnknownName
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes import solver
from engines.games.dots_and_boxes.policies import read_player, wanted_lines
from engines.games.dots_and_boxes.puzzles import (
    FREE_LINES,
    LEVELS,
    generate_level,
    measure_difficulty,
)
from engines.games.dots_and_boxes.types import Board, Rules

each_level = pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)


def check(level, puzzle):
    """All that is promised of a puzzle, in the rules' own words."""
    state = judge.initial_state(puzzle.board)
    seat = state.to_move
    assert puzzle.board.seat_to_win == seat
    fewest, most = FREE_LINES[level.key]
    assert fewest <= len(judge.free_lines(state)) <= most
    assert sum(state.scores) == sum(
        not around & ~state.lines for around in judge.geometry_of(level.rules).around
    )
    assert level.holds(puzzle.difficulty.value)
    solution = solver.solve(state, 10.0)
    assert solution.answer == "yes"
    for move in puzzle.certificate:
        assert judge.outcome(state).status == "playing"
        state = judge.apply(state, move)
    assert judge.outcome(state).status == "solved"
    total = state.scores[0] - state.scores[1]
    assert total == solution.figures["value"]
    assert puzzle.difficulty.figures["margin"] == (-total if seat else total) > 0


@each_level
def test_a_puzzle_is_won_by_its_certificate(level):
    for seed in range(20):
        check(level, generate_level(level.key, seed))


@pytest.mark.long
@each_level
def test_a_thousand_puzzles_are(level):
    for seed in range(1_000, 2_000):
        check(level, generate_level(level.key, seed))


@each_level
def test_a_seed_always_gives_the_same_puzzle(level):
    assert generate_level(level.key, 5) == generate_level(level.key, 5)
    boards = {generate_level(level.key, seed).board for seed in range(20)}
    assert len(boards) == 20


@each_level
def test_difficulty_is_the_chance_that_the_first_line_loses(level):
    for seed in range(5):
        puzzle = generate_level(level.key, seed)
        state = judge.initial_state(puzzle.board)
        winning = set()
        for number in judge.free_lines(state):
            after = judge.apply(state, judge.geometry_of(level.rules).names[number])
            value = solver.solve(after, 10.0).figures["value"]
            if (-value if state.to_move else value) > 0:
                winning.add(number)
        legal = judge.free_lines(state)
        careful = wanted_lines(
            judge.geometry_of(level.rules), state.lines, True, read_player("careful")
        )
        figures = puzzle.difficulty.figures
        assert figures["legal_moves"] == len(legal)
        assert figures["winning_moves"] == len(winning)
        assert figures["careful_wins"] == len(winning & set(careful)) / len(careful)
        share = (len(winning) / len(legal) + figures["careful_wins"]) / 2
        assert puzzle.difficulty.value == 1 - share
        assert measure_difficulty(puzzle.board) == puzzle.difficulty


@each_level
def test_hints_win_however_the_other_one_plays(level):
    for seed in range(5):
        board = generate_level(level.key, seed).board
        for answer in (solver.best_move, lambda state: judge.legal_moves(state)[-1]):
            state = judge.initial_state(board)
            while not judge.is_over(state):
                mine = state.to_move == board.seat_to_win
                state = judge.apply(state, solver.hint(state).move if mine else answer(state))
            assert judge.outcome(state).status == "solved"


def test_a_hard_first_line_is_harder():
    """Fewer lines that win, and careful ones that do not, are counted as harder."""
    values = {
        level.key: [generate_level(level.key, seed).difficulty for seed in range(20)]
        for level in LEVELS
    }
    winning, careful = (
        [sum(pick(d.figures) for d in values[level.key]) / 20 for level in LEVELS]
        for pick in (lambda f: f["winning_moves"] / f["legal_moves"], lambda f: f["careful_wins"])
    )
    assert winning[0] > winning[2]
    assert careful[0] > careful[1] > careful[2]


def test_what_cannot_be_won_is_of_difficulty_one():
    difficulty = measure_difficulty(Board(Rules(rows=1, cols=1)))
    assert difficulty.value == 1
    assert difficulty.figures["margin"] == -1


def test_what_is_out_of_reach_is_not_measured():
    for rules in (Rules(rows=4, cols=4), Rules(rows=3, cols=3, extra_turn=False)):
        with pytest.raises(BudgetExceeded, match="lines free"):
            measure_difficulty(Board(rules))


def test_levels_are_known_by_their_keys():
    with pytest.raises(UnknownName) as caught:
        generate_level("nightmare", 1)
    assert caught.value.known == ("easy", "medium", "hard")
