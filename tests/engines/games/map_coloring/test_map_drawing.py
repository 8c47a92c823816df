"""Pictures: exact as text, and safe and complete as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from textwrap import dedent

import pytest

from engines import get_game
from engines.games.map_coloring import rules as judge
from engines.games.map_coloring.drawing import PALETTE
from engines.games.map_coloring.types import Move, Rules

GAME = get_game("map_coloring")
SVG = "{http://www.w3.org/2000/svg}"
RING = [[1, 1, 1, 2], [4, 0, 0, 2], [4, 0, 0, 2], [4, 3, 3, 3]]
STUCK = (Move(1, 0), Move(2, 1), Move(3, 2), Move(4, 3))


def ring(*moves: Move):
    board = GAME.parse_board(Rules(width=4, height=4, seeds=5), {"cells": RING})
    return judge.replay(board, moves)


def test_a_map_as_text():
    assert GAME.draw_text(ring()) == dedent("""\
        ┌───────────┬───┐
        │     1     │   │
        ├───┬───────┤   │
        │   │ 0     │ 2 │
        │   │       │   │
        │ 4 │       │   │
        │   ├───────┴───┤
        │   │     3     │
        └───┴───────────┘""")


def test_colours_and_the_stuck_region_as_text():
    assert GAME.draw_text(ring(*STUCK)) == dedent("""\
        ┌───────────┬───┐
        │    1=0    │   │
        ├───┬───────┤   │
        │   │ 0!    │2=1│
        │   │       │   │
        │4=3│       │   │
        │   ├───────┴───┤
        │   │    3=2    │
        └───┴───────────┘""")


def test_every_piece_of_a_torn_region_has_a_label():
    board = GAME.parse_board(Rules(width=3, height=2, seeds=2), {"cells": [[0, 1, 0]] * 2})
    assert GAME.draw_text(GAME.initial_state(board)).count("0") == 2


def parsed(svg: str) -> ET.Element:
    assert len(svg) < 100_000
    return ET.fromstring(svg)


def test_the_svg_is_plain_and_needs_nothing_from_outside():
    root = parsed(GAME.draw_svg(ring(*STUCK), mark=["region:1"], last=STUCK[-1]))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            "svg", "title", "desc", "rect", "path", "circle", "text"
        }  # fmt: skip
        for name in element.attrib:
            assert name not in ("style", "class", "id", "href")
            assert not name.startswith("on")
    assert root.attrib["role"] == "img"


def test_the_svg_says_in_words_what_it_shows():
    root = parsed(GAME.draw_svg(ring(*STUCK)))
    assert root.find(f"{SVG}title").text == "Map of 5 regions, 4 colours"
    assert "4 regions have a colour. Region 0 has no colour left" in root.find(f"{SVG}desc").text


def test_each_colour_is_painted_and_printed():
    root = parsed(GAME.draw_svg(ring(*STUCK)))
    texts = list(root.iter(f"{SVG}text"))
    large = sorted(one.text for one in texts if one.attrib.get("font-weight"))
    small = sorted(one.text for one in texts if not one.attrib.get("font-weight"))
    assert large == ["0", "1", "2", "3"]  # the colours
    assert small == ["0", "1", "2", "3", "4"]  # every region can still be found
    fills = {element.attrib["fill"] for element in root.iter(f"{SVG}path")}
    assert {fill for fill, _ in PALETTE[:4]} <= fills


def test_the_stuck_region_stands_out_without_colour():
    def paths(state) -> int:
        return len(list(parsed(GAME.draw_svg(state)).iter(f"{SVG}path")))

    # One more filled region, then its hatching and its outline with a halo.
    assert paths(ring(*STUCK)) == paths(ring(*STUCK[:-1])) + 1 + 3


def test_marks_and_the_last_move_are_drawn():
    plain = GAME.draw_svg(ring(*STUCK[:2]))
    assert GAME.draw_svg(ring(*STUCK[:2]), mark=["region:3"]) != plain
    assert GAME.draw_svg(ring(*STUCK[:2]), last=STUCK[1]) != plain
    assert GAME.draw_svg(ring(*STUCK[:2]), mark=["region:77", "<b>", ""]) == plain


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
    assert len(set(PALETTE)) == len(PALETTE) == highest


def test_a_grown_map_is_drawn_where_it_is():
    rules = Rules(width=4, height=3, seeds=3, shape="grown", cells=9)
    state = GAME.initial_state(GAME.parse_board(rules, "0 0 . 1\n. 0 1 1\n2 2 1 ."))
    state = judge.apply(state, Move(2, 3))
    lines = [line.rstrip() for line in GAME.draw_text(state).split("\n")]
    assert "\n".join(lines) == dedent("""\
        ┌───────┐   ┌───┐
        │     0 │   │   │
        └───┐   ├───┘   │
            │   │ 1     │
        ┌───┴───┤   ┌───┘
        │2=3    │   │
        └───────┴───┘""")
    root = parsed(GAME.draw_svg(state))
    seams = next(p for p in root.iter(f"{SVG}path") if p.attrib.get("stroke-width") == "0.3")
    assert seams.attrib["d"].count("M") == 9
