"""Weights, players and bots: what they see in a position, and who may be played against."""

from __future__ import annotations

import random

import pytest

from engines import UnknownName, get_game
from engines.games.reversi import rules as judge
from engines.games.reversi.discs import axes
from engines.games.reversi.generator import make_board
from engines.games.reversi.lookahead import MOBILITY, OVER, best_cells
from engines.games.reversi.policies import good_cells, read_player
from engines.games.reversi.types import Board, Move, Rules
from engines.games.reversi.weights import cell_weights
from engines.randomness import BOARD, Stream
from tests.engines.games.reversi import oracle
from tests.engines.games.reversi.test_reversi_rules import position

GAME = get_game("reversi")


def test_weights_of_the_square_are_the_known_ones_in_kind():
    weights = cell_weights(8, 8, (1 << 64) - 1)
    corner, beside, rim, diagonal, inside = (weights[i] for i in (0, 1, 2, 9, 18))
    assert corner > rim > inside > beside > diagonal
    assert weights == weights[::-1]
    assert all(weights[y * 8 + x] == weights[x * 8 + y] for x in range(8) for y in range(8))
    assert weights.count(corner) == 4


def test_safe_cells_are_those_that_no_line_passes_over():
    """Against the meaning: a disc can be turned over if on some axis both sides go on."""
    rng = random.Random(3)
    for trial in range(100):
        rules = oracle.random_rules(rng)
        board = make_board(rules, Stream(3, trial, BOARD))
        width, height = rules.field
        weights = cell_weights(width, height, board.shape)
        there = oracle.discs_of(board)
        for y in range(height):
            for x in range(width):
                open_axes = sum(
                    (x + dx, y + dy) in there and (x - dx, y - dy) in there
                    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
                )
                safe = (x, y) in there and not open_axes
                assert (weights[y * width + x] == 100) == safe
                assert (x, y) in there or weights[y * width + x] == 0


def plain_worth(discs, seat: int, depth: int, weights, width: int) -> int:
    """What a position is worth to the seat, by looking at every line."""
    able, replies = oracle.moves(discs, seat), oracle.moves(discs, 1 - seat)
    owners = list(discs.values())
    if not able and not replies:
        return OVER * (owners.count(seat) - owners.count(1 - seat))
    if depth == 0:
        score = sum(
            weights[y * width + x] * (1 if disc == seat else -1)
            for (x, y), disc in discs.items()
            if disc is not None
        )
        return score + MOBILITY * (len(able) - len(replies))
    if not able:
        return -plain_worth(discs, 1 - seat, depth, weights, width)
    return max(
        -plain_worth(oracle.put(discs, *at, seat), 1 - seat, depth - 1, weights, width)
        for at in able
    )


def test_looking_ahead_finds_all_the_best_moves_and_no_other():
    rng = random.Random(6)
    ends = 0
    for trial in range(60):
        rules = oracle.random_rules(rng, 5)
        state = judge.initial_state(make_board(rules, Stream(6, trial, BOARD)))
        for _ in range(rng.randint(0, rules.size - 6)):
            if moves := judge.legal_moves(state):
                state = judge.apply(state, rng.choice(moves))
        if not judge.open_cells(state):
            continue
        width, height = rules.field
        weights = cell_weights(width, height, state.board.shape)
        board = Board(rules, state.board.shape, state.first, state.second, 0)
        discs = oracle.discs_of(board)
        seat, depth = state.to_move, rng.randint(1, 3)

        values = {
            y * width + x: -plain_worth(
                oracle.put(discs, x, y, seat), 1 - seat, depth - 1, weights, width
            )
            for x, y in oracle.moves(discs, seat)
        }
        best = max(values.values())
        ends += best >= OVER
        found = best_cells(
            *judge.own_and_other(state), state.board.shape, axes(width, height), weights, depth
        )
        assert found == sorted(cell for cell, value in values.items() if value == best)
    assert ends > 3


def test_what_players_see():
    state = position("....../.OOX../.OX.../.XXO../....../......")
    assert {
        GAME.move_text(judge.move_at(c, 6)) for c in good_cells(state, read_player("greedy"))
    } == {"a2"}
    assert good_cells(state, read_player("positional")) == [0]
    assert len(good_cells(state, read_player("random"))) == len(GAME.legal_moves(state))


def test_bots_of_a_whole_game_and_of_a_puzzle():
    whole = GAME.generate(Rules(), 1).board
    assert GAME.two_players.bots(whole)[0] == "positional"
    assert GAME.two_players.check_bot(whole, " Lookahead(depth=3) ") == "lookahead"
    for unknown in ("optimal", "lookahead(depth=4)", "", "random,random"):
        with pytest.raises(UnknownName) as caught:
            GAME.two_players.check_bot(whole, unknown)
        assert tuple(caught.value.known) == GAME.two_players.bots(whole)
    with pytest.raises(UnknownName, match="usual parameters"):
        GAME.two_players.check_bot(whole, "endgame(empties=12)")
    puzzle = position("XO../..../..../.XX. X wins").board
    assert GAME.two_players.bots(puzzle) == ("optimal",)
    with pytest.raises(UnknownName):
        GAME.two_players.check_bot(puzzle, "random")


@pytest.mark.parametrize("shape", ["rectangle", "grown"])
def test_every_bot_plays_a_game_to_its_end_in_either_seat(shape):
    board = GAME.generate(Rules(width=5, height=5, shape=shape), 3).board
    for bot in GAME.two_players.bots(board):
        for seat in (0, 1):
            state, turn, rng = GAME.initial_state(board), 0, random.Random(1)
            while moves := GAME.legal_moves(state):
                if GAME.two_players.to_move(state) == seat:
                    move = GAME.two_players.choose_move(state, bot, 9, turn)
                    assert move == GAME.two_players.choose_move(state, bot, 9, turn)
                    turn += 1
                else:
                    move = rng.choice(moves)
                state = GAME.apply(state, move)
            assert GAME.outcome(state).status == "finished"


def test_the_bots_draws_differ_by_seed_and_turn():
    state = GAME.initial_state(GAME.generate(Rules(), 1).board)
    assert len({GAME.two_players.choose_move(state, "random", seed, 0) for seed in range(30)}) == 4
    assert len({GAME.two_players.choose_move(state, "random", 1, turn) for turn in range(30)}) == 4
    assert GAME.two_players.choose_move(state, "random", 1, 0) in GAME.legal_moves(state)
    assert isinstance(GAME.two_players.choose_move(state, "endgame", 1, 0), Move)
