"""Pictures: exact as text, and safe and complete as SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from textwrap import dedent

import pytest

from engines import get_game
from engines.games.number_hunt import rules as judge
from engines.games.number_hunt.generator import make_board
from engines.games.number_hunt.types import Move, Rules, State
from engines.randomness import BOARD, Stream

GAME = get_game("number_hunt")
SVG = "{http://www.w3.org/2000/svg}"
FIVE = Rules(circles=5, width=120, height=100, min_radius=8, max_radius=12, gap=4)
CIRCLES = [[15, 15, 10], [80, 20, 12], [20, 80, 8], [60, 50, 10], [105, 88, 12]]


def after(*numbers: int) -> State:
    board = GAME.parse_board(FIVE, {"circles": CIRCLES})
    return judge.replay(board, map(Move, numbers))


def test_a_field_as_text():
    assert GAME.draw_text(after(1, 5, 2)) == dedent("""\
        ┌──────────────────────────────────────────────────────────────────┐
        │                                                                  │
        │        1                                                         │
        │                                         2                        │
        │                                                                  │
        │                                                                  │
        │                              (4)                                 │
        │                                                                  │
        │                                                                  │
        │          (3)                                       (5)           │
        │                                                                  │
        │                                                                  │
        └──────────────────────────────────────────────────────────────────┘
        Look for 3. 3 numbers left, 1 wrong tap.""")


@pytest.mark.parametrize(
    "rules",
    [
        Rules(circles=100, min_radius=10, max_radius=12, gap=0),
        Rules(circles=100, min_radius=4, max_radius=4, gap=0, width=120, height=150),
        Rules(circles=100, width=1000, height=1000),
        Rules(circles=5, width=1000, height=1000, min_radius=100, max_radius=100),
    ],
)
def test_every_label_is_there_whole(rules):
    for trial in range(10):
        board = make_board(rules, Stream(3, trial, BOARD))
        text = GAME.draw_text(GAME.initial_state(board))
        labels = re.findall(r"\(([0-9]+)\)", text)
        assert sorted(map(int, labels)) == list(range(1, rules.circles + 1))
        frame = text.split("\n")[:-1]
        assert len({len(line) for line in frame}) == 1


def parsed(svg: str) -> ET.Element:
    assert len(svg) < 100_000
    return ET.fromstring(svg)


def test_the_svg_is_plain_and_needs_nothing_from_outside():
    root = parsed(GAME.draw_svg(after(1, 5), mark=["number:2"], last=Move(5)))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {"svg", "title", "desc", "rect", "circle", "text"}
        for name in element.attrib:
            assert name not in ("style", "class", "id", "href")
            assert not name.startswith("on")
    assert root.get("viewBox") == "-2 -2 124 104"
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Field of 5 numbered circles"
    assert root.find(f"{SVG}desc").text == "Look for 2. 4 numbers left, 1 wrong tap."


def looks(svg: str) -> dict[str, str]:
    """Number -> the fill of its circle."""
    root = parsed(svg)
    texts, circles = root.findall(f"{SVG}text"), root.findall(f"{SVG}circle")
    return {t.text: c.get("fill") for t, c in zip(texts, circles, strict=False)}


def test_found_circles_are_grey_and_the_next_one_looks_like_the_others():
    fills = looks(GAME.draw_svg(after(1, 2)))
    assert list(fills) == ["1", "2", "3", "4", "5"]
    assert fills["1"] == fills["2"] != fills["3"]
    assert fills["3"] == fills["4"] == fills["5"]
    assert len(parsed(GAME.draw_svg(after(1, 2))).findall(f"{SVG}circle")) == 5


def test_marks_and_the_last_tap_have_rings():
    plain = GAME.draw_svg(after(1))
    assert GAME.draw_svg(after(1), mark=["number:9", "region:1", "nonsense"]) == plain
    assert GAME.draw_svg(after(1), last=Move(9)) == plain
    marked = parsed(GAME.draw_svg(after(1), mark=["number:4"], last=Move(2)))
    rings = marked.findall(f"{SVG}circle")[5:]
    assert [(ring.get("cx"), ring.get("cy")) for ring in rings] == [("60", "50"), ("80", "20")]
    assert {ring.get("fill") for ring in rings} == {"none"}
