"""What the players want to draw, in positions where one can see what they should."""

from __future__ import annotations

import pytest

from engines.errors import UnknownName
from engines.games.dots_and_boxes.chains import (
    Run,
    answer_value,
    closing_lines,
    opened_by,
    safe_lines,
)
from engines.games.dots_and_boxes.geometry import geometry, numbers_in
from engines.games.dots_and_boxes.lookahead import best_lines, depth_within
from engines.games.dots_and_boxes.notation import parse_board
from engines.games.dots_and_boxes.policies import check_policy, read_player, wanted_lines
from engines.games.dots_and_boxes.types import Rules
from engines.shared.lines import line_text


def position(rows: int, cols: int, free: str) -> int:
    """The set of all lines but these."""
    grid = geometry(rows, cols)
    left = set(free.split())
    return sum(1 << n for n, name in enumerate(grid.names) if line_text(name) not in left)


def wanted(player: str, rows: int, cols: int, lines: int, extra_turn: bool = True) -> set[str]:
    grid = geometry(rows, cols)
    found = wanted_lines(grid, lines, extra_turn, read_player(player))
    assert found == sorted(found)
    return {line_text(grid.names[number]) for number in found}


def ladder(boxes: int) -> str:
    """The upright lines of a row of so many boxes, both ends included: one chain."""
    return " ".join(f"v0-{col}" for col in range(boxes + 1))


def test_the_three_of_the_article():
    board = parse_board(Rules(rows=2, cols=2), "h0-0 v0-0 h1-0 h2-1 v1-2")
    lines, grid = board.lines, geometry(2, 2)
    free = {line_text(grid.names[n]) for n in numbers_in(grid.full & ~lines)}
    for player in ("greedy", "careful", "chain", "lookahead"):
        assert wanted(player, 2, 2, lines) == {"v0-1"}
    assert wanted("random", 2, 2, lines) == free
    lines |= 1 << 7  # v0-1: the box is closed; the others have 2, 1 and 2 lines
    free.remove("v0-1")
    assert wanted("greedy", 2, 2, lines) == free
    assert wanted("careful", 2, 2, lines) == free - {"h1-1", "v1-1"}


def test_closing_and_safe_lines():
    grid = geometry(1, 3)
    lines = position(1, 3, ladder(3))
    assert closing_lines(grid, lines) == safe_lines(grid, lines) == 0
    opened = lines | 1 << 6  # v0-0
    assert numbers_in(closing_lines(grid, opened)) == [7]
    assert safe_lines(grid, 0) == grid.full
    assert safe_lines(grid, grid.full) == closing_lines(grid, grid.full) == 0


def test_runs_are_chains_or_loops():
    grid = geometry(1, 4)
    lines = position(1, 4, ladder(4))
    assert opened_by(grid, lines, 8) == Run(4, 4, grid.full)
    assert opened_by(grid, lines, 10) == Run(4, 4, grid.full)  # from the middle, too
    loop = position(2, 2, "h1-0 h1-1 v0-1 v1-1")
    assert opened_by(geometry(2, 2), loop, 2) == Run(4, 3, geometry(2, 2).full)


def test_what_answering_openings_is_worth():
    def chain(n):
        return Run(n, n, 0)

    def loop(n):
        return Run(n, n - 1, 0)

    assert answer_value([]) == 0
    assert answer_value([chain(1)]) == 1
    assert answer_value([chain(5)]) == 5
    assert answer_value([chain(3), chain(3)]) == 1 + 1  # either way: 3 - 2 + |3 - 2|
    assert answer_value([chain(3), chain(10)]) == 1 + 8
    assert answer_value([loop(4), chain(10)]) == 0 + 6
    assert answer_value([chain(1), chain(2), chain(8)]) == 1 - (2 - 8)


# Of three rows of five boxes the first is an open chain, the second closed, the third a chain.
OPENED, UNTOUCHED = "v0-1 v0-2 v0-3 v0-4 v0-5", "v2-0 v2-1 v2-2 v2-3 v2-4 v2-5"


def upper(boxes: int) -> str:
    """The free lines of a chain from the left end of the first of three rows out to the top."""
    return " ".join(f"v0-{col}" for col in range(boxes)) + f" h0-{boxes - 1}"


def lower(boxes: int) -> str:
    """The same in the third row, out to the bottom."""
    return " ".join(f"v2-{col}" for col in range(boxes)) + f" h3-{boxes - 1}"


@pytest.mark.parametrize(
    ("free", "lines"),
    [
        (f"{OPENED} {UNTOUCHED}", "v0-1"),
        (f"v0-3 v0-4 v0-5 {UNTOUCHED}", "v0-3"),
        (f"v0-4 v0-5 {UNTOUCHED}", "v0-5"),  # the last two are left
        ("v0-4 v0-5", "v0-4"),  # nothing else remains
        (f"v0-4 v0-5 {lower(2)}", "v0-4"),  # two boxes are not worth two
        (f"v0-4 v0-5 {lower(3)}", "v0-5"),  # three are
        (f"v0-0 v0-3 v0-4 v0-5 {UNTOUCHED}", "v0-0"),  # another run is taken first
        (f"v0-0 v0-4 v0-5 {UNTOUCHED}", "v0-0"),
        (f"v0-4 {UNTOUCHED}", "v0-4"),  # a pair that the other one left
        (f"v0-4 v0-5 {UNTOUCHED} h3-0", "v0-4"),  # lines are safe, or one is
    ],
)
def test_the_end_of_a_chain_is_left_where_control_is_worth_more(free, lines):
    assert wanted("chain", 3, 5, position(3, 5, free)) == {lines}


@pytest.mark.parametrize(
    ("chain", "lines"),
    [
        ("h0-3 v0-4 v0-5 v0-6 v0-7 v0-8", "v1-1"),  # the four are left in pairs
        ("h0-4 v0-5 v0-6 v0-7 v0-8", "h1-0 h1-1"),  # for four boxes four are too many
        ("", "h1-0 h1-1"),
    ],
)
def test_four_boxes_of_a_loop_are_left(chain, lines):
    opened = position(2, 8, f"h1-0 h1-1 v1-1 {chain}")
    assert wanted("chain", 2, 8, opened) == set(lines.split())


def test_who_must_open_opens_the_shortest():
    long_and_short = position(3, 5, f"{UNTOUCHED} {upper(3)}")
    assert wanted("chain", 3, 5, long_and_short) == set(upper(3).split())


def test_two_boxes_are_opened_between_them_so_that_their_end_can_not_be_left():
    two = position(3, 5, f"{UNTOUCHED} {upper(2)}")
    assert wanted("chain", 3, 5, two) == {"v0-1"}
    assert wanted("careful", 3, 5, two) > set(upper(2).split())


def test_the_last_safe_lines_decide_who_must_open():
    """Two boxes with a line each share a third one. If it is drawn, no safe line is left."""
    region = "h0-0 h0-1 v0-0 v0-1 v0-2"
    lines = position(4, 2, f"{region} h3-0 h3-1 v2-1 v3-1")
    assert wanted("careful", 4, 2, lines) == set(region.split())
    assert wanted("chain", 4, 2, lines) == {"v0-1"}


def test_without_extra_turn_what_closes_most_is_taken_and_an_even_chain_is_opened():
    lines = position(3, 5, f"v0-0 v0-3 {lower(4)}")
    assert wanted("chain", 3, 5, lines, extra_turn=False) == {"v0-3"}
    assert wanted("greedy", 3, 5, lines, extra_turn=False) == {"v0-0", "v0-3"}
    lines = position(3, 5, f"{upper(3)} {lower(4)}")
    assert wanted("chain", 3, 5, lines, extra_turn=False) == set(lower(4).split())


def test_the_policy_names_both_seats():
    assert check_policy("chain") == "chain,chain"
    assert check_policy("Lookahead( depth = 2 ),random") == "lookahead,random"
    assert check_policy("lookahead(depth=3)") == "lookahead(depth=3),lookahead(depth=3)"
    for wrong in ("", "chain,", "a,b,c", "lookahead(depth=5)", "lookahead(depth=0)", "greedy(x=1)"):
        with pytest.raises(UnknownName):
            check_policy(wrong)


def test_fewer_lines_are_looked_ahead_where_more_are_free():
    assert [depth_within(4, free, 25) for free in (60, 40, 35, 20, 14, 4, 1)] == [
        2,
        2,
        3,
        3,
        4,
        4,
        1,
    ]
    assert depth_within(4, 220, 100) == 1
    assert depth_within(1, 4, 1) == 1


def test_looking_ahead_sees_as_far_as_it_says():
    """Two boxes and three: to draw between the two costs two boxes and gains three, if one looks
    on until the other one has to open the three; to open the three costs them at once."""
    lines, grid = position(3, 5, f"{upper(2)} {lower(3)}"), geometry(3, 5)
    for depth in (1, 2, 3, 4):
        found = {line_text(grid.names[n]) for n in best_lines(grid, lines, True, depth)}
        assert found <= set(upper(2).split())
    assert found == {"v0-1"}
