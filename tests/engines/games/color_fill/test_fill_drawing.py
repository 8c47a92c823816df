"""Pictures: exact as text, and safe and complete as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from textwrap import dedent

import pytest

from engines import get_game
from engines.games.color_fill import rules as judge
from engines.games.color_fill.drawing import PALETTE
from engines.games.color_fill.types import Move, Rules

GAME = get_game("color_fill")
SVG = "{http://www.w3.org/2000/svg}"


def board(*moves: int, **changes):
    rules = Rules(width=4, height=3, colors=4, slack=2, **changes)
    return judge.replay(GAME.parse_board(rules, "0121/1123/2230"), map(Move, moves))


def parsed(svg: str) -> ET.Element:
    assert len(svg) < 100_000
    return ET.fromstring(svg)


def test_a_board_as_text():
    assert GAME.draw_text(board()) == dedent("""\
        ■ 1 2 1
        1 1 2 3
        2 2 3 0
        Region: colour 0, 1 of 12 cells. Move 0 of 7.""")


def test_what_was_just_taken_as_text():
    assert GAME.draw_text(board(1, 2)) == dedent("""\
        ■ ■ □ 1
        ■ ■ □ 3
        □ □ 3 0
        Region: colour 2, 8 of 12 cells. Move 2 of 7.""")


@pytest.mark.parametrize("moves", [(), (1, 2), (1, 2, 3, 1, 0), (3, 1, 3, 1, 3, 1, 3)])
def test_the_svg_is_plain_and_needs_nothing_from_outside(moves):
    last = Move(moves[-1]) if moves else None
    root = parsed(GAME.draw_svg(board(*moves), mark=["color:1", "color:2"], last=last))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            "svg", "title", "desc", "rect", "path", "circle", "text", "g"
        }  # fmt: skip
        for name in element.attrib:
            assert name not in ("style", "class", "id", "href")
            assert not name.startswith("on")
    assert root.attrib["role"] == "img"


def test_the_svg_says_in_words_what_it_shows():
    root = parsed(GAME.draw_svg(board(1, 2)))
    assert root.find(f"{SVG}title").text == "Board of 4 by 3 cells, 4 colours"
    assert root.find(f"{SVG}desc").text == (
        "Region: colour 2, 8 of 12 cells. Move 2 of 7. 4 cells to take, 5 moves left."
    )


def test_every_cell_is_painted_and_its_colour_printed():
    root = parsed(GAME.draw_svg(board()))
    texts = sorted(element.text for element in root.iter(f"{SVG}text"))
    assert texts == sorted("012111232230")
    fills = {element.attrib["fill"] for element in root.iter(f"{SVG}path")}
    assert {fill for fill, _ in PALETTE[:4]} <= fills


def test_marks_and_the_last_move_are_drawn():
    plain = GAME.draw_svg(board(1, 2))
    assert GAME.draw_svg(board(1, 2), mark=["color:3"]) != plain
    dots = GAME.draw_svg(board(1, 2), last=Move(2)).count("<circle") - plain.count("<circle")
    assert dots == 4
    assert GAME.draw_svg(board(1, 2), mark=["color:0", "color:77", "<b>", ""]) == plain


def test_the_largest_board_is_drawn():
    rules = Rules(width=32, height=32, colors=10)
    parsed(GAME.draw_svg(GAME.initial_state(GAME.generate(rules, 1).board)))


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("paint", "ink"), PALETTE)
def test_digits_can_be_read_on_their_colour(paint, ink):
    dark, light = sorted((luminance(paint), luminance(ink)))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_there_is_a_paint_for_every_colour_the_rules_allow():
    highest = GAME.Rules.model_json_schema()["properties"]["colors"]["maximum"]
    assert len({paint for paint, _ in PALETTE}) == len(PALETTE) == highest
