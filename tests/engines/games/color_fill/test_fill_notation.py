"""Reading is strict, and what is written can be read."""

from __future__ import annotations

import json

import jsonschema
import pytest

from engines import Unreadable, get_game
from engines.games.color_fill.generator import make_board
from engines.games.color_fill.notation import board_text, rules_of_text
from engines.games.color_fill.types import Move, Rules
from engines.randomness import BOARD, Stream

GAME = get_game("color_fill")
SMALL = Rules(width=3, height=2, colors=4)
CELLS = (0, 1, 2, 3, 0, 0)


@pytest.mark.parametrize(
    ("value", "move"),
    [
        ("3", Move(3)),
        ("0", Move(0)),
        ("12", Move(12)),  # readable; apply says that it is not there
        ({"color": 7}, Move(7)),
        ({"color": -4}, Move(-4)),
    ],
)
def test_moves_that_can_be_read(value, move):
    assert GAME.parse_move(value) == move


@pytest.mark.parametrize(
    "value",
    [
        "", " 3", "3 ", "3\n", "03", "-3", "+3", "3=1", "red", "3\0", "\0", "٣", "３", "3.5", "1_0",
        "99999", "x" * 10_000, None, True, 3, 3.5, [], [3], {}, {"colour": 3},
        {"color": 3, "x": 1}, {"color": True}, {"color": "3"}, {"color": "\0"}, {"color": 3.5},
        {"color": None}, {"color": [3]}, {"color": float("nan")}, {"color": 10**400},
    ],
)  # fmt: skip
def test_moves_that_cannot_be_read(value):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_move(value)
    assert len(str(caught.value)) < 400
    assert "\0" not in str(caught.value)


def test_a_move_in_words():
    assert GAME.move_words(Move(3)) == "The region gets colour 3"


def test_each_fault_of_a_move_has_its_place():
    with pytest.raises(Unreadable) as caught:
        GAME.parse_move({"color": True, "colour/~": 2})
    assert [fault.pointer for fault in caught.value.faults] == ["/colour~1~0", "/color"]
    assert "got true" in caught.value.faults[1].message


def test_the_schema_allows_what_is_dumped_and_refuses_what_is_unreadable():
    jsonschema.Draft202012Validator.check_schema(GAME.move_schema)
    check = jsonschema.Draft202012Validator(GAME.move_schema).is_valid
    assert check(GAME.dump_move(Move(9)))
    for wrong in ({}, {"color": "7"}, {"color": True}, {"color": 10}, {"color": -1}, [7], "7"):
        assert not check(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "012/300", "012\n300", "012/\n300/", "012 / 300", "012300", "ABC/DAA", "abc/daa", "AbC/dAa",
        "\n012\n300\n", "0 1 2/3 0 0", "0,1,2\n3, 0, 0", "0  1 2 3 0 0", "a b c / d a a",
        "012\r\n300", "123/411", "1 2 3 4 1 1", "ABE/JAA",
    ],
)  # fmt: skip
def test_boards_as_text(text):
    board = GAME.parse_board(SMALL, text)
    assert board.cells == CELLS
    assert GAME.parse_board(SMALL, board_text(board)) == board


def test_other_letters_are_numbered_in_alphabetical_order():
    assert GAME.parse_board(SMALL, "BGR/YBB").cells == CELLS
    assert GAME.parse_board(SMALL, "bgr/ybb").cells == CELLS


@pytest.mark.parametrize(
    "text",
    [
        "", "/", "\n", "0", "012", "012/30", "012/3000", "012/300/000", "012//300", "01A/300",
        "AB1/DAA", "012/30x", "0 1 2/3 0 12", "012/004", "123/115", "ıBC/DAA",
        "012/-00", "01٢/300", "０12/300", "012/300\0",
        "ABC/D A", "012;300", "ABCDEFGHIJK", "012/304",
    ],
)  # fmt: skip
def test_text_that_is_no_board(text):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(SMALL, text)
    assert "\0" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("012/305", "/cells/1/2: A colour 0 to 3 is needed; got 5."),
        ("456/567", "/cells/0/0: A colour 0 to 3 is needed; got 4."),
        ("ABCD/EAAA", "The board has 5 different letters; 4 are the most."),
        ("01230", "6 cells are needed for 3x2; got 5."),
        ("012/30O", "Row 2 of the board has 'O'"),
        ("012//300", "Row 2 of the board is empty"),
        ("0 1 2/3 0 11", "Row 2 of the board has '11'"),
        ("ABC/DA", "/cells/1: A row of 3 numbers is needed."),
    ],
)
def test_what_is_wrong_with_a_text_is_said(text, said):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(SMALL, text)
    assert said in str(caught.value)


def test_a_colour_too_high_is_told_once():
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(SMALL, "044/545")
    assert [fault.pointer for fault in caught.value.faults] == ["/cells/0/1", "/cells/1/0"]


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({}, "/cells"),
        ({"cells": [[0, 1, 1]]}, "/cells"),
        ({"cells": "AB"}, "/cells"),
        ({"cells": [[0, 1], [0, 1, 1]]}, "/cells/0"),
        ({"cells": [[0, 1, 4], [0, 1, 1]]}, "/cells/0/2"),
        ({"cells": [[0, 1, -1], [0, 1, 1]]}, "/cells/0/2"),
        ({"cells": [[0, 1, True], [0, 1, 1]]}, "/cells/0/2"),
        ({"cells": [[0, 1, 1.5], [0, 1, 1]]}, "/cells/0/2"),
        ({"cells": [[0, 1, "1"], [0, 1, 1]]}, "/cells/0/2"),
        ({"cells": [[0, 1, 1], [0, 1, 1]], "limit": 3}, "/limit"),
    ],
)
def test_boards_that_cannot_be_read(value, pointer):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(SMALL, value)
    assert pointer in [fault.pointer for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("012/301", {"width": 3, "height": 2, "colors": 4}),
        ("00/00", {"width": 2, "height": 2, "colors": 3}),
        ("111622334", {"width": 3, "height": 3, "colors": 7}),
        ("ABCF", {"width": 2, "height": 2, "colors": 6}),
        ("1 10/9 2", {"width": 2, "height": 2, "colors": 10}),
        ("01201", {"width": 5, "height": 1, "colors": 3}),
        ("0" * 33 + "/" + "0" * 33, {"colors": 3}),
    ],
)
def test_what_a_text_shows_of_the_rules(text, shown):
    assert rules_of_text(text) == shown


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(width=32, height=2, colors=10), Rules(start="centre")], ids=str
)
def test_boards_survive_json_and_text(rules):
    for trial in range(3):
        board = make_board(rules, Stream(6, trial, BOARD))
        assert GAME.parse_board(rules, json.loads(json.dumps(GAME.dump_board(board)))) == board
        assert GAME.parse_board(rules, board_text(board)) == board


def test_the_view_says_all_a_client_needs():
    board = GAME.parse_board(SMALL, "010/211")
    state = GAME.apply(GAME.initial_state(board), Move(2))
    assert GAME.view(state) == {
        "width": 3,
        "height": 2,
        "colors": 4,
        "cells": [[2, 1, 0], [2, 1, 1]],
        "start": 0,
        "color": 2,
        "region": [0, 3],
        "gained": [3],
        "progress": {"taken": 2, "cells": 6},
        "moves": 1,
        "limit": board.limit,
        "moves_left": board.limit - 1,
    }
