"""Boards and levels: measured, inside their band, solvable, and the same for the same seed."""

from __future__ import annotations

import random

import pytest

from engines import UnknownName, get_game
from engines.games.color_fill.generator import certificate, make_board
from engines.games.color_fill.policies import check_policy
from engines.games.color_fill.rules import is_solved, replay
from engines.games.color_fill.types import Rules
from engines.randomness import BOARD, Stream

GAME = get_game("color_fill")
LEVELS = pytest.mark.parametrize("level", GAME.levels, ids=lambda level: level.key)


def solves(board) -> bool:
    """Whether the certificate solves the board in time."""
    moves = certificate(board)
    return len(moves) <= board.limit and is_solved(replay(board, moves))


def test_cells_are_drawn_row_by_row():
    rules = Rules(width=5, height=4, colors=7)
    stream = Stream(3, 2, BOARD)
    wanted = tuple(stream.below(7) for _ in range(20))
    assert make_board(rules, Stream(3, 2, BOARD)).cells == wanted


def test_a_puzzle_is_never_solved_from_the_start():
    rules = Rules(width=2, height=2, colors=3)
    for seed in range(200):
        assert not is_solved(GAME.initial_state(GAME.generate(rules, seed).board))


@LEVELS
def test_a_level_keeps_its_promise(level):
    for seed in range(4):
        puzzle = GAME.generate_level(level.key, seed)
        assert (puzzle.level, puzzle.seed, puzzle.rules) == (level.key, seed, level.rules)
        assert level.low <= puzzle.difficulty.value <= level.high
        assert puzzle.difficulty == GAME.measure_difficulty(puzzle.board)
        figures = puzzle.difficulty.figures
        assert puzzle.difficulty.value == (figures["random_visible"] + figures["greedy_noisy"]) / 2
        assert figures["greedy_noisy"] <= figures["random_visible"]
        assert figures["optimal"] <= len(puzzle.certificate) <= figures["limit"]
        assert (
            GAME.solve(GAME.initial_state(puzzle.board), 60).figures["optimal"]
            == (figures["optimal"])
        )
        assert is_solved(replay(puzzle.board, puzzle.certificate))


@LEVELS
def test_certificates_solve_their_boards(level):
    for trial in range(300):
        assert solves(make_board(level.rules, Stream(1, trial, BOARD)))


@pytest.mark.long
@pytest.mark.timeout(1800)
@LEVELS
def test_certificates_of_ten_thousand_puzzles_solve_them(level):
    for seed in range(10_000):
        puzzle = GAME.generate(level.rules, seed)
        assert is_solved(replay(puzzle.board, puzzle.certificate))


@pytest.mark.long
@pytest.mark.timeout(3600)
@LEVELS
def test_certificates_of_ten_thousand_level_puzzles_solve_them(level):
    for seed in range(1_000, 11_000):
        puzzle = GAME.generate_level(level.key, seed)
        assert level.holds(puzzle.difficulty.value)
        assert is_solved(replay(puzzle.board, puzzle.certificate))


def test_certificates_solve_boards_of_any_rules():
    rng = random.Random(1)
    for trial in range(200):
        rules = Rules(
            width=rng.randint(2, 32),
            height=rng.randint(2, 32),
            colors=rng.randint(3, 10),
            slack=0,
            start=rng.choice(["top-left", "centre"]),
        )
        assert solves(make_board(rules, Stream(2, trial, BOARD)))


def test_a_seed_always_gives_the_same_puzzle():
    assert GAME.generate_level("medium", 12) == GAME.generate_level("medium", 12)
    assert GAME.generate_level("medium", 12).board != GAME.generate_level("medium", 13).board


def test_levels_go_from_easy_to_hard_without_overlap():
    assert [level.key for level in GAME.levels] == ["easy", "medium", "hard"]
    bands = [(level.low, level.high) for level in GAME.levels]
    assert bands == [(0.05, 0.15), (0.3, 0.45), (0.55, 0.7)]


def test_an_unknown_level_is_named_with_the_known_ones():
    with pytest.raises(UnknownName, match="easy, medium, hard"):
        GAME.generate_level("nightmare", 1)


def test_the_presets_ask_what_they_should():
    presets = {preset.key: preset for preset in GAME.presets}
    slack = [variant.rules.slack for variant in presets["slack"].variants]
    assert slack == [0, 1, 2, 3, 4, 5, 6]
    assert sorted(variant.rules.colors for variant in presets["colors"].variants) == [4, 5, 6]
    players = [variant.policy for variant in presets["hints-against-careless"].variants]
    assert players[0] == "random_visible"
    assert {"greedy", "greedy_noisy", "greedy_lookahead"} <= set(players)


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("Greedy", "greedy"),
        ("greedy_lookahead(depth=2)", "greedy_lookahead"),
        ("greedy_lookahead( depth = 3 )", "greedy_lookahead(depth=3)"),
        ("greedy_noisy(epsilon=0.20)", "greedy_noisy"),
        ("greedy_noisy(epsilon=.35)", "greedy_noisy(epsilon=0.35)"),
        ("greedy_noisy(epsilon=1)", "greedy_noisy(epsilon=1)"),
        ("random_visible()", "random_visible"),
    ],
)
def test_a_policy_has_one_normal_spelling(given, normal):
    assert check_policy(given) == normal
    assert check_policy(normal) == normal


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("greedy(depth=2)", "has no parameters"),
        ("greedy_lookahead(depth=0)", "whole number 1 to 5, usually 2"),
        ("greedy_lookahead(depth=2.5)", "whole number 1 to 5"),
        ("greedy_lookahead(width=2)", "depth is a whole number"),
        ("greedy_noisy(epsilon=1.5)", "number 0 to 1, usually 0.2"),
        ("genius", "Known: random_visible, greedy"),
    ],
)
def test_what_is_wrong_with_a_policy_is_said(given, said):
    with pytest.raises(UnknownName, match="policy") as caught:
        check_policy(given)
    assert said in str(caught.value)
    assert "greedy" in caught.value.known
