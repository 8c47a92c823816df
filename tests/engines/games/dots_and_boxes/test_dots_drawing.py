"""Pictures: readable as text, valid and safe as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.drawing import FILLS, draw_svg, draw_text
from engines.games.dots_and_boxes.types import EARLIER, Board, Rules
from engines.shared.line_pictures import LAST, MARK
from engines.shared.lines import Line, parse_line

MOVES = "h0-0 h1-0 v0-0 v0-1 h0-1 h1-1 h2-0"
STATE = judge.replay(Board(Rules(rows=2, cols=2)), [parse_line(text) for text in MOVES.split()])


def test_text_shows_lines_owners_and_scores():
    assert draw_text(STATE).split("\n") == [
        "•───•───•",
        "│ B │",
        "•───•───•",
        "",
        "•───•   •",
        "A 0, B 1. A draws a line.",
    ]


def test_text_shows_what_was_closed_before():
    board = Board(Rules(rows=1, cols=1), 15, (1, 0))
    assert draw_text(judge.initial_state(board)).split("\n") == [
        "•───•",
        "│ × │",
        "•───•",
        "A 1, B 0. Every line is drawn.",
    ]


def test_svg_is_well_formed_and_needs_no_style():
    for state in (STATE, judge.initial_state(Board(Rules(rows=10, cols=10)))):
        text = draw_svg(state, mark=["line:v0-2"], last=Line("h", 2, 0))
        root = ET.fromstring(text)
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert tags <= {"svg", "title", "desc", "rect", "text", "path", "circle"}
        names = {name for element in root.iter() for name in element.attrib}
        assert not names & {"style", "class", "id", "onload", "href"}


def test_svg_shows_owners_by_letter_and_colour():
    text = draw_svg(STATE)
    assert FILLS[1] in text
    assert ">B</text>" in text
    assert FILLS[0] not in text
    assert FILLS[EARLIER] not in text
    assert text.count("<circle") == 9


def test_svg_shows_the_last_line_and_marks():
    plain = draw_svg(STATE)
    assert LAST not in plain
    assert MARK not in plain
    assert LAST in draw_svg(STATE, last=Line("h", 2, 0))
    assert draw_svg(STATE, mark=["line:v0-2", "line:h0-0"]).count("stroke-dasharray") == 2
    assert draw_svg(STATE, mark=["nothing"]) == plain
