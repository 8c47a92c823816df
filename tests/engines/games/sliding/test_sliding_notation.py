"""Reading is strict, and what is written can be read."""

from __future__ import annotations

import json

import jsonschema
import pytest

from engines import Unreadable, get_game
from engines.games.sliding.generator import make_board
from engines.games.sliding.notation import board_text
from engines.games.sliding.types import Move, Rules
from engines.randomness import BOARD, Stream

GAME = get_game("sliding")
SMALL = Rules(width=3, height=2)


@pytest.mark.parametrize(
    ("value", "move"),
    [
        ("7", Move(7)),
        ("0", Move(0)),  # readable; apply says that it is not there
        ("35", Move(35)),
        ({"tile": 7}, Move(7)),
        ({"tile": -4}, Move(-4)),
    ],
)
def test_moves_that_can_be_read(value, move):
    assert GAME.parse_move(value) == move


@pytest.mark.parametrize(
    "value",
    [
        "", " 7", "7 ", "7\n", "07", "-7", "+7", "7.5", "1_0", "7\0", "\0", "٧", "７", "99999",
        "x" * 10_000, None, True, 7, 7.2, [], [7], {}, {"tile": 7, "x": 1}, {"tile": True},
        {"tile": "7"}, {"tile": 7.5}, {"tile": None}, {"tile": [7]}, {"tile": float("nan")},
        {"tile": 10**400},
    ],
)  # fmt: skip
def test_moves_that_cannot_be_read(value):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_move(value)
    assert len(str(caught.value)) < 400
    assert "\0" not in str(caught.value)


def test_each_fault_of_a_move_has_its_place():
    with pytest.raises(Unreadable) as caught:
        GAME.parse_move({"tile": True, "colour/~": 2})
    assert [fault.pointer for fault in caught.value.faults] == ["/colour~1~0", "/tile"]
    assert "got true" in caught.value.faults[1].message


def test_the_schema_allows_what_is_dumped_and_refuses_what_is_unreadable():
    check = jsonschema.Draft202012Validator(GAME.move_schema).is_valid
    assert check(GAME.dump_move(Move(7)))
    for wrong in ({}, {"tile": "7"}, {"tile": True}, {"tile": 0}, [7], "7"):
        assert not check(wrong)


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({}, "/tiles"),
        ({"tiles": [[0, 1, 2]]}, "/tiles"),
        ({"tiles": "012345"}, "/tiles"),
        ({"tiles": [[0, 1], [2, 3, 4, 5]]}, "/tiles/0"),
        ({"tiles": [[0, 1, 6], [2, 3, 4]]}, "/tiles/0/2"),
        ({"tiles": [[0, 1, -1], [2, 3, 4]]}, "/tiles/0/2"),
        ({"tiles": [[0, 1, True], [2, 3, 4]]}, "/tiles/0/2"),
        ({"tiles": [[0, 1, 5.5], [2, 3, 4]]}, "/tiles/0/2"),
        ({"tiles": [[0, 1, "5"], [2, 3, 4]]}, "/tiles/0/2"),
        ({"tiles": [[0, 1, 2], [2, 3, 4]]}, "/tiles/1/0"),
        ({"tiles": [[0, 1, 2], [3, 4, 5]], "size": 2}, "/size"),
    ],
)
def test_boards_that_cannot_be_read(value, pointer):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(SMALL, value)
    assert pointer in [fault.pointer for fault in caught.value.faults]


@pytest.mark.parametrize(
    "value",
    [None, 3, [], [[0, 1, 2], [3, 4, 5]], "", "/", "0 1 2 3 4", "0 1 2 3 4 5 6", "0 1 x 3 4 5",
     "0 1 2 3 / 4 5", "0 1 / 2 3 / 4 5", "0 1 2 3 4 05", "0 1 2 3 4 -5"],
)  # fmt: skip
def test_what_is_no_board_at_all(value):
    with pytest.raises(Unreadable):
        GAME.parse_board(SMALL, value)


@pytest.mark.parametrize(
    "text", ["0 1 2 3 4 5", "0 1 2\n3 4 5", "0 1 2 / 3 4 5", "0,1,2,3,4,5", " 0 1 2\n\n3 4 5\n"]
)
def test_boards_as_text(text):
    assert GAME.parse_board(SMALL, text).tiles == (0, 1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1 2 3 4 5 6 7 8 0", {"width": 3, "height": 3}),
        ("0 1 2 / 3 4 5", {"width": 3, "height": 2}),
        ("0 1\n2 3\n4 5\n", {"width": 2, "height": 3}),
        ("0 1 2 3 4 5", {}),  # 3x2 or 2x3: that has to be said
        ("0", {}),
        (" ".join(map(str, range(49))), {}),
        ("", {}),
    ],
)
def test_a_boards_text_shows_its_size(text, shown):
    assert GAME.rules_of_text(text) == shown


def test_moves_are_said_in_words():
    assert GAME.move_words(Move(7)) == "Tile 7 slides"


@pytest.mark.parametrize("rules", [Rules(), SMALL, Rules(width=6, height=5, goal="blank-first")])
def test_boards_survive_json_and_text(rules):
    for trial in range(3):
        board = make_board(rules, Stream(6, trial, BOARD))
        assert GAME.parse_board(rules, json.loads(json.dumps(GAME.dump_board(board)))) == board
        assert GAME.parse_board(rules, board_text(board)) == board


def test_the_view_says_all_a_client_needs():
    state = GAME.initial_state(GAME.parse_board(SMALL, "1 2 3 / 0 4 5"))
    assert GAME.view(state) == {
        "width": 3,
        "height": 2,
        "goal": "blank-last",
        "tiles": [[1, 2, 3], [0, 4, 5]],
        "movable": [1, 4],
        "pushes": [[4, 5]],
        "misplaced": [4, 5],
        "moves": 0,
        "budget": 1000,
    }
