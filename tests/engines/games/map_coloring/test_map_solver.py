"""Exact answers about positions, and hints that lead to a solved map."""

from __future__ import annotations

import pytest

from engines import get_game
from engines.advice import advise
from engines.games.map_coloring import rules as judge
from engines.games.map_coloring.generator import board_from_cells, generate, make_board
from engines.games.map_coloring.policies import play
from engines.games.map_coloring.types import Move, Rules
from engines.randomness import BOARD, PLAY, Stream

GAME = get_game("map_coloring")


def stuck_state(rules: Rules):
    """The first trial in which careless colouring gets stuck."""
    for trial in range(1_000):
        board = make_board(rules, Stream(1, trial, BOARD))
        done = play(board, "random", Stream(1, trial, PLAY))
        if done.stuck_region is not None:
            return judge.replay(board, done.moves)
    raise AssertionError("never stuck")


@pytest.mark.parametrize("order", ["free", "random", "degree"])
@pytest.mark.parametrize("adjacency", ["edge", "corner"])
def test_following_the_hints_solves_the_map(order, adjacency):
    for seed in range(5):
        puzzle = generate(Rules(order=order, adjacency=adjacency, seeds=18), seed)
        state = GAME.initial_state(puzzle.board)
        while GAME.outcome(state).status == "playing":
            hint = GAME.hint(state)
            assert hint.message
            state = GAME.apply(state, hint.move)
        assert GAME.outcome(state).status == "solved"
        assert GAME.hint(state).move is None


def test_a_hint_goes_where_it_is_tightest():
    ring = board_from_cells(
        Rules(width=4, height=4, seeds=5),
        [[1, 1, 1, 2], [4, 0, 0, 2], [4, 0, 0, 2], [4, 3, 3, 3]],
    )
    state = judge.replay(ring, [Move(1, 0), Move(2, 1), Move(3, 2)])
    hint = GAME.hint(state)
    assert hint.move == Move(0, 3)
    assert hint.message == "Give region 0 colour 3. It has 1 colour left."


def test_in_a_lost_position_there_is_no_way():
    state = stuck_state(Rules())
    hint = GAME.hint(state)
    assert (hint.reason, hint.move) == ("stuck", None)
    assert f"Region {judge.stuck_regions(state)[0]} has no colour left." in hint.message


@pytest.mark.parametrize("order", ["free", "random"])
def test_as_few_moves_are_undone_as_will_do(order):
    checked = 0
    for seed in range(60):
        puzzle = generate(Rules(order=order), seed)
        states = [judge.initial_state(puzzle.board)]
        for move in play(puzzle.board, "random", Stream(1, seed, PLAY)).moves:
            states.append(judge.apply(states[-1], move))
        if GAME.outcome(states[-1]).status != "stuck":
            continue
        advice, plan = advise(GAME, states, puzzle.certificate)
        assert (advice.advice, advice.reason) == ("undo", "stuck")
        assert advice.moves_left == plan.undos + plan.left
        kept = len(states) - 1 - plan.undos
        assert GAME.solve(states[kept], 10).answer == "yes"
        assert GAME.solve(states[kept + 1], 10).answer == "no"
        checked += 1
    assert checked


def test_a_map_that_cannot_be_coloured_is_called_so():
    crossing = board_from_cells(
        Rules(width=2, height=2, seeds=4, colors=3, adjacency="corner"), [[0, 1], [2, 3]]
    )
    state = judge.initial_state(crossing)
    assert "can't be coloured with 3 colours at all" in GAME.hint(state).message
    solution = GAME.solve(state, 10)
    assert (solution.answer, solution.moves) == ("no", ())
    assert sorted(solution.figures["clique"]) == [0, 1, 2, 3]


@pytest.mark.parametrize("order", ["free", "random"])
def test_a_solution_goes_on_from_the_position(order):
    puzzle = generate(Rules(order=order, seeds=30), 3)
    state = judge.replay(puzzle.board, puzzle.certificate[:9])
    solution = GAME.solve(state, 10)
    assert solution.answer == "yes"
    for move in solution.moves:
        state = GAME.apply(state, move)
    assert GAME.outcome(state).status == "solved"
    assert GAME.solve(state, 10).moves == ()


def test_no_time_no_answer():
    board = make_board(
        Rules(width=64, height=64, seeds=400, adjacency="corner", regions="split"),
        Stream(12, 1, BOARD),
    )
    assert GAME.solve(judge.initial_state(board), 1e-9).answer in ("unknown", "no")
