"""The rules, and the traps that the source article names."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engines.errors import IllegalMove
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.types import EARLIER, OPEN, Board, Rules
from engines.shared.lines import Line, line_text, parse_line


def play(rules: Rules, moves: str, **board):
    """The states of a game whose moves are written ``h0-0 v1-2 …``."""
    state = judge.initial_state(Board(rules, **board))
    states = [state]
    for move in moves.split():
        state = judge.apply(state, parse_line(move))
        states.append(state)
    return states


def test_lines_at_the_rim_touch_one_box():
    state = play(Rules(rows=2, cols=2), "h0-0 v0-0 v0-1 h1-0")[-1]
    assert state.owners == (1, OPEN, OPEN, OPEN)
    assert state.scores == (0, 1)
    state = play(Rules(rows=1, cols=3), "v0-3 h0-2 h1-2 v0-2")[-1]  # nothing wraps round
    assert state.owners == (OPEN, OPEN, 1)


def test_boxes_are_counted_before_the_line_is_drawn():
    """A box that was closed before is not counted again, one that has now three lines not yet."""
    states = play(Rules(rows=1, cols=2), "h0-0 h1-0 v0-0 v0-1 h0-1 h1-1 v0-2")
    gained = [sum(b.scores) - sum(a.scores) for a, b in pairwise(states)]
    assert gained == [0, 0, 0, 1, 0, 0, 1]


def test_one_line_can_close_two_boxes():
    state = play(Rules(rows=1, cols=2), "h0-0 h1-0 v0-0 h0-1 h1-1 v0-2 v0-1")[-1]
    assert state.scores == (2, 0)
    assert state.owners == (0, 0)


def test_the_turn_passes_unless_boxes_were_closed_and_the_rules_give_an_extra_turn():
    moves = "h0-0 h1-0 v0-0 v0-1 h0-1"
    assert [s.to_move for s in play(Rules(rows=1, cols=2), moves)] == [0, 1, 0, 1, 1, 0]
    without = Rules(rows=1, cols=2, extra_turn=False)
    assert [s.to_move for s in play(without, moves)] == [0, 1, 0, 1, 0, 1]


@pytest.mark.parametrize("extra_turn", [True, False])
def test_the_scores_of_every_finished_game_add_up(extra_turn):
    rng = random.Random(1)
    for _ in range(60):
        rules = Rules(rows=rng.randint(1, 6), cols=rng.randint(1, 6), extra_turn=extra_turn)
        state = judge.initial_state(Board(rules))
        while moves := judge.legal_moves(state):
            state = judge.apply(state, rng.choice(moves))
            assert state.scores == (state.owners.count(0), state.owners.count(1))
        assert sum(state.scores) == rules.rows * rules.cols
        assert judge.outcome(state).status == "finished"


def test_a_square_of_two_rows_is_not_the_same_as_one_of_two_columns():
    tall, wide = (judge.initial_state(Board(Rules(rows=r, cols=c))) for r, c in ((3, 1), (1, 3)))
    assert len(judge.legal_moves(tall)) == len(judge.legal_moves(wide)) == 10
    assert Line("h", 3, 0) in judge.legal_moves(tall)
    assert Line("h", 3, 0) not in judge.legal_moves(wide)


def test_what_is_not_allowed_is_said():
    rules = Rules(rows=1, cols=2)
    states = play(rules, "h0-0 h1-0 v0-0 v0-1 h0-1 h1-1 v0-2")
    for state, move, code in (
        (states[0], Line("h", 2, 0), "no_such_line"),
        (states[0], Line("v", 0, 3), "no_such_line"),
        (states[0], Line("h", 0, 2), "no_such_line"),
        (states[1], Line("h", 0, 0), "already_drawn"),
        (states[-1], Line("h", 0, 0), "game_over"),
    ):
        with pytest.raises(IllegalMove) as caught:
            judge.apply(state, move)
        assert caught.value.code == code
        assert caught.value.legal == {"lines": [*map(line_text, judge.legal_moves(state))]}
    with pytest.raises(IllegalMove, match="rows 0 to 1 and columns 0 to 1"):
        judge.apply(states[0], Line("h", 9, 9))
    with pytest.raises(IllegalMove, match="rows 0 to 0 and columns 0 to 2"):
        judge.apply(states[0], Line("v", 9, 9))


def test_how_a_game_stands_is_told():
    rules = Rules(rows=1, cols=2)
    states = play(rules, "h0-0 h1-0 v0-0 v0-1 h0-1 h1-1 v0-2")
    assert judge.outcome(states[4]).message == "0 to 1. The second player draws a line."
    assert judge.outcome(states[4]).winner is None
    assert judge.outcome(states[-1]).message == "The second player wins, 2 to 0."
    assert judge.outcome(states[-1]).winner == 1
    shared = play(rules.model_copy(update={"extra_turn": False}), "h0-0 h1-0 v0-0 v0-1 h0-1 h1-1")
    assert judge.outcome(judge.apply(shared[-1], Line("v", 0, 2))).message == "A draw, 1 to 1."
    won = play(rules, "h0-0 h1-0 v0-0 h0-1 h1-1 v0-2 v0-1")[-1]
    assert judge.outcome(won).message == "The first player wins, 2 to 0."
    assert judge.outcome(won).winner == 0
    assert judge.outcome(won).scores == (2, 0)


@pytest.mark.parametrize(
    ("scores", "seat", "status", "words"),
    [
        ((1, 0), 0, "solved", "The first player wins, 2 to 0."),
        ((0, 1), 0, "stuck", "A draw, 1 to 1. The first player was to win."),
        ((0, 1), 1, "solved", "The second player wins, 2 to 0."),
        ((1, 0), 1, "stuck", "A draw, 1 to 1. The second player was to win."),
    ],
)
def test_a_board_that_asks_a_seat_to_win(scores, seat, status, words):
    rules = Rules(rows=1, cols=2)
    lines = (1 << 7) - 1 & ~(1 << 6)  # all but the line at the right end
    board = Board(rules, lines, scores, to_move=seat, seat_to_win=seat)
    state = judge.initial_state(board)
    assert state.owners == (EARLIER, OPEN)
    assert judge.outcome(state).status == "playing"
    outcome = judge.outcome(judge.apply(state, Line("v", 0, 2)))
    assert (outcome.status, outcome.message) == (status, words)
