"""Pictures: exact as text, and safe and complete as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from textwrap import dedent

import pytest

from engines import get_game
from engines.games.reversi.types import Move, Rules
from tests.engines.games.reversi.test_reversi_rules import position

GAME = get_game("reversi")
SVG = "{http://www.w3.org/2000/svg}"
GROWN = "####./#XO../#OX#./#...#/#####"


def test_a_board_as_text_without_empty_columns_and_rows():
    state = position(GROWN)
    assert GAME.draw_text(state) == dedent("""\
           b c d e
         1       ·
         2 ● ○ · ·
         3 ○ ●   ·
         4 · · ·
        ● 2, ○ 2, 7 empty.""")
    assert GAME.draw_text(GAME.apply(state, Move(3, 1))) == dedent("""\
           b c d e
         1       ·
         2 ● ●(●)·
         3 ○ ●   ·
         4 · · ·
        ● 4, ○ 1, 6 empty.""")


def test_the_last_column_and_a_puzzle_as_text():
    state = position("XOO./OOOO/OOO#/OO## X wins")
    assert GAME.draw_text(GAME.apply(state, Move(3, 0))) == dedent("""\
           a b c d
         1 ● ● ●(●)
         2 ○ ○ ○ ○
         3 ○ ○ ○
         4 ○ ○
        ● 4, ○ 9, 0 empty. ● to win.""")


def parsed(svg: str) -> ET.Element:
    assert len(svg) < 100_000
    return ET.fromstring(svg)


def test_the_svg_is_plain_and_says_what_it_shows():
    state = GAME.apply(position(GROWN), Move(3, 1))
    svg = GAME.draw_svg(state, mark=["cell:b2", "cell:a1", "<b>"], last=Move(3, 1))
    root = parsed(svg)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            "svg", "title", "desc", "rect", "path", "circle", "text", "g"
        }  # fmt: skip
        for name in element.attrib:
            assert name not in ("style", "class", "id", "href")
            assert not name.startswith("on")
    assert root.attrib["role"] == "img"
    assert root.find(f"{SVG}title").text == "Board of 11 cells"
    assert root.find(f"{SVG}desc").text == (
        "First player (black) 4, second (white) 1. The second player has no move and passes. "
        "The first player moves, at 4 to 1."
    )
    assert [element.text for element in root.iter(f"{SVG}text")] == list("bcde1234")
    assert len(list(root.iter(f"{SVG}rect"))) == 1  # b2: there is no a1


def test_only_cells_of_the_board_are_drawn():
    state = position(GROWN)
    root = parsed(GAME.draw_svg(state))
    cloth = next(root.iter(f"{SVG}path")).attrib["d"]
    assert cloth.count("z") == 11
    circles = len(list(root.iter(f"{SVG}circle")))
    assert circles == 4 + len(GAME.legal_moves(state))
    after = GAME.apply(state, Move(3, 1))
    plain = GAME.draw_svg(after).count("<circle")
    assert GAME.draw_svg(after, last=Move(3, 1)).count("<circle") == plain + 2


@pytest.mark.parametrize("shape", ["rectangle", "grown"])
def test_the_largest_board_is_drawn(shape):
    rules = Rules(width=10, height=10, shape=shape, cells=100)
    state = GAME.initial_state(GAME.generate(rules, 1).board)
    root = parsed(GAME.draw_svg(state))
    assert root.find(f"{SVG}title").text == "Board of 10 by 10 cells"
