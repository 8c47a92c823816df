"""Reading is strict, and what is written can be read."""

from __future__ import annotations

import json
import random

import jsonschema
import pytest

from engines.errors import Unreadable
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.notation import (
    MOVE_SCHEMA,
    board_text,
    dump_board,
    parse_board,
    view,
)
from engines.games.dots_and_boxes.types import Board, Rules
from engines.shared.lines import dump_line, parse_line

RULES = Rules(rows=1, cols=2)
CLOSED = ["h0-0", "h1-0", "v0-0", "v0-1"]


def boards():
    rng = random.Random(4)
    for _ in range(50):
        rules = Rules(rows=rng.randint(1, 10), cols=rng.randint(1, 10))
        grid = judge.geometry_of(rules)
        lines = rng.getrandbits(len(grid.names))
        closed = sum(not around & ~lines for around in grid.around)
        first, seat = rng.randint(0, closed), rng.randint(0, 1)
        yield Board(rules, lines, (first, closed - first), seat, rng.choice([None, seat]))


def test_boards_survive_json_and_text():
    for board in (Board(Rules()), *boards()):
        assert parse_board(board.rules, json.loads(json.dumps(dump_board(board)))) == board
        assert parse_board(board.rules, board_text(board)) == board


def test_what_is_usual_may_be_left_out():
    assert parse_board(RULES, {"lines": []}) == Board(RULES)
    assert parse_board(RULES, "") == Board(RULES)
    assert board_text(Board(RULES)) == ""
    board = parse_board(RULES, " h0-0 H1-0\nv0-0  v0-1 0:1 turn=1 win=1 ")
    assert board.scores == (0, 1)
    assert board.to_move == board.seat_to_win == 1
    assert board_text(board) == "h0-0 h1-0 v0-0 v0-1 0:1 turn=1 win=1"
    assert parse_board(RULES, {"lines": ["h 0 0", {"line": "v", "row": 0, "col": 2}]}).lines == 65


@pytest.mark.parametrize(
    ("value", "pointers"),
    [
        ({}, ["/lines"]),
        ({"lines": None}, ["/lines"]),
        ({"lines": "h0-0"}, ["/lines"]),
        ({"lines": ["h0-0", "x", "h0-0", "h0-2", 7]}, [f"/lines/{n}" for n in (1, 2, 3, 4)]),
        ({"lines": [], "more": 1, "a/b": 2}, ["/more", "/a~1b"]),
        ({"lines": CLOSED}, ["/scores"]),
        ({"lines": [], "scores": [1, 0]}, ["/scores"]),
        ({"lines": CLOSED, "scores": [2, -1]}, ["/scores"]),
        ({"lines": CLOSED, "scores": [True, 0]}, ["/scores"]),
        ({"lines": CLOSED, "scores": [1]}, ["/scores"]),
        ({"lines": CLOSED, "scores": "1:0"}, ["/scores"]),
        ({"lines": [], "to_move": 2}, ["/to_move"]),
        ({"lines": [], "to_move": True}, ["/to_move"]),
        ({"lines": [], "seat_to_win": 1}, ["/seat_to_win"]),
        ({"lines": [], "to_move": None, "seat_to_win": "0"}, ["/to_move", "/seat_to_win"]),
    ],
)  # fmt: skip
def test_every_fault_of_a_board_has_its_place(value, pointers):
    with pytest.raises(Unreadable) as caught:
        parse_board(RULES, value)
    assert [fault.pointer for fault in caught.value.faults] == pointers
    assert len(str(caught.value)) < 800


@pytest.mark.parametrize("value", ["h0-0 x", "1:", "turn=2", "win=", "h0", "\0", "0:0:0", "h٠-0"])
def test_text_that_is_no_board(value):
    with pytest.raises(Unreadable, match="no part of a board"):
        parse_board(RULES, value)
    with pytest.raises(Unreadable):
        parse_board(RULES, "h0-9")
    for wrong in (None, True, 3, []):
        with pytest.raises(Unreadable):
            parse_board(RULES, wrong)


def test_moves_fit_the_schema():
    schema = jsonschema.Draft202012Validator(MOVE_SCHEMA)
    schema.check_schema(MOVE_SCHEMA)
    for line in judge.legal_moves(judge.initial_state(Board(Rules(rows=10, cols=10)))):
        assert schema.is_valid(dump_line(line))
        assert parse_line(dump_line(line)) == line


def test_what_a_client_sees():
    state = judge.replay(Board(RULES), [parse_line(text) for text in CLOSED])
    assert view(state) == {
        "rows": 1,
        "cols": 2,
        "extra_turn": True,
        "lines": CLOSED,
        "boxes": [[1, None]],
        "scores": [0, 1],
        "to_move": 1,
        "seat_to_win": None,
        "progress": {"drawn": 4, "lines": 7},
    }
    later = judge.initial_state(parse_board(RULES, {"lines": CLOSED, "scores": [0, 1]}))
    assert view(later)["boxes"] == [[2, None]]
