"""Reading is strict, what is written can be read, and pictures are exact."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ET
from textwrap import dedent

import pytest

from engines import Unreadable, get_game
from engines.games.enclosure import rules as judge
from engines.games.enclosure.notation import board_text
from engines.games.enclosure.types import Board, Rules
from engines.shared.lines import parse_line
from tests.engines.games.enclosure.some_rules import random_rules

GAME = get_game("enclosure")
SMALL = Rules(rows=2, cols=2)
SVG = "{http://www.w3.org/2000/svg}"


def play(words: str, **changes):
    board = judge.empty_board(Rules(**{"rows": 2, "cols": 2, **changes}))
    return judge.replay(board, map(parse_line, words.split()))


def board_of(state, seat_to_win=None) -> Board:
    return Board(state.board.rules, state.lines, state.taken, state.to_move, seat_to_win)


def test_positions_of_any_game_survive_json_and_text():
    rng = random.Random(1)
    for _ in range(40):
        rules = random_rules(rng, 6)
        state = judge.initial_state(judge.empty_board(rules))
        while moves := judge.legal_moves(state):
            state = judge.apply(state, rng.choice(moves))
            if rng.random() < 0.3:
                board = board_of(state)
                value = json.loads(json.dumps(GAME.dump_board(board)))
                assert GAME.parse_board(rules, value) == board
                assert GAME.parse_board(rules, board_text(board)) == board


def test_a_puzzle_survives_json_and_text():
    for level in GAME.levels:
        board = GAME.generate_level(level.key, 1).board
        assert GAME.parse_board(level.rules, GAME.dump_board(board)) == board
        assert GAME.parse_board(level.rules, board_text(board)) == board


def test_a_board_as_json_and_text():
    board = board_of(play("h0-0 v0-0 h1-0 v0-1"))
    assert GAME.dump_board(board) == {
        "lines": ["h0-0", "h1-0", "v0-0", "v0-1"],
        "boxes": [[1, None], [None, None]],
        "to_move": 0,
        "seat_to_win": None,
    }
    assert board_text(board) == "h0-0 h1-0 v0-0 v0-1 boxes=B./.."


def test_the_rim_is_not_named_where_it_counts_as_drawn():
    board = board_of(play("v0-1", border="drawn"))
    assert GAME.dump_board(board)["lines"] == ["v0-1"]


CLOSED = ["h0-0", "h1-0", "v0-0", "v0-1"]


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({}, "/lines"),
        ({"lines": "h0-0"}, "/lines"),
        ({"lines": ["h0-0", "x"]}, "/lines/1"),
        ({"lines": ["h0-2"]}, "/lines/0"),
        ({"lines": ["h0-0", "h0-0"]}, "/lines/1"),
        ({"lines": [], "more": 1}, "/more"),
        ({"lines": [], "to_move": True}, "/to_move"),
        ({"lines": [], "to_move": 2}, "/to_move"),
        ({"lines": [], "to_move": 0, "seat_to_win": 1}, "/seat_to_win"),
        ({"lines": [], "boxes": [[None, None]]}, "/boxes"),
        ({"lines": [], "boxes": [[None], [None, None]]}, "/boxes/0"),
        ({"lines": [], "boxes": [[None, 2], [None, None]]}, "/boxes/0/1"),
        ({"lines": [], "boxes": [[None, True], [None, None]]}, "/boxes/0/1"),
        # The lines close a cell that nobody has; a cell is taken that is not closed.
        ({"lines": CLOSED}, "/boxes"),
        ({"lines": CLOSED, "boxes": [[0, 0], [0, 0]]}, "/boxes"),
        ({"lines": CLOSED, "boxes": [[0, None], [None, 1]]}, "/boxes"),
        ({"lines": CLOSED[1:], "boxes": [[0, None], [None, None]]}, "/boxes"),
        # Two cells with no line between them have one owner.
        ({"lines": ["h0-0", "h0-1", "v0-0", "v0-2", "h1-0", "h1-1"],
          "boxes": [[0, 1], [None, None]]}, "/boxes"),
    ],
)  # fmt: skip
def test_boards_that_cannot_be_read(value, pointer):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(SMALL, value)
    assert pointer in [fault.pointer for fault in caught.value.faults]


def test_a_puzzle_must_be_small_enough_to_be_answered():
    with pytest.raises(Unreadable, match="at most 12 lines left"):
        GAME.parse_board(Rules(), {"lines": [], "to_move": 0, "seat_to_win": 0})


def test_with_a_drawn_border_two_cells_stay_nobodys():
    rules = Rules(rows=1, cols=3, border="drawn")
    with pytest.raises(Unreadable, match="two cells stay nobody's"):
        GAME.parse_board(rules, "v0-1 v0-2 boxes=AB.")
    assert GAME.parse_board(rules, "v0-1 v0-2 boxes=A..").taken == (1, 0)


@pytest.mark.parametrize(
    "text",
    ["h0", "h0-0,v0-0", "boxes=AX/..", "turn=2", "win=1", "h0-0 \0", "h9-9", "boxes=//", "٣"],
)
def test_text_that_is_no_board(text):
    with pytest.raises(Unreadable) as caught:
        GAME.parse_board(SMALL, text)
    assert "\0" not in str(caught.value)


def test_the_view_says_all_a_client_needs():
    view = GAME.view(play("h0-0 h0-1 v0-0 v0-2 h1-1 h1-0"))
    assert view == {
        "rows": 2,
        "cols": 2,
        "border": "open",
        "capture": "area",
        "extra_turn": False,
        "lines": ["h0-0", "h0-1", "h1-0", "h1-1", "v0-0", "v0-2"],
        "free": ["h2-0", "h2-1", "v1-0", "v1-1", "v1-2"],
        "boxes": [[1, 1], [None, None]],
        "gained": [[0, 0], [0, 1]],
        "scores": [0, 2],
        "to_move": 0,
        "seat_to_win": None,
        "progress": {"taken": 2, "cells": 4},
    }


# Pictures ---------------------------------------------------------------------------------


def test_a_board_as_text():
    assert GAME.draw_text(play("h0-0 h0-1 v0-0 v0-2 h1-1 h1-0 v1-1")) == dedent("""\
        •───•───•
        │ B   B │
        •───•───•
            │
        •   •   •
        A 0, B 2. B draws a line.""")


def parsed(svg: str) -> ET.Element:
    assert len(svg) < 100_000
    return ET.fromstring(svg)


@pytest.mark.parametrize("words", ["", "h0-0", "h0-0 h0-1 v0-0 v0-2 h1-1 h1-0"])
def test_the_svg_is_plain_and_needs_nothing_from_outside(words):
    last = parse_line(words.split()[-1]) if words else None
    root = parsed(GAME.draw_svg(play(words), mark=["line:h1-0", "<b>"], last=last))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            "svg", "title", "desc", "rect", "path", "circle", "text"
        }  # fmt: skip
        for name in element.attrib:
            assert name not in ("style", "class", "id", "href")
            assert not name.startswith("on")
    assert root.attrib["role"] == "img"
    assert root.find(f"{SVG}title").text == "Enclosure, 2 by 2"


def test_owners_are_told_by_letter_and_colour():
    svg = GAME.draw_svg(play("h0-0 v0-0 h1-0 v0-1 h0-1 v0-2 h1-1 h2-0 v1-0 h2-1 v1-1"))
    root = parsed(svg)
    letters = [element.text for element in root.iter(f"{SVG}text")]
    fills = [r.attrib["fill"] for r in root.iter(f"{SVG}rect")][1:]
    assert sorted(letters) == ["A", "A", "B"]
    assert len(set(zip(letters, fills, strict=True))) == 2


def test_marks_and_the_last_line_and_what_it_took_are_drawn():
    state = play("h0-0 h0-1 v0-0 v0-2 h1-1 h1-0")
    plain = GAME.draw_svg(state)
    assert GAME.draw_svg(state, mark=["line:v1-1"]) != plain
    assert GAME.draw_svg(state, mark=["line:h99-0", "", "<b>"]) == plain
    shown = GAME.draw_svg(state, last=parse_line("h1-0"))
    assert shown.count("<circle") - plain.count("<circle") == 2
    parsed(GAME.draw_svg(play("", rows=10, cols=10)))
