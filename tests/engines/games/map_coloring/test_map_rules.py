"""The reference rules on maps small enough to see."""

from __future__ import annotations

import pytest

from engines import IllegalMove
from engines.games.map_coloring import rules as judge
from engines.games.map_coloring.generator import board_from_cells
from engines.games.map_coloring.solver import color_board
from engines.games.map_coloring.types import Board, Move, Rules

LETTERS = "ABCDEFGHIJ"


def board(picture: str, **changes) -> Board:
    """A map from rows of letters: A is region 0, B region 1, …"""
    rows = picture.split()
    cells = [[LETTERS.index(letter) for letter in row] for row in rows]
    order = changes.pop("dictated", None)
    highest = max(map(max, cells)) + 1
    rules = Rules(
        **{"width": len(rows[0]), "height": len(rows), "seeds": highest, "colors": 4, **changes}
    )
    return board_from_cells(rules, cells, order)


CROSSROADS = """
    AB
    CD
"""

# A in the middle of B, C, D, E, which close a ring around it.
RING = """
    BBBC
    EAAC
    EAAC
    EDDD
"""


def neighbors(picture: str, **changes) -> tuple[tuple[int, ...], ...]:
    return board(picture, **changes).neighbors


def refused(state, move: Move) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        judge.apply(state, move)
    return caught.value


class TestNeighbours:
    def test_sides_touch_and_corners_do_not(self):
        assert neighbors(CROSSROADS) == ((1, 2), (0, 3), (0, 3), (1, 2))

    def test_with_corners_both_diagonals_touch(self):
        assert neighbors(CROSSROADS, adjacency="corner") == (
            (1, 2, 3),
            (0, 2, 3),
            (0, 1, 3),
            (0, 1, 2),
        )

    def test_the_diagonal_that_falls_to_the_left_is_not_missed(self):
        left_below = """
            AB
            CA
        """
        assert neighbors(left_below, adjacency="corner") == ((1, 2), (0, 2), (0, 1))

    def test_nothing_wraps_round_an_edge(self):
        columns = """
            ABC
            ABC
        """
        for adjacency in ("edge", "corner"):
            assert neighbors(columns, adjacency=adjacency) == ((1,), (0, 2), (1,))
        rows = """
            AA
            BB
            CC
        """
        for adjacency in ("edge", "corner"):
            assert neighbors(rows, adjacency=adjacency) == ((1,), (0, 2), (1,))
        steps = """
            AAB
            CCC
            DEE
        """
        # A's left end and B's right end are at the edges, one row above C; D and E below it.
        assert neighbors(steps, adjacency="corner") == (
            (1, 2),
            (0, 2),
            (0, 1, 3, 4),
            (2, 4),
            (2, 3),
        )


class TestEmptyRegions:
    HALVES = board("AAAB AABB", seeds=4)

    def test_an_empty_region_keeps_its_number_but_is_no_region_to_colour(self):
        assert self.HALVES.sizes == (5, 3, 0, 0)
        assert self.HALVES.neighbors == ((1,), (0,), (), ())
        state = judge.initial_state(self.HALVES)
        assert {move.region for move in judge.legal_moves(state)} == {0, 1}

    def test_the_map_is_solved_without_them(self):
        state = judge.replay(self.HALVES, [Move(0, 0), Move(1, 1)])
        assert judge.outcome(state).status == "solved"

    def test_colouring_one_is_refused(self):
        error = refused(judge.initial_state(self.HALVES), Move(2, 0))
        assert (error.code, error.locus) == ("empty_region", "region:2")


class TestPieces:
    TORN = "AABA AABB ABBB"

    def test_a_region_in_two_pieces_is_one_region_when_merged(self):
        torn = board(self.TORN)
        assert (len(torn.neighbors), torn.pieces, torn.sizes) == (2, 3, (6, 6))


class TestApply:
    def test_a_legal_move_colours_the_region_and_nothing_else(self):
        before = judge.initial_state(board(RING))
        after = judge.apply(before, Move(0, 2))
        assert before.colors == (-1,) * 5
        assert after.colors == (2, -1, -1, -1, -1)

    def test_a_colour_that_neighbours_have_is_refused_and_they_are_named(self):
        state = judge.replay(board(RING), [Move(1, 3), Move(3, 3), Move(2, 0)])
        error = refused(state, Move(0, 3))
        assert str(error) == (
            "Region 0 can't have colour 3: its neighbours 1 and 3 have it. Colours left: 1, 2."
        )
        assert (error.code, error.locus) == ("color_taken", "region:0")
        assert error.legal == {"regions": [0, 4], "colors": [1, 2]}

    @pytest.mark.parametrize(
        ("move", "code", "text"),
        [
            (Move(5, 0), "unknown_region", "There is no region 5: regions are 0 to 4."),
            (Move(-1, 0), "unknown_region", "There is no region -1: regions are 0 to 4."),
            (Move(1, 4), "unknown_color", "There is no colour 4: colours are 0 to 3."),
            (Move(1, -1), "unknown_color", "There is no colour -1: colours are 0 to 3."),
            (Move(0, 1), "already_colored", "Region 0 already has colour 2."),
            (Move(0, 2), "already_colored", "Region 0 already has colour 2."),
        ],
    )
    def test_what_does_not_exist_is_refused(self, move, code, text):
        error = refused(judge.replay(board(RING), [Move(0, 2)]), move)
        assert (error.code, str(error)) == (code, text)


class TestStuck:
    MOVES = (Move(1, 0), Move(2, 1), Move(3, 2), Move(4, 3))

    def test_it_is_stuck_as_soon_as_a_region_has_no_colour_left(self):
        state = judge.replay(board(RING), self.MOVES[:-1])
        assert judge.outcome(state).status == "playing"
        outcome = judge.outcome(judge.apply(state, self.MOVES[-1]))
        assert (outcome.status, outcome.loci) == ("stuck", ("region:0",))
        assert outcome.message.startswith("Region 0 has no colour left")

    def test_stuck_is_not_uncolorable(self):
        """The very map that play got stuck on has a colouring: others would have found it."""
        ring = board(RING)
        stuck = judge.replay(ring, self.MOVES)
        assert judge.outcome(stuck).status == "stuck"
        assert color_board(ring, stuck.colors).answer == "no"
        found = color_board(ring)
        assert found.answer == "yes"
        moves = [Move(region, color) for region, color in enumerate(found.colors)]
        assert judge.outcome(judge.replay(ring, moves)).status == "solved"

    def test_other_regions_may_still_be_coloured(self):
        wide = board("BBBCF EAACF EAACF EDDDF")
        state = judge.replay(wide, self.MOVES)
        assert judge.outcome(state).loci == ("region:0",)
        assert {move.region for move in judge.legal_moves(state)} == {5}
        painted = judge.apply(state, judge.legal_moves(state)[0])
        assert judge.outcome(painted).status == "stuck"
        assert judge.legal_moves(painted) == []

    def test_every_stuck_region_is_named(self):
        two = board("AB CD", adjacency="corner", colors=2)
        state = judge.replay(two, [Move(0, 0), Move(1, 1)])
        outcome = judge.outcome(state)
        assert outcome.loci == ("region:2", "region:3")
        assert outcome.message.startswith("Regions 2 and 3 have no colour left")

    def test_four_regions_that_all_touch_cannot_be_coloured_with_three(self):
        crossing = board(CROSSROADS, adjacency="corner", colors=3)
        assert color_board(crossing).answer == "no"
        assert sorted(color_board(crossing).clique) == [0, 1, 2, 3]


class TestDictatedOrder:
    RULES = {"order": "random", "seeds": 6, "dictated": [3, 5, 0, 1, 4, 2]}

    def test_only_the_next_region_may_be_coloured_and_empty_ones_are_passed_over(self):
        state = judge.initial_state(board(RING, **self.RULES))
        visited = []
        while moves := judge.legal_moves(state):
            assert len({move.region for move in moves}) == 1
            visited.append(moves[0].region)
            state = judge.apply(state, moves[0])
        assert visited == [3, 0, 1, 4, 2]
        assert judge.outcome(state).status == "solved"

    def test_another_region_is_refused_and_the_next_one_named(self):
        error = refused(judge.initial_state(board(RING, **self.RULES)), Move(0, 1))
        assert error.code == "out_of_order"
        assert error.legal == {"regions": [3], "colors": []}
        assert "region 3 is next" in str(error)
