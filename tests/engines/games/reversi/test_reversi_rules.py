"""What is legal and what turns over, against an oracle that goes cell by cell."""

from __future__ import annotations

import random

import pytest

from engines import IllegalMove, InvalidRules, get_game, read_rules
from engines.games.reversi import rules as judge
from engines.games.reversi.generator import make_board
from engines.games.reversi.types import Board, Move, Rules
from engines.randomness import BOARD, Stream
from tests.engines.games.reversi import oracle

GAME = get_game("reversi")


def position(text: str, **changes):
    rules = read_rules(GAME, GAME.rules_of_text(text) | changes)
    return GAME.initial_state(GAME.parse_board(rules, text))


def names(state) -> str:
    return " ".join(GAME.move_text(move) for move in GAME.legal_moves(state))


def test_random_games_on_any_shape_move_for_move():
    """Legal moves, discs, passes, scores and the end."""
    rng = random.Random(2)
    passes = 0
    for trial in range(120):
        board = make_board(oracle.random_rules(rng), Stream(2, trial, BOARD))
        discs, seat = oracle.discs_of(board), 0
        state = GAME.initial_state(board)
        while able := oracle.moves(discs, seat):
            assert state.to_move == seat
            assert {(m.x, m.y) for m in GAME.legal_moves(state)} == able
            x, y = rng.choice(sorted(able))
            turned = oracle.flips(discs, x, y, seat)
            discs = oracle.put(discs, x, y, seat)
            before = state
            state = GAME.apply(state, Move(x, y))
            width, _ = board.rules.field
            assert state.flipped == sum(1 << (b * width + a) for a, b in turned)
            after = Board(board.rules, board.shape, state.first, state.second, 0)
            assert oracle.discs_of(after) == discs
            assert state.moves == before.moves + 1
            seat = 1 - seat
            if not oracle.moves(discs, seat) and oracle.moves(discs, 1 - seat):
                seat = 1 - seat
                passes += 1
                assert state.passes == before.passes + 1
                assert judge.passed(state)
                assert "passes" in GAME.outcome(state).message
            else:
                assert state.passes == before.passes
                assert not judge.passed(state)
        assert not GAME.legal_moves(state)
        outcome = GAME.outcome(state)
        owners = list(discs.values())
        assert outcome.status == "finished"
        assert outcome.scores == (owners.count(0), owners.count(1))
        assert sum(outcome.scores) + judge.empties(state) == board.rules.size
    assert passes > 50


def lines(state, depth: int) -> int:
    """Lines of so many moves, a pass being a move."""
    if depth == 0 or not GAME.legal_moves(state):
        return 1
    total = 0
    for move in GAME.legal_moves(state):
        then = GAME.apply(state, move)
        left = depth - 1 - (then.passes - state.passes)
        total += lines(then, max(0, left))
    return total


def test_the_usual_opening_and_its_lines():
    state = GAME.initial_state(GAME.generate(Rules(), 1).board)
    assert names(state) == "d3 c4 f5 e6"
    assert [lines(state, depth) for depth in range(1, 5)] == [4, 12, 56, 244]


def test_the_first_player_always_has_a_first_move():
    for trial in range(400):
        for growth in ("even", "branching"):
            rules = Rules(shape="grown", cells=5 + trial % 4, growth=growth)
            state = GAME.initial_state(make_board(rules, Stream(1, trial, BOARD)))
            assert state.to_move == 0
            assert GAME.legal_moves(state)


def test_lines_end_at_missing_cells_and_do_not_come_round_an_edge():
    assert names(position("XO../..../XO#./XOO.")) == "c1 c2 d4"  # c3 is no cell
    assert names(position("..XO/O.../..../XO..")) == "c4"  # d1 and a2 are not side by side


def test_a_player_without_a_move_passes_unasked():
    state = position("XO../..../..../XO.O X")
    assert names(state) == "c1 c4"
    state = GAME.apply(state, GAME.parse_move("c1"))
    assert state.to_move == 0
    assert state.passes == 1
    assert names(state) == "c4"
    state = GAME.apply(state, GAME.parse_move("c4"))
    assert names(state) == ""
    assert GAME.outcome(state).status == "finished"
    assert GAME.outcome(state).scores == (6, 1)
    assert GAME.outcome(state).message == "The first player wins 6 to 1."


def test_a_puzzle_is_solved_by_winning_and_nothing_else():
    won = position("XO../..../..../.XX. X wins")
    assert GAME.two_players.seat_to_win(won.board) == 0
    assert GAME.outcome(GAME.apply(won, Move(2, 0))).status == "solved"
    lost = position("XOO./OOOO/OOO#/OO## X wins")
    lost = GAME.apply(lost, Move(3, 0))
    assert GAME.outcome(lost).status == "stuck"
    assert "The first player was to win." in GAME.outcome(lost).message
    second = position("OX../..../..../OO.. O wins")
    assert GAME.two_players.to_move(second) == GAME.two_players.seat_to_win(second.board) == 1
    assert GAME.outcome(GAME.apply(second, Move(2, 0))).status == "solved"


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        (Move(0, 0), "turns_none_over", "A disc on a1 would turn none over"),
        (Move(3, 3), "taken", "There is a disc on d4 already."),
        (Move(8, 0), "off_board", "column 8, row 0"),
        (Move(0, 9), "off_board", "column 0, row 9"),
        (Move(-1, 3), "off_board", "column -1, row 3"),
    ],
)
def test_what_stands_against_a_move(move, code, words):
    state = GAME.initial_state(GAME.generate(Rules(), 1).board)
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, move)
    assert caught.value.code == code
    assert words in str(caught.value)
    assert caught.value.legal == {"cells": ["d3", "c4", "f5", "e6"]}


def test_a_hole_is_not_on_the_board_and_a_finished_game_has_no_moves():
    state = position("XO../..../.#../XO.O")
    with pytest.raises(IllegalMove, match="no cell at b3"):
        GAME.apply(state, GAME.parse_move("b3"))
    over = position("XXXX/..../..../....")
    assert GAME.outcome(over).status == "finished"
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(over, Move(0, 1))
    assert caught.value.code == "game_over"


@pytest.mark.parametrize(
    ("rules", "field", "size"),
    [
        ({}, (8, 8), 64),
        ({"shape": "grown"}, (10, 10), 64),
        ({"shape": "grown", "cells": 40}, (10, 10), 40),
        ({"shape": "grown", "width": 10, "height": 10, "cells": 100}, (10, 10), 100),
        ({"shape": "grown", "width": 4, "height": 5, "room": 0, "cells": 0}, (4, 5), 20),
        ({"width": 5, "height": 4, "cells": 99}, (5, 4), 20),
    ],
)
def test_field_and_size(rules, field, size):
    read = read_rules(GAME, rules)
    assert (read.field, read.size) == (field, size)


@pytest.mark.parametrize(
    "rules",
    [
        {"shape": "grown", "cells": 4},
        {"shape": "grown", "cells": 1},
        {"shape": "grown", "width": 4, "height": 4, "room": 1, "cells": 26},
    ],
)
def test_a_number_of_cells_that_does_not_fit_is_refused(rules):
    with pytest.raises(InvalidRules, match="has 5 to "):
        read_rules(GAME, rules)
