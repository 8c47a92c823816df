"""Pictures: what they show, and that they may stand on any page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from engines import get_game
from engines.games.sliding.types import Move, Rules

GAME = get_game("sliding")
SMALL = Rules(width=3, height=2)


def state(text: str, rules: Rules = SMALL):
    return GAME.initial_state(GAME.parse_board(rules, text))


def test_text_marks_what_is_at_home():
    assert GAME.draw_text(state("1 2 3 / 0 4 5")) == (
        "┌───┬───┬───┐\n│ 1.│ 2.│ 3.│\n├───┼───┼───┤\n│   │ 4 │ 5 │\n└───┴───┴───┘"
    )


def test_columns_line_up_on_large_boards():
    board = GAME.generate(Rules(width=6, height=6), 3).board
    lines = GAME.draw_text(GAME.initial_state(board)).split("\n")
    assert len(lines) == 13
    assert len({len(line) for line in lines}) == 1


def test_svg_shows_every_tile_once_and_the_marks():
    picture = GAME.draw_svg(state("1 2 3 / 0 4 5"), mark=("tile:5",), last=Move(4))
    root = ElementTree.fromstring(picture)
    texts = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["1", "2", "3", "4", "5"]
    assert picture.count("stroke-dasharray") == 1
    assert "3 of 5 tiles are at home" in picture


def test_svg_needs_no_style_script_or_id():
    for picture in (
        GAME.draw_svg(state("1 2 3 / 0 4 5")),
        GAME.draw_svg(state("1 2 3 / 4 5 0")),
        GAME.draw_svg(GAME.initial_state(GAME.generate(Rules(width=6, height=6), 1).board)),
    ):
        assert not re.search(r"<(style|script)|\b(style|id|class|on\w+|href)=", picture)
