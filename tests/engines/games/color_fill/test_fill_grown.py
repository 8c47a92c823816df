"""Boards that grow: they hang together, start on the board, read, are drawn, and are solved."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from textwrap import dedent

import pytest

from engines import Unreadable, get_game, read_rules
from engines.games.color_fill import rules as judge
from engines.games.color_fill.generator import make_board
from engines.games.color_fill.notation import board_text
from engines.games.color_fill.types import Move, Rules
from engines.randomness import BOARD, Stream
from engines.shared.grids import connected_pieces

GAME = get_game("color_fill")
SVG = "{http://www.w3.org/2000/svg}"
TEXT = ".10./0112/.12./"


def state(*moves: int):
    rules = read_rules(GAME, GAME.rules_of_text(TEXT))
    return judge.replay(GAME.parse_board(rules, TEXT), map(Move, moves))


@pytest.mark.parametrize("start", ["top-left", "centre"])
@pytest.mark.parametrize("cells", [0, 4, 50, 99])
def test_a_grown_board_hangs_together_and_starts_on_it(start, cells):
    rules = Rules(width=10, height=10, shape="grown", cells=cells, start=start)
    assert rules.size == (cells or 75)
    for trial in range(20):
        board = make_board(rules, Stream(2, trial, BOARD))
        there = [[min(board.cells[y * 10 + x], 0) for x in range(10)] for y in range(10)]
        assert connected_pieces(there)[1] == 1
        assert sum(color >= 0 for color in board.cells) == rules.size
        at = judge.start_cell(rules, board.cells)
        assert board.cells[at] >= 0
        assert at == 55 if start == "centre" else set(board.cells[:at]) <= {-1}


def test_a_line_of_the_greedy_player_solves_it_and_hints_do():
    for seed in range(5):
        puzzle = GAME.generate(Rules(shape="grown", growth="branching"), seed)
        played = judge.replay(puzzle.board, puzzle.certificate)
        assert GAME.outcome(played).status == "solved"
        assert len(played.region) == 75
        now = GAME.initial_state(puzzle.board)
        for move in GAME.hint(now).way.moves:
            now = GAME.apply(now, move)
        assert GAME.outcome(now).status == "solved"


def test_what_a_boards_text_shows_and_how_it_is_written():
    shown = GAME.rules_of_text(TEXT)
    assert shown == {"colors": 3, "width": 4, "height": 3, "shape": "grown", "cells": 8}
    board = state().board
    assert board_text(board) == ".10.\n0112\n.12."
    assert GAME.dump_board(board)["cells"] == [[None, 1, 0, None], [0, 1, 1, 2], [None, 1, 2, None]]
    value = json.loads(json.dumps(GAME.dump_board(board)))
    assert GAME.parse_board(board.rules, value) == board
    view = GAME.view(state())
    assert (view["start"], view["region"]) == (1, [1, 5, 6, 9])
    assert view["progress"] == {"taken": 4, "cells": 8}
    assert view["cells"][0] == [None, 1, 0, None]


@pytest.mark.parametrize(
    ("changes", "text", "words"),
    [
        ({"cells": 9}, TEXT, "ask for 9 cells; this board has 8"),
        ({}, "110./...0/2110", "is in 2 pieces"),
        ({"start": "centre", "cells": 10}, "1101/1..0/2101", "in the centre"),
        ({"shape": "rectangle"}, TEXT, "A colour 0 to 2 is needed; got null"),
    ],
)
def test_boards_that_do_not_fit_are_refused(changes, text, words):
    rules = read_rules(GAME, GAME.rules_of_text(text) | changes)
    with pytest.raises(Unreadable, match=words):
        GAME.parse_board(rules, text)


@pytest.mark.parametrize("text", ["...", "./.", "....", ".\n."])
def test_no_cells_are_no_board(text):
    for read in (GAME.rules_of_text, lambda text: GAME.parse_board(Rules(), text)):
        with pytest.raises(Unreadable):
            read(text)


def test_it_is_drawn_where_it_is():
    lines = [line.rstrip() for line in GAME.draw_text(state(2)).split("\n")]
    assert "\n".join(lines) == dedent("""\
          ■ 0
        0 ■ ■ □
          ■ □
        Region: colour 2, 6 of 8 cells. Move 1 of 5.""")
    root = ET.fromstring(GAME.draw_svg(state(2), mark=["color:0"], last=Move(2)))
    assert len(list(root.iter(f"{SVG}text"))) == 8
    assert root.find(f"{SVG}title").text == "Board of 8 cells, 3 colours"


def test_a_stuck_board_names_colours_of_cells_that_are_there():
    outcome = GAME.outcome(state(2, 1, 2, 1, 2))
    assert outcome.status == "stuck"
    assert outcome.loci == ("color:0",)
    assert "2 cells of 8 are not taken" in outcome.message


def test_a_rectangle_is_told_as_before_boards_could_grow():
    assert Rules().model_dump() == {
        "width": 10, "height": 10, "colors": 5, "slack": 3, "start": "top-left"
    }  # fmt: skip
    for rules in (Rules(cells=9), Rules(shape="grown", cells=99, growth="compact")):
        assert Rules.model_validate(rules.model_dump()) == rules
