"""Exact answers about positions, and hints that lead to a solved map."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import get_game
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


def test_in_a_lost_position_the_advice_is_to_undo():
    state = stuck_state(Rules())
    hint = GAME.hint(state)
    assert hint.move is None
    assert "Undo" in hint.message


def test_with_a_dictated_order_it_knows_how_many_moves_to_undo():
    state = stuck_state(Rules(order="random"))
    hint = GAME.hint(state)
    assert hint.move is None
    words = hint.message.split("Undo ")[1].rstrip(".").split()
    count = 1 if words == ["the", "last", "move"] else int(words[2])
    made = [r for r in state.board.order if state.colors[r] >= 0]

    def without(last: int):
        colors = list(state.colors)
        for region in made[len(made) - last :]:
            colors[region] = -1
        return replace(state, colors=tuple(colors))

    assert GAME.solve(without(count), 10).answer == "yes"
    assert count == 1 or GAME.solve(without(count - 1), 10).answer == "no"


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


def test_the_advice_names_a_region_that_really_helps():
    state = stuck_state(Rules())
    words = GAME.hint(state).message.split("free again")[0].replace(",", "").split()
    named = [int(word) for word in words[words.index("until") :] if word.isdigit()]
    assert named
    for region in named:
        colors = list(state.colors)
        colors[region] = -1
        assert GAME.solve(replace(state, colors=tuple(colors)), 10).answer == "yes"


def test_even_in_the_largest_lost_map_advice_comes_soon():
    state = stuck_state(Rules(width=64, height=64, seeds=400, regions="split"))
    hint = GAME.hint(state)
    assert hint.move is None
    assert "Undo" in hint.message
