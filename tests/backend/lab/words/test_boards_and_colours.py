"""What single boards, and the colours of maps, are called."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from backend.lab.admin import words
from backend.lab.selectors import PICKS
from tests.support.words import ADVANTAGE, BOXES, STUCK


class Scale(NamedTuple):
    """Like `charts.Scale`, without Altair."""

    low: float
    high: float
    even: bool
    chance: float


@pytest.mark.parametrize(
    ("scale", "said"),
    [
        (Scale(0.0, 0.088, False, 0.0), "from none to 8.8 % of the plays: the lighter, the more"),
        (Scale(0.0, 0.542, True, 0.029), "from 0 % to 54.2 % of the plays: the lighter, the more"),
        (Scale(0.398, 0.542, True, 0.029), "It does not begin at 0"),
        (Scale(0.398, 0.542, True, 0.029), "Chance alone moves a cell by up to 2.9 points"),
    ],
)
def test_the_colours_of_maps_are_told_in_words(scale, said):
    assert said in words.colours(scale)


def test_a_board_reads_well():
    assert words.a_board(STUCK) == "a stuck board"
    assert words.a_board(replace(STUCK, title="Unsolved")) == "an unsolved board"
    assert words.a_board(STUCK, "typical") == "a typical stuck board"
    assert words.a_board(STUCK, "worst") == "the stuck board with the fewest moves"
    assert words.a_board(replace(STUCK, title="Long hunt")) == "a board: long hunt"
    hunt = replace(STUCK, title="Long hunt", example="a long hunt")
    shown = [words.a_board(hunt, pick) for pick in PICKS["proportion"]]
    assert shown == ["a long hunt", "a typical long hunt", "the long hunt with the fewest moves"]
    assert words.a_board(BOXES, "typical") == "a typical play"
    assert words.a_board(BOXES, "lowest") == (
        "a play with the lowest figure: boxes of the first player"
    )
    assert words.a_board(ADVANTAGE, "highest") == "the best play of the first player"
    assert words.a_board(ADVANTAGE, "lowest") == "the best play of the second player"
    for metric in (STUCK, BOXES, ADVANTAGE):
        labels = [words.pick_label(metric, pick) for pick in PICKS[metric.kind]]
        assert len(set(labels)) == 3


def test_of_many_boards_some_lie_apart_by_chance():
    assert words.boards_apart(1, 3) == ""
    assert words.boards_apart(3, 2) == (
        "Where the intervals of two boards lie apart, the boards differ."
    )
    said = words.boards_apart(20, 1)
    assert said.startswith("Intervals of two boards that are alike lie apart by chance once in")
    assert "180 times, and here are 190 pairs of boards: perhaps one of them may look" in said
    many = words.boards_apart(20, 3)
    assert "570 pairs of boards (of all variants): about 3 of them may look different" in many
