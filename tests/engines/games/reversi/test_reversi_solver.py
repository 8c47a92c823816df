"""Exact endgames against plain minimax, and the puzzles made of them."""

from __future__ import annotations

import random

import pytest

from engines import EngineError, UnknownName, get_game
from engines.games.reversi import rules as judge
from engines.games.reversi.discs import axes
from engines.games.reversi.endgame import Endgame
from engines.games.reversi.generator import make_board
from engines.games.reversi.levels import late_position, measure_difficulty, puzzle_board
from engines.games.reversi.solver import Search
from engines.games.reversi.types import Board, Rules, State
from engines.randomness import BOARD, PLAY, Stream
from tests.engines.games.reversi import oracle
from tests.engines.games.reversi.test_reversi_rules import position

GAME = get_game("reversi")


def endgames(count: int, most_empty: int):
    """Late positions of random games on all kinds of boards, with a move to make."""
    rng, trial = random.Random(most_empty), 0
    while count:
        trial += 1
        rules = oracle.random_rules(rng, 6)
        state = judge.initial_state(make_board(rules, Stream(most_empty, trial, BOARD)))
        wanted = rng.randint(1, most_empty)
        while judge.empties(state) > wanted and (moves := judge.legal_moves(state)):
            state = judge.apply(state, rng.choice(moves))
        if judge.open_cells(state) and judge.empties(state) <= most_empty:
            count -= 1
            yield state


def plain_values(state: State) -> dict[int, int]:
    """Every legal move's value by plain minimax on the oracle's rules."""
    board = state.board
    discs = oracle.discs_of(Board(board.rules, board.shape, state.first, state.second, 0))
    seat, (width, _) = state.to_move, board.rules.field
    return {
        y * width + x: -oracle.value(oracle.put(discs, x, y, seat), 1 - seat)
        for x, y in oracle.moves(discs, seat)
    }


def test_exact_play_against_plain_minimax():
    for state in endgames(60, 6):
        values = plain_values(state)
        best = max(values.values())
        own, other = judge.own_and_other(state)
        plain = Endgame(state.board.shape, axes(*state.board.rules.field))
        cell, value = plain.best_move(own, other)
        assert (values[cell], value) == (best, best)
        assert plain.value(own, other) == best
        search = Search(state.board)
        assert search.values(state) == values
        assert search.best_cell(state, 10) == cell
        solution = GAME.solve(state, 10)
        final = state
        for move in solution.moves:
            final = GAME.apply(final, move)
        first, second = GAME.outcome(final).scores
        assert solution.figures["value"] == first - second == best * (1 - 2 * state.to_move)
        assert solution.answer == ("yes" if best > 0 else "no")


def test_plain_and_fast_search_agree_where_plain_minimax_is_out_of_reach():
    for state in endgames(25, 9):
        own, other = judge.own_and_other(state)
        plain = Endgame(state.board.shape, axes(*state.board.rules.field))
        cell, value = plain.best_move(own, other)
        search = Search(state.board)
        assert search.best_cell(state, 10) == cell
        assert max(search.values(state).values()) == value


def test_the_smallest_square():
    """4x4 is a win of the second player by 8, as is known."""
    state = GAME.initial_state(GAME.generate(Rules(width=4, height=4), 1).board)
    solution = GAME.solve(state, 30)
    assert (solution.answer, solution.figures["value"]) == ("no", -8)


def test_no_answer_in_no_time():
    state = GAME.initial_state(GAME.generate(Rules(), 1).board)
    solution = GAME.solve(state, 0.001)
    assert (solution.answer, solution.moves) == ("unknown", ())
    assert solution.nodes > 0


def test_hints():
    state = GAME.initial_state(GAME.generate(Rules(), 1).board)
    assert GAME.hint(state).move in GAME.legal_moves(state)
    assert "three moves ahead" in GAME.hint(state).message
    won = position("XO../..../..../.XX. X wins")
    assert GAME.hint(won).message == (
        "Put a disc on c1: with best play of both from here it is won by 5 discs."
    )
    lost = position("XOO./OOOO/OOO#/OO## X wins")
    assert (GAME.hint(lost).reason, GAME.hint(lost).move) == ("lost", None)
    over = position("XXXX/..../..../....")
    assert GAME.hint(over).move is None


@pytest.mark.parametrize("level", GAME.levels, ids=lambda level: level.key)
def test_puzzles_of_a_level_are_won_but_not_by_every_move(level):
    for seed in (1, 2):
        puzzle = GAME.generate_level(level.key, seed)
        assert puzzle == GAME.generate_level(level.key, seed)
        assert level.holds(puzzle.difficulty.value)
        assert puzzle.difficulty == GAME.measure_difficulty(puzzle.board)
        state = GAME.initial_state(puzzle.board)
        figures = puzzle.difficulty.figures
        assert figures["moves"] == len(GAME.legal_moves(state)) >= 3
        assert 0 < figures["winning_moves"] < figures["moves"]
        assert figures["empties"] == judge.empties(state)
        assert GAME.parse_board(puzzle.rules, GAME.dump_board(puzzle.board)) == puzzle.board
        for move in puzzle.certificate:
            state = GAME.apply(state, move)
        one, other = GAME.outcome(state).scores
        assert (one - other) * (1 - 2 * puzzle.board.to_move) == figures["margin"]
    with pytest.raises(UnknownName):
        GAME.generate_level("impossible", 1)


def test_difficulty_is_the_share_of_careless_first_moves_that_lose():
    found = 0
    for trial in range(40):
        streams = [Stream(8, trial, purpose) for purpose in (BOARD, PLAY)]
        state = late_position(Rules(width=5, height=5), 5, *streams)
        if state is None or not judge.open_cells(state):
            continue
        values = plain_values(state)
        difficulty = measure_difficulty(puzzle_board(state))
        assert difficulty.figures["random"] == sum(v <= 0 for v in values.values()) / len(values)
        assert difficulty.figures["margin"] == max(values.values())
        parts = [difficulty.figures[key] for key in ("random", "greedy", "positional")]
        assert difficulty.value == pytest.approx(sum(parts) / 3)
        found += 1
    assert found > 20
    with pytest.raises(EngineError, match="endgames only"):
        measure_difficulty(GAME.generate(Rules(), 1).board)
