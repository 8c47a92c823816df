"""What may slide, pushes as single moves, and how a board stands."""

from __future__ import annotations

import pytest

from engines import IllegalMove, InvalidRules, get_game, read_rules
from engines.games.sliding import rules as judge
from engines.games.sliding.types import Board, Move, Rules

GAME = get_game("sliding")
SMALL = Rules(width=3, height=3)


def state(text: str, rules: Rules = SMALL):
    return GAME.initial_state(GAME.parse_board(rules, text))


def tiles(moves) -> list[int]:
    return [move.tile for move in moves]


def test_the_tiles_beside_the_blank_can_slide():
    assert tiles(GAME.legal_moves(state("1 2 3 / 4 0 5 / 6 7 8"))) == [2, 4, 5, 7]
    assert tiles(GAME.legal_moves(state("0 2 3 / 4 1 5 / 6 7 8"))) == [2, 4]
    assert tiles(GAME.legal_moves(state("8 2 3 / 4 1 5 / 6 7 0"))) == [5, 7]


def test_a_tile_slides_into_the_blank():
    after = GAME.apply(state("1 2 3 / 4 0 5 / 6 7 8"), Move(7))
    assert after.tiles == (1, 2, 3, 4, 7, 5, 6, 0, 8)
    assert after.moves == 1


@pytest.mark.parametrize(
    ("tile", "code", "said"),
    [
        (0, "unknown_tile", "tiles are 1 to 8"),
        (9, "unknown_tile", "tiles are 1 to 8"),
        (-3, "unknown_tile", "tiles are 1 to 8"),
        (3, "not_adjacent", "Tiles that can: 6, 7, 8"),
    ],
)
def test_a_wrong_tile_is_refused_with_the_right_ones(tile, code, said):
    with pytest.raises(IllegalMove, match=said) as caught:
        GAME.apply(state("1 2 3 / 4 6 5 / 7 0 8"), Move(tile))
    assert caught.value.code == code


class TestPushes:
    def test_a_row_is_pushed_nearest_tile_first(self):
        assert tiles(judge.push(state("1 2 3 / 0 4 5 / 6 7 8"), 5)) == [4, 5]
        assert tiles(judge.push(state("1 2 3 / 4 5 0 / 6 7 8"), 4)) == [5, 4]

    def test_so_is_a_column(self):
        assert tiles(judge.push(state("0 1 2 / 3 4 5 / 6 7 8"), 6)) == [3, 6]
        assert tiles(judge.push(state("6 1 2 / 3 4 5 / 0 7 8"), 6)) == [3, 6]

    def test_other_tiles_push_nothing(self):
        assert judge.push(state("0 1 2 / 3 4 5 / 6 7 8"), 4) == []
        assert judge.push(state("0 1 2 / 3 4 5 / 6 7 8"), 0) == []
        assert judge.push(state("0 1 2 / 3 4 5 / 6 7 8"), 9) == []

    def test_as_one_move_it_is_refused_with_its_steps(self):
        board = state("0 1 2 / 3 4 5 / 6 7 8")
        with pytest.raises(IllegalMove, match="slide 1, 2 one after the other") as caught:
            GAME.apply(board, Move(2))
        assert caught.value.legal == {"tiles": [1, 3], "push": [1, 2]}
        for tile in caught.value.legal["push"]:
            board = GAME.apply(board, Move(tile))
        assert board.tiles == (1, 2, 0, 3, 4, 5, 6, 7, 8)

    def test_the_view_names_them_all(self):
        assert GAME.view(state("0 1 2 / 3 4 5 / 6 7 8"))["pushes"] == [[1, 2], [3, 6]]


class TestOutcome:
    def test_solved_ends_the_game(self):
        done = GAME.apply(state("1 2 3 / 4 5 6 / 7 0 8"), Move(8))
        assert GAME.outcome(done).status == "solved"
        assert GAME.outcome(done).message == "Every tile is home after 1 move."
        assert GAME.legal_moves(done) == []
        with pytest.raises(IllegalMove) as caught:
            GAME.apply(done, Move(8))
        assert caught.value.code == "already_solved"

    def test_a_used_up_budget_is_stuck_and_says_where(self):
        rules = Rules(width=3, height=3, budget=1)
        before = state("1 2 3 / 4 5 6 / 0 7 8", rules)
        assert GAME.outcome(before).status == "playing"
        assert GAME.outcome(before).message == "2 tiles are not home."
        after = GAME.apply(before, Move(7))
        outcome = GAME.outcome(after)
        assert (outcome.status, outcome.loci) == ("stuck", ("tile:8",))
        # A person may go on all the same, and be done.
        assert GAME.outcome(GAME.apply(after, Move(8))).status == "solved"

    def test_the_blank_may_belong_first(self):
        rules = Rules(width=3, height=2, goal="blank-first")
        done = GAME.apply(state("1 0 2 / 3 4 5", rules), Move(1))
        assert done.tiles == (0, 1, 2, 3, 4, 5)
        assert GAME.outcome(done).status == "solved"


@pytest.mark.parametrize(
    ("size", "steps"), [((3, 3), 60), ((4, 4), 140), ((5, 5), 240), ((6, 6), 360), ((2, 2), 30)]
)
def test_the_steps_go_with_the_size(size, steps):
    assert Rules(width=size[0], height=size[1]).scramble_steps == steps
    assert Rules(width=size[0], height=size[1], steps=7).scramble_steps == 7


def test_redraws_are_for_small_boards():
    assert read_rules(GAME, {"width": 3, "height": 3, "tolerance": 2}).tolerance == 2
    with pytest.raises(InvalidRules, match="up to 9 cells"):
        read_rules(GAME, {"tolerance": 2})


def test_a_move_happens_at_its_tile():
    board = GAME.parse_board(SMALL, "1 2 3 4 5 6 7 0 8")
    assert isinstance(board, Board)
    assert GAME.locus(GAME.initial_state(board), Move(8)) == "tile:8"
