"""Reading is strict, and what is written can be read."""

from __future__ import annotations

import json

import jsonschema
import pytest

from engines import Unreadable, get_game
from engines.games.map_coloring.generator import make_board
from engines.games.map_coloring.notation import board_text
from engines.games.map_coloring.types import Move, Rules
from engines.randomness import BOARD, Stream

GAME = get_game("map_coloring")
SMALL = Rules(width=3, height=2, seeds=4)


@pytest.mark.parametrize(
    ("value", "move"),
    [
        ("7=2", Move(7, 2)),
        ("0=0", Move(0, 0)),
        ("399=8", Move(399, 8)),
        ({"region": 7, "color": 2}, Move(7, 2)),
        ({"color": 99, "region": -4}, Move(-4, 99)),  # readable; apply says that they are not there
    ],
)
def test_moves_that_can_be_read(value, move):
    assert GAME.parse_move(value) == move


@pytest.mark.parametrize(
    "value",
    [
        "", " 7=2", "7=2 ", "7=2\n", "07=2", "7=02", "7 = 2", "7=", "=2", "7==2", "-7=2", "+7=2",
        "7=2=1", "7=2\0", "\0", "٧=2", "７=2", "7.0=2", "1_0=2", "99999=1", "x" * 10_000,
        None, True, 7, 7.2, [], [7, 2], {},
        {"region": 7}, {"color": 2}, {"region": 7, "color": 2, "x": 1},
        {"region": True, "color": 2}, {"region": 7, "color": False},
        {"region": "7", "color": 2}, {"region": 7, "color": "2"}, {"region": 7, "color": "\0"},
        {"region": 7.5, "color": 2}, {"region": 7, "color": None}, {"region": [7], "color": 2},
        {"region": float("nan"), "color": 2}, {"region": 10**400, "color": 2},
    ],
)  # fmt: skip
def test_moves_that_cannot_be_read(value):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_move(value)
    assert len(str(caught.value)) < 400
    assert "\0" not in str(caught.value)


def test_each_fault_of_a_move_has_its_place():
    with pytest.raises(Unreadable) as caught:
        GAME.parse_move({"region": True, "colour/~": 2})
    assert [fault.pointer for fault in caught.value.faults] == [
        "/colour~1~0",
        "/region",
        "/color",
    ]
    assert "got true" in caught.value.faults[1].message


def test_the_schema_allows_what_is_dumped_and_refuses_what_is_unreadable():
    jsonschema.Draft202012Validator.check_schema(GAME.move_schema)
    check = jsonschema.Draft202012Validator(GAME.move_schema).is_valid
    assert check(GAME.dump_move(Move(7, 2)))
    for wrong in ({}, {"region": "7", "color": 2}, {"region": True, "color": 2}, [7, 2], "7=2"):
        assert not check(wrong)


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
        ({"cells": [[0, 1, 1], [0, 1, 1]], "order": [0, 1, 2, 3]}, "/order"),
        ({"cells": [[0, 1, 1], [0, 1, 1]], "order": None}, "/order"),
        ({"cells": [[0, 1, 1], [0, 1, 1]], "size": 2}, "/size"),
    ],
)
def test_boards_that_cannot_be_read(value, pointer):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(SMALL, value)
    assert pointer in [fault.pointer for fault in caught.value.faults]


@pytest.mark.parametrize("value", [None, 3, [], [[0, 1, 1], [0, 1, 1]], "", "0 1 x\n0 1 1", "0 1"])
def test_what_is_no_board_at_all(value):
    with pytest.raises(Unreadable):
        GAME.parse_board(SMALL, value)


def test_split_boards_have_whole_pieces_and_no_number_left_out():
    split = Rules(width=3, height=2, seeds=4, regions="split")
    with pytest.raises(Unreadable, match="several pieces"):
        GAME.parse_board(split, {"cells": [[0, 1, 0], [0, 1, 0]]})
    with pytest.raises(Unreadable, match="Region 1 has no cell"):
        GAME.parse_board(split, {"cells": [[0, 2, 2], [0, 2, 2]]})


@pytest.mark.parametrize("order", [[0, 1], [0, 0, 1, 2], [0, 1, 2, True], "0123", [3, 2, 0, 1]])
def test_a_dictated_order_must_fit(order):
    rules = Rules(width=3, height=2, seeds=4, order="degree")
    cells = [[0, 1, 2], [0, 1, 2]]  # region 1 has two neighbours, region 3 is empty
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(rules, {"cells": cells, "order": order})
    assert caught.value.faults[0].pointer == "/order"
    assert GAME.parse_board(rules, {"cells": cells, "order": [1, 2, 0, 3]}).order == (1, 2, 0, 3)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(order="random", seeds=30),
        Rules(order="degree", regions="split"),
        Rules(width=64, height=64, seeds=400, regions="split", adjacency="corner"),
    ],
    ids=str,
)
def test_boards_survive_json_and_text(rules):
    for trial in range(3):
        board = make_board(rules, Stream(6, trial, BOARD))
        assert GAME.parse_board(rules, json.loads(json.dumps(GAME.dump_board(board)))) == board
        assert GAME.parse_board(rules, board_text(board)) == board


def test_the_view_says_all_a_client_needs():
    board = GAME.parse_board(SMALL, {"cells": [[0, 1, 1], [0, 3, 1]]})
    state = GAME.apply(GAME.initial_state(board), Move(1, 2))
    assert GAME.view(state) == {
        "width": 3,
        "height": 2,
        "colors": 4,
        "cells": [[0, 1, 1], [0, 3, 1]],
        "regions": [
            {"id": 0, "size": 2, "neighbors": [1, 3], "color": None, "legal": [0, 1, 3]},
            {"id": 1, "size": 3, "neighbors": [0, 3], "color": 2, "legal": []},
            {"id": 3, "size": 1, "neighbors": [0, 1], "color": None, "legal": [0, 1, 3]},
        ],
        "stuck": [],
        "next": None,
        "ordered": False,
    }


def test_a_move_is_said_in_words():
    assert GAME.move_words(Move(5, 3)) == "Region 5 gets colour 3"


GROWN = Rules(width=4, height=3, seeds=3, shape="grown", cells=9)


def test_a_map_says_which_cells_are_there():
    text = "0 0 . 1\n. 0 1 1\n2 2 1 ."
    board = GAME.parse_board(GROWN, text)
    assert board_text(board) == text
    assert board.sizes == (3, 4, 2)
    assert board.neighbors == ((1, 2), (0, 2), (0, 1))
    assert GAME.dump_board(board)["cells"][0] == [0, 0, None, 1]
    assert GAME.parse_board(GROWN, json.loads(json.dumps(GAME.dump_board(board)))) == board
    view = GAME.view(GAME.initial_state(board))
    assert view["cells"] == [[0, 0, None, 1], [None, 0, 1, 1], [2, 2, 1, None]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0 0 . 1\n. 0 1 1\n2 2 1 1", "ask for 9 cells; this map has 10"),
        ("0 0 . .\n. 0 1 1\n2 2 1 .", "ask for 9 cells; this map has 8"),
    ],
)
def test_a_map_of_another_number_of_cells_is_refused(text, words):
    with pytest.raises(Unreadable, match=words):
        GAME.parse_board(GROWN, text)


def test_a_rectangle_has_all_its_cells():
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(Rules(width=2, height=2, seeds=2), {"cells": [[0, None], [1, 1]]})
    assert [fault.pointer for fault in caught.value.faults] == ["/cells/0/1"]
