"""Reading is strict, and what is written can be read."""

from __future__ import annotations

import json

import jsonschema
import pytest

from engines import Unreadable, get_game
from engines.games.number_hunt.generator import make_board
from engines.games.number_hunt.notation import board_text
from engines.games.number_hunt.types import Move, Rules
from engines.randomness import BOARD, Stream

GAME = get_game("number_hunt")
FIVE = Rules(circles=5, width=200, height=100, min_radius=8, max_radius=12, gap=2)
CIRCLES = [[20, 20, 10], [80, 20, 12], [20, 80, 8], [150, 50, 10], [188, 88, 12]]
BOARD_OF_FIVE = GAME.parse_board(FIVE, {"circles": CIRCLES})


@pytest.mark.parametrize(
    ("value", "move"),
    [
        ("7", Move(7)),
        ("100", Move(100)),
        ("9999", Move(9999)),
        ({"number": 7}, Move(7)),
        ({"number": -4}, Move(-4)),  # readable; apply says that it is not there
        ({"number": 0}, Move(0)),
    ],
)
def test_moves_that_can_be_read(value, move):
    assert GAME.parse_move(value) == move


@pytest.mark.parametrize(
    "value",
    [
        "", " 7", "7 ", "7\n", "07", "0", "-7", "+7", "7.5", "7=2", "1_0", "7\0", "\0", "٧", "７",
        "99999", "x" * 10_000, None, True, 7, 7.2, [], [7], {}, {"circle": 7},
        {"number": 7, "x": 1}, {"number": True}, {"number": "7"}, {"number": 7.5},
        {"number": None}, {"number": [7]}, {"number": float("nan")}, {"number": 10**400},
    ],
)  # fmt: skip
def test_moves_that_cannot_be_read(value):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_move(value)
    assert len(str(caught.value)) < 400
    assert "\0" not in str(caught.value)


def test_each_fault_of_a_move_has_its_place():
    with pytest.raises(Unreadable) as caught:
        GAME.parse_move({"number/~": 2})
    assert [fault.pointer for fault in caught.value.faults] == ["/number~1~0", "/number"]


def test_moves_survive_and_fit_the_schema():
    schema = jsonschema.Draft202012Validator(GAME.move_schema)
    for number in (1, 25, 100):
        value = GAME.dump_move(Move(number))
        assert schema.is_valid(value)
        assert GAME.parse_move(value) == GAME.parse_move(GAME.move_text(Move(number)))
    assert not schema.is_valid({"number": 101})


def test_a_move_in_words():
    assert GAME.move_words(Move(7)) == "Number 7 is tapped"


def test_boards_survive_json_and_text():
    for rules in (FIVE, Rules(), Rules(circles=100, min_radius=8, max_radius=12)):
        for trial in range(5):
            board = make_board(rules, Stream(6, trial, BOARD))
            assert GAME.parse_board(rules, json.loads(json.dumps(GAME.dump_board(board)))) == board
            assert GAME.parse_board(rules, board_text(board)) == board


def with_circle(k: int, circle: object) -> dict[str, object]:
    return {"circles": [circle if i == k else c for i, c in enumerate(CIRCLES)]}


@pytest.mark.parametrize(
    ("value", "pointer", "words"),
    [
        (None, "", "object"),
        ([], "", "object"),
        ({}, "/circles", "missing"),
        ({"circles": CIRCLES, "rows": 1}, "/rows", "no such field"),
        ({"circles": 5}, "/circles", "5 circles are needed"),
        ({"circles": CIRCLES[:4]}, "/circles", "5 circles are needed"),
        (with_circle(1, [80, 20]), "/circles/1", "Three whole numbers"),
        (with_circle(1, "80 20 12"), "/circles/1", "Three whole numbers"),
        (with_circle(1, [80, 20.5, 12]), "/circles/1/1", "got 20.5"),
        (with_circle(1, [True, 20, 12]), "/circles/1/0", "got true"),
        (with_circle(1, [10**400, 20, 12]), "/circles/1/0", "whole number"),
        (with_circle(1, [80, 20, 13]), "/circles/1/2", "radius of 8 to 12 is needed; got 13"),
        (with_circle(1, [80, 20, 7]), "/circles/1/2", "got 7"),
        (with_circle(1, [80, 11, 12]), "/circles/1", "not wholly inside"),
        (with_circle(4, [189, 88, 12]), "/circles/4", "not wholly inside"),
        (with_circle(4, [188, -88, 12]), "/circles/4", "not wholly inside"),
        (with_circle(1, [43, 20, 12]), "/circles/1", "Circles 1 and 2 are closer than the gap"),
    ],
)
def test_boards_that_cannot_be_read(value, pointer, words):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(FIVE, value)
    fault = caught.value.faults[0]
    assert fault.pointer == pointer
    assert words in fault.message
    assert len(str(caught.value)) < 600


def test_circles_may_touch_where_the_gap_allows_it():
    GAME.parse_board(FIVE, with_circle(1, [44, 20, 12]))


@pytest.mark.parametrize(
    "text", ["", "20 20", "20 20 10 5", "a b c", "20  20 10", "020 20 10", "20 20 -1", "20,20,10"]
)
def test_a_line_that_is_no_circle_is_shown(text):
    lines = board_text(BOARD_OF_FIVE).split("\n")
    with pytest.raises(Unreadable, match="Line 2 of the board"):
        GAME.parse_board(FIVE, "\n".join([lines[0], text, *lines[2:]]))


def test_a_view_tells_what_is_found_and_what_is_looked_for():
    state = GAME.initial_state(BOARD_OF_FIVE)
    for number in (1, 4, 2):
        state = GAME.apply(state, Move(number))
    assert GAME.view(state) == {
        "width": 200,
        "height": 100,
        "circles": [
            {"number": 1, "x": 20, "y": 20, "radius": 10, "found": True},
            {"number": 2, "x": 80, "y": 20, "radius": 12, "found": True},
            {"number": 4, "x": 150, "y": 50, "radius": 10, "found": False},
            {"number": 3, "x": 20, "y": 80, "radius": 8, "found": False},
            {"number": 5, "x": 188, "y": 88, "radius": 12, "found": False},
        ],
        "next": 3,
        "found": 2,
        "wrong": 1,
    }
    for number in (3, 4, 5):
        state = GAME.apply(state, Move(number))
    view = GAME.view(state)
    assert (view["next"], view["found"], view["wrong"]) == (None, 5, 1)
