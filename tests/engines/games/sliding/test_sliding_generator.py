"""Boards from legal steps alone; the parity rule is only here, as the oracle."""

from __future__ import annotations

import random

import pytest

from engines import GenerationFailed
from engines.games.sliding.generator import generate, make_board, scramble, scramble_once
from engines.games.sliding.geometry import canonical, goal_tiles, neighbors, turned
from engines.games.sliding.policies import row_by_row
from engines.games.sliding.rules import outcome, replay
from engines.games.sliding.types import Rules
from engines.randomness import BOARD, Stream

SIZES = [(width, height) for width in range(2, 7) for height in range(2, 7)]


def solvable(width: int, tiles) -> bool:
    """The textbook rule: inversions, and for even widths the blank's row, with the blank last."""
    order = [tile for tile in tiles if tile]
    inversions = sum(a > b for i, a in enumerate(order) for b in order[i + 1 :])
    if width % 2:
        return inversions % 2 == 0
    below = len(tiles) // width - 1 - tiles.index(0) // width
    return (inversions + below) % 2 == 0


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_board_of_every_size_can_be_solved(width, height):
    for goal in ("blank-last", "blank-first"):
        rules = Rules(width=width, height=height, goal=goal)
        for trial in range(20):
            board = make_board(rules, Stream(4, trial, BOARD))
            tiles = canonical(rules, board.tiles)
            assert sorted(tiles) == list(range(rules.cells))
            assert solvable(width, tiles)
            assert board.tiles != goal_tiles(rules)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_row_by_row_solves_exactly_what_can_be_solved(width, height):
    rng = random.Random(width * 10 + height)
    rules = Rules(width=width, height=height)
    for _ in range(6):
        tiles = list(range(rules.cells))
        rng.shuffle(tiles)
        a, b = tiles.index(1), tiles.index(2)
        swapped = list(tiles)
        swapped[a], swapped[b] = 2, 1
        for position in (tiles, swapped):
            path = row_by_row(rules, position)
            assert (path is not None) == solvable(width, tuple(position))
            blank = position.index(0)
            for cell in path or ():
                assert cell in neighbors(width, height)[blank]
                position[blank], position[cell] = position[cell], 0
                blank = cell
            if path is not None:
                assert tuple(position) == goal_tiles(rules)


def test_the_blank_never_steps_straight_back_unless_it_may():
    for no_backtrack in (True, False):
        rules = Rules(no_backtrack=no_backtrack)
        back = 0
        for trial in range(20):
            _, path, _ = scramble_once(rules, Stream(1, trial, BOARD))
            assert len(path) == 140
            way = [rules.cells - 1, *path]
            back += sum(a == b for a, b in zip(way, way[2:], strict=False))
        assert (back == 0) == no_backtrack
        assert no_backtrack or back > 300


def test_a_board_that_came_out_solved_takes_one_more_step():
    rules = Rules(width=2, height=2, steps=12)  # once round
    made = scramble(rules, Stream(1, 0, BOARD))
    assert made.came_out_solved
    assert len(made.path) == 13
    assert made.tiles != (1, 2, 3, 0)


def test_the_other_goal_is_the_same_board_turned():
    for trial in range(5):
        last = make_board(Rules(), Stream(2, trial, BOARD))
        first = make_board(Rules(goal="blank-first"), Stream(2, trial, BOARD))
        assert first.tiles == turned(last.tiles)
        assert turned(first.tiles) == last.tiles


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(goal="blank-first"),
        Rules(width=3, height=3),
        Rules(width=2, height=2, goal="blank-first"),
        Rules(width=6, height=6),
        Rules(width=5, height=2, no_backtrack=False),
        Rules(width=3, height=3, aim=24, tolerance=1),
        Rules(steps=1),
    ],
    ids=str,
)
def test_a_puzzle_comes_with_a_certificate_that_solves_it(rules):
    for seed in (0, 1, 2**63 - 1):
        puzzle = generate(rules, seed)
        assert outcome(replay(puzzle.board, puzzle.certificate)).status == "solved"
        assert generate(rules, seed) == puzzle
        assert len(puzzle.certificate) <= rules.scramble_steps
        positions = [puzzle.board.tiles]
        for n in range(len(puzzle.certificate)):
            positions.append(replay(puzzle.board, puzzle.certificate[: n + 1]).tiles)
        assert len(set(positions)) == len(positions)  # no loops left


def test_boards_outside_the_band_are_scrambled_anew():
    rules = Rules(width=3, height=3, aim=24, tolerance=2)
    lengths = {len(generate(rules, seed).certificate) for seed in range(60)}
    assert lengths == {22, 24, 26}


def test_a_length_that_never_comes_is_refused_with_the_reason():
    with pytest.raises(GenerationFailed, match="even or odd") as caught:
        generate(Rules(width=3, height=3, aim=23, tolerance=0), 1)
    assert "23 moves" in str(caught.value)
