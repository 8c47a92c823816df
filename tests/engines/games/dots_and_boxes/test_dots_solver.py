"""Answers, best moves and hints."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes import solver
from engines.games.dots_and_boxes.policies import read_player, wanted_lines
from engines.games.dots_and_boxes.types import Board, Rules
from engines.shared.lines import parse_line


def whole_game(rows, cols, *, extra_turn=True):
    return judge.initial_state(Board(Rules(rows=rows, cols=cols, extra_turn=extra_turn)))


def careful_ending(rules, free, seed):
    """The state of a game between careful players when so many lines are free."""
    rng, grid = random.Random(seed), judge.geometry_of(rules)
    state = judge.initial_state(Board(rules))
    while len(judge.free_lines(state)) > free:
        lines = wanted_lines(grid, state.lines, rules.extra_turn, read_player("careful"))
        state = judge.apply(state, grid.names[rng.choice(lines)])
    return state


def play_on(state, moves):
    for move in moves:
        state = judge.apply(state, move)
    return state


@pytest.mark.parametrize(
    ("rows", "cols", "extra_turn", "value"),
    [
        (1, 1, True, -1),
        (1, 2, True, 0),
        (1, 3, True, -1),
        (2, 2, True, 2),
        (2, 3, True, -2),
        (3, 3, True, -3),
        (2, 4, True, 2),
        (1, 1, False, -1),
        (1, 2, False, 2),
        (2, 2, False, -2),
        pytest.param(3, 3, False, -3, marks=pytest.mark.long),
        (2, 4, False, -2),
    ],
)
def test_a_whole_game_is_solved_and_played_to_the_end(rows, cols, extra_turn, value):
    state = whole_game(rows, cols, extra_turn=extra_turn)
    solution = solver.solve(state, 60.0)
    assert solution.figures == {"exact": True, "value": value}
    assert solution.answer == ("yes" if value > 0 else "no")
    assert solution.nodes > 0
    end = play_on(state, solution.moves)
    assert judge.is_over(end)
    assert end.scores[0] - end.scores[1] == value


def test_the_value_counts_what_was_scored_and_the_answer_is_about_who_moves():
    for seed in range(20):
        state = careful_ending(Rules(rows=3, cols=3), 10, seed)
        solution = solver.solve(state, 10.0)
        end = play_on(state, solution.moves)
        total = end.scores[0] - end.scores[1]
        assert solution.figures["value"] == total
        ahead = -total if state.to_move else total
        assert solution.answer == ("yes" if ahead > 0 else "no")


def test_where_a_seat_is_to_win_the_answer_is_about_it():
    rules = Rules(rows=1, cols=1)
    for seat, answer in ((0, "no"), (1, "yes")):
        state = judge.initial_state(Board(rules, 0, (0, 0), 0, seat))
        assert solver.solve(state, 1.0).answer == answer


def test_a_finished_game_is_solved_by_nothing():
    state = whole_game(1, 1)
    state = play_on(state, solver.solve(state, 1.0).moves)
    solution = solver.solve(state, 1.0)
    assert solution.moves == ()
    assert solution.figures["value"] == -1
    assert solver.hint(state).move is None


@pytest.mark.parametrize("extra_turn", [True, False])
def test_what_time_does_not_do_for_is_unknown_with_bounds(extra_turn):
    solution = solver.solve(whole_game(4, 4, extra_turn=extra_turn), 0.2)
    assert solution.answer == "unknown"
    assert solution.moves == ()
    assert not solution.figures["exact"]
    assert -16 <= solution.figures["lower"] < solution.figures["upper"] <= 16


def test_beyond_a_word_nothing_is_said_without_an_ending():
    assert solver.solve(whole_game(10, 10), 0.1).answer == "unknown"
    state = careful_ending(Rules(rows=10, cols=10), 24, 1)
    assert solver.solve(state, 10.0).figures["exact"]


# Best moves and hints ---------------------------------------------------------------------


@pytest.mark.parametrize("extra_turn", [True, False])
def test_best_moves_lead_to_the_value(extra_turn):
    for seed in range(15):
        state = careful_ending(Rules(rows=3, cols=3, extra_turn=extra_turn), 12, seed)
        assert solver.can_solve(state)
        value = solver.solve(state, 10.0).figures["value"]
        while not judge.is_over(state):
            move = solver.best_move(state)
            assert move == solver.best_move(state)
            state = judge.apply(state, move)
        assert state.scores[0] - state.scores[1] == value


def test_who_makes_no_mistake_never_does_worse_than_the_value():
    rng = random.Random(4)
    for seed in range(15):
        state = careful_ending(Rules(rows=4, cols=4), 18, seed)
        seat, value = state.to_move, solver.solve(state, 10.0).figures["value"]
        while not judge.is_over(state):
            moves = judge.legal_moves(state)
            best = state.to_move == seat
            state = judge.apply(state, solver.best_move(state) if best else rng.choice(moves))
        total = state.scores[0] - state.scores[1]
        assert (-total if seat else total) >= (-value if seat else value)


def test_what_was_valued_in_time_is_played_to_the_end(monkeypatch):
    """The work allowed is for the value: no move is missing because it was just enough."""
    state = careful_ending(Rules(rows=4, cols=4), 24, 2)
    nodes = solver.solve(state, 10.0).nodes
    for allowed in range(1, nodes + 20, 20):
        monkeypatch.setattr(solver, "QUICK_WORK", allowed * 24**2)
        known = solver.quick_play(state)
        if known is not None:
            assert len(solver.best_play(state, *known)) == 24
        assert solver.best_move(state) in judge.legal_moves(state)


def test_a_hint_says_what_the_best_move_brings():
    # Two boxes in a row are open at one end; taking both means to open the last chain.
    state = whole_game(1, 2)
    told = solver.hint(state).message
    assert told.endswith("With best play of both it ends in a draw, 1 to 1.")
    state = play_on(state, map(parse_line, ["h0-0", "h1-0", "v0-0"]))
    told = solver.hint(state).message
    assert "it closes 1 box." in told
    assert told.endswith("for you.")


def test_a_hint_leaves_boxes_where_control_is_worth_more():
    rules = Rules(rows=2, cols=3)
    # Two chains of three, one above the other; the upper one has just been opened.
    drawn = "h0-0 h0-1 h0-2 h1-0 h1-1 h1-2 h2-0 h2-1 h2-2 v0-0"
    state = judge.replay(Board(rules), map(parse_line, drawn.split()))
    assert "closes 1 box" in solver.hint(state).message
    state = judge.apply(state, parse_line("v0-1"))
    hint = solver.hint(state)
    assert hint.move == parse_line("v0-3")
    assert "it leaves 2 boxes, and the other player has to go on after taking them" in hint.message
    assert "ends 4 to 2 for you" in hint.message


def test_a_hint_says_that_a_puzzle_is_lost():
    state = judge.initial_state(Board(Rules(rows=1, cols=1), 0, (0, 0), 0, 0))
    hint = solver.hint(state)
    assert hint.move is None
    assert "can't be won any more" in hint.message
    assert "0 to 1" in hint.message


def test_a_hint_out_of_reach_is_called_a_rule_of_thumb():
    for state in (whole_game(4, 4), whole_game(10, 10), whole_game(3, 3, extra_turn=False)):
        hint = solver.hint(state)
        assert hint.move in judge.legal_moves(state)
        assert "rule of thumb" in hint.message
        assert not solver.can_solve(state)


def test_best_moves_and_hints_do_not_load_numba():
    program = (
        "import sys\n"
        "from engines.games.dots_and_boxes import puzzles, rules, solver\n"
        "from engines.games.dots_and_boxes.types import Board, Rules\n"
        "for extra in (True, False):\n"
        "    state = rules.initial_state(Board(Rules(rows=2, cols=2, extra_turn=extra)))\n"
        "    solver.hint(state), solver.best_move(state), solver.solve(state, 1.0)\n"
        "sys.exit('numba' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
