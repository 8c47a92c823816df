"""The reference rules on boards small enough to see."""

from __future__ import annotations

import random

import pytest

from engines import IllegalMove
from engines.games.color_fill import rules as judge
from engines.games.color_fill.generator import board_from_cells, make_board
from engines.games.color_fill.lines import greedy_line
from engines.games.color_fill.regions import first_position, is_finished, patches_of, take
from engines.games.color_fill.types import Move, Rules
from engines.randomness import BOARD, Stream


def board(picture: str, **changes):
    """A board from rows of digits."""
    rows = picture.split()
    rules = Rules(
        **{"width": len(rows[0]), "height": len(rows), "colors": 4, "slack": 1, **changes}
    )
    return board_from_cells(rules, tuple(int(digit) for row in rows for digit in row))


def state(picture: str, *colors: int, **changes):
    return judge.replay(board(picture, **changes), map(Move, colors))


def refused(at, color: int) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        judge.apply(at, Move(color))
    return caught.value


class TestRegion:
    def test_it_hangs_together_by_sides_only(self):
        assert judge.initial_state(board("010 101 122")).region == (0,)
        assert judge.initial_state(board("011 001 122")).region == (0, 3, 4)

    def test_nothing_wraps_round_an_edge(self):
        assert judge.initial_state(board("010 110 122")).region == (0,)
        assert judge.initial_state(board("112 001 122")).region == (0, 1)

    @pytest.mark.parametrize(
        ("width", "height", "cell"), [(3, 3, 4), (4, 4, 10), (2, 2, 3), (5, 2, 7), (19, 19, 180)]
    )
    def test_the_centre(self, width, height, cell):
        cells = (0,) * (width * height)
        assert judge.start_cell(Rules(width=width, height=height, start="centre"), cells) == cell
        assert judge.start_cell(Rules(width=width, height=height), cells) == 0

    def test_it_grows_from_the_centre_where_the_rules_say_so(self):
        assert judge.initial_state(board("000 010 000", start="centre")).region == (4,)


class TestApply:
    def test_the_region_takes_the_colour_and_what_touches_of_it(self):
        after = state("012 112 220", 1)
        assert after.cells == (1, 1, 2, 1, 1, 2, 2, 2, 0)
        assert after.region == (0, 1, 3, 4)
        assert after.gained == (1, 3, 4)
        assert after.moves == 1

    def test_the_next_move_takes_what_now_touches(self):
        after = state("012 112 220", 1, 2)
        assert after.gained == (2, 5, 6, 7)
        assert judge.outcome(after).status == "playing"
        assert judge.outcome(judge.apply(after, Move(0))).status == "solved"

    def test_a_colour_that_touches_nowhere_wastes_the_move(self):
        after = state("012 112 220", 3)
        assert (after.region, after.gained, after.moves) == ((0,), (), 1)

    def test_the_state_before_is_left_alone(self):
        before = judge.initial_state(board("012 112 220"))
        judge.apply(before, Move(1))
        assert (before.cells[0], before.moves) == (0, 0)

    def test_the_regions_own_colour_is_refused(self):
        error = refused(judge.initial_state(board("012 112 220")), 0)
        assert (error.code, error.locus) == ("same_color", "color:0")
        assert error.legal == {"colors": [1, 2, 3]}
        assert str(error) == "The region has colour 0 already. Choose another."

    @pytest.mark.parametrize("color", [-1, 4, 99])
    def test_an_unknown_colour_is_refused(self, color):
        error = refused(judge.initial_state(board("012 112 220")), color)
        assert error.code == "unknown_color"
        assert str(error).endswith("colours are 0 to 3.")


class TestEnds:
    def test_the_limit_is_the_greedy_line_and_the_slack(self):
        assert board("012 112 220", slack=0).limit == 3
        assert board("012 112 220", slack=4).limit == 7

    def test_a_solved_board_takes_no_move(self):
        solved = state("012 112 220", 1, 2, 0)
        assert judge.outcome(solved).status == "solved"
        assert judge.legal_moves(solved) == []
        assert refused(solved, 1).code == "solved"

    def test_solved_with_the_very_last_move_is_solved(self):
        assert judge.outcome(state("012 112 220", 1, 2, 0, slack=0)).status == "solved"

    def test_stuck_when_the_moves_are_used_up(self):
        stuck = state("012 112 220", 1, 2, 1, slack=0)
        outcome = judge.outcome(stuck)
        assert (outcome.status, outcome.loci) == ("stuck", ("color:0",))
        assert outcome.message == "The 3 moves are used up, and 1 cell of 9 is not taken."
        assert judge.legal_moves(stuck) == []
        assert refused(stuck, 0).code == "out_of_moves"

    def test_the_colours_left_are_named(self):
        outcome = judge.outcome(state("012 112 220", 3, 1, 3, slack=0))
        assert outcome.loci == ("color:0", "color:2")

    def test_while_playing_it_says_what_is_left(self):
        message = judge.outcome(state("012 112 220", 1)).message
        assert message == "5 cells to take, 3 moves left."

    def test_a_board_of_one_colour_is_solved_from_the_start(self):
        assert judge.outcome(judge.initial_state(board("00 00"))).status == "solved"


def article_greedy(cells, width: int, start: int, colors: int) -> list[int]:
    """The article's solver, word for word: fill, count, keep the first of the largest."""
    line = []
    while len(judge.region(cells, width, start)) < len(cells):
        choice, most = -1, -1
        for color in range(colors):
            if color == cells[start]:
                continue
            count = len(judge.region(judge.fill(cells, width, start, color), width, start))
            if count > most:
                choice, most = color, count
        line.append(choice)
        cells = judge.fill(cells, width, start, choice)
    return line


def random_rules(rng: random.Random, largest: int = 9) -> Rules:
    return Rules(
        width=rng.randint(2, largest),
        height=rng.randint(2, largest),
        colors=rng.randint(3, 10),
        slack=rng.randint(0, 5),
        start=rng.choice(["top-left", "centre"]),
    )


def test_the_greedy_line_is_the_articles():
    rng = random.Random(1)
    for trial in range(300):
        rules = random_rules(rng)
        cells = make_board(rules, Stream(1, trial, BOARD)).cells
        wanted = article_greedy(cells, rules.width, judge.start_cell(rules, cells), rules.colors)
        assert list(greedy_line(rules, cells)) == wanted


def test_patches_tell_the_same_as_cells():
    """The region grows alike whether cells are filled or patches are taken."""
    rng = random.Random(2)
    for trial in range(200):
        made = make_board(random_rules(rng), Stream(2, trial, BOARD))
        at, patches = judge.initial_state(made), patches_of(made)
        position = first_position(patches)
        while moves := judge.legal_moves(at):
            assert position.size == len(at.region)
            move = rng.choice(moves)
            at = judge.apply(at, move)
            position = take(patches, position, move.color)
        assert is_finished(patches, position) == judge.is_solved(at)
