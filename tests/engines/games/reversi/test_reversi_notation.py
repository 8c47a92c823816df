"""Reading is strict, and what is written can be read."""

from __future__ import annotations

import json

import jsonschema
import pytest

from engines import Unreadable, get_game, read_rules
from engines.games.reversi import rules as judge
from engines.games.reversi.types import Move, Rules
from tests.engines.games.reversi.test_reversi_rules import position

GAME = get_game("reversi")
CELLS = [[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]
SMALL = Rules(width=4, height=4)


@pytest.mark.parametrize(
    ("value", "move"),
    [
        ("d3", Move(3, 2)),
        ("D3", Move(3, 2)),
        (" a10 ", Move(0, 9)),
        ("j1", Move(9, 0)),
        ({"x": 7, "y": 0}, Move(7, 0)),
    ],
)
def test_moves_that_can_be_read(value, move):
    assert GAME.parse_move(value) == move


@pytest.mark.parametrize(
    "value",
    [
        "", "d", "3", "3d", "d0", "d11", "k1", "d3d3", "d 3", "d٣", "\0", "x" * 9_999, None, True,
        3, [3, 2], {}, {"x": 3}, {"x": 3, "y": 2, "z": 1}, {"x": True, "y": 2}, {"x": "3", "y": 2},
        {"x": 3.5, "y": 2}, {"x": -1, "y": 2}, {"x": 10, "y": 2}, {"x": 3, "y": 10**400},
    ],
)  # fmt: skip
def test_moves_that_cannot_be_read(value):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_move(value)
    assert len(str(caught.value)) < 400
    assert "\0" not in str(caught.value)


def test_moves_as_text_json_and_words():
    schema = jsonschema.Draft202012Validator(GAME.move_schema)
    assert GAME.move_text(Move(9, 9)) == "j10"
    assert GAME.dump_move(Move(3, 2)) == {"x": 3, "y": 2}
    assert schema.is_valid({"x": 3, "y": 2})
    assert not schema.is_valid({"x": 10, "y": 2})
    assert GAME.move_words(Move(3, 2)) == "A disc on d3"
    assert GAME.locus(None, Move(3, 2)) == "cell:d3"


def test_boards_as_text_and_as_json_are_the_same():
    text = "..../.OX./.XO./...."
    board = GAME.parse_board(SMALL, text)
    assert GAME.dump_board(board) == {"cells": CELLS, "to_move": 0, "seat_to_win": None}
    assert GAME.parse_board(SMALL, {"cells": CELLS}) == board
    assert GAME.parse_board(SMALL, "····\n-○●·\n.xo.\n....\n") == board
    second = GAME.parse_board(SMALL, text + " o wins")
    assert GAME.dump_board(second) == {"cells": CELLS, "to_move": 1, "seat_to_win": 1}
    assert GAME.parse_board(SMALL, json.loads(json.dumps(GAME.dump_board(second)))) == second
    assert GAME.parse_board(SMALL, text + " O").seat_to_win is None


def test_what_a_boards_text_shows_of_the_rules():
    assert GAME.rules_of_text("..../.OX./.XO./.... O") == {"width": 4, "height": 4}
    grown = GAME.rules_of_text("..#../.OX../.XO../#....")
    assert grown == {"width": 5, "height": 4, "shape": "grown", "cells": 18, "room": 0}
    assert read_rules(GAME, grown).field == (5, 4)
    assert GAME.rules_of_text("XO/OX") == {}
    with pytest.raises(Unreadable, match="Row 2"):
        GAME.rules_of_text("..../.?../..../....")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"cells": CELLS[:3]}, "/cells"),
        ({"cells": [*CELLS[:3], [0, 0, 0]]}, "/cells/3"),
        ({"cells": [*CELLS[:3], [0, 0, 0, 3]]}, "/cells/3/3"),
        ({"cells": [*CELLS[:3], [0, 0, 0, True]]}, "/cells/3/3"),
        ({"cells": [*CELLS[:3], [0, 0, 0, None]]}, "/cells"),
        ({"cells": [[0] * 4] * 4}, "/cells"),
        ({"cells": None}, "/cells"),
        ({"to_move": 2}, "/to_move"),
        ({"to_move": True}, "/to_move"),
        ({"seat_to_win": 1}, "/seat_to_win"),
        ({"seat_to_win": False}, "/seat_to_win"),
        ({"turn": 1}, "/turn"),
        ({"cells": [[0, 1, 2, 2], [0] * 4, [0] * 4, [0, 0, 0, 2]]}, "/to_move"),
        ({"cells": [[1, 1, 1, 1], [0] * 4, [0] * 4, [0] * 4], "seat_to_win": 0}, "/seat_to_win"),
    ],
)
def test_each_fault_of_a_board_has_its_place(change, pointer):
    value = {"cells": CELLS, "to_move": 0, "seat_to_win": None} | change
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(SMALL, value)
    assert [fault.pointer for fault in caught.value.faults] == [pointer]


def test_a_puzzle_has_few_empty_cells():
    value = GAME.dump_board(GAME.generate(Rules(), 1).board) | {"seat_to_win": 0}
    with pytest.raises(Unreadable, match="12 empty cells"):
        GAME.parse_board(Rules(), value)


def test_what_a_client_sees():
    state = position("XO../.#../..../XO.O")
    view = GAME.view(state)
    assert (view["width"], view["height"], view["to_move"], view["seat_to_win"]) == (4, 4, 0, None)
    assert view["cells"] == [[1, 2, 0, 0], [0, None, 0, 0], [0] * 4, [1, 2, 0, 2]]
    assert view["legal"] == [{"x": 2, "y": 0}, {"x": 2, "y": 3}]
    assert (view["scores"], view["empties"], view["last"]) == ([2, 3], 10, None)
    view = GAME.view(judge.apply(state, Move(2, 0)))
    assert view["passed"] is True
    assert view["flipped"] == [{"x": 1, "y": 0}]
    assert view["last"] == {"x": 2, "y": 0}
    assert (view["moves"], view["passes"], view["scores"]) == (1, 1, [4, 2])
    json.dumps(view, allow_nan=False)
