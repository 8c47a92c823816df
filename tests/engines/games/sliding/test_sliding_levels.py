"""Levels: measured, inside their band, and the same for the same seed."""

from __future__ import annotations

import pytest

from engines import EngineError, UnknownName, get_game
from engines.games.sliding import solver

GAME = get_game("sliding")
KEYS = [level.key for level in GAME.levels]


def assert_solved_by_certificate(puzzle):
    state = GAME.initial_state(puzzle.board)
    for move in puzzle.certificate:
        state = GAME.apply(state, move)
    assert GAME.outcome(state).status == "solved"


@pytest.mark.parametrize("level", GAME.levels, ids=lambda level: level.key)
def test_a_level_keeps_its_promise(level):
    for seed in range(2):
        puzzle = GAME.generate_level(level.key, seed)
        assert (puzzle.level, puzzle.seed, puzzle.rules) == (level.key, seed, level.rules)
        assert level.low <= puzzle.difficulty.value <= len(puzzle.certificate) <= level.high
        assert puzzle.difficulty == GAME.measure_difficulty(puzzle.board)
        figures = puzzle.difficulty.figures
        assert figures["found_length"] == len(puzzle.certificate)
        assert figures["lower_bound"] == puzzle.difficulty.value >= figures["manhattan"]
        if puzzle.rules.cells <= 16:
            assert figures["lower_bound"] == figures["found_length"]
        assert_solved_by_certificate(puzzle)


def test_a_seed_always_gives_the_same_puzzle():
    assert GAME.generate_level("4x4-medium", 12) == GAME.generate_level("4x4-medium", 12)
    assert (
        GAME.generate_level("4x4-medium", 12).board != GAME.generate_level("4x4-medium", 13).board
    )


def test_levels_come_in_order_and_apart():
    assert KEYS == ["3x3", "4x4-easy", "4x4-medium", "4x4-hard", "5x5"]
    bands = [(level.low, level.high) for level in GAME.levels if level.key.startswith("4x4")]
    assert bands == [(24, 34), (38, 48), (52, 64)]


def test_an_unknown_level_is_named_with_the_known_ones():
    with pytest.raises(UnknownName, match="3x3, 4x4-easy"):
        GAME.generate_level("nightmare", 1)


def test_a_board_that_cannot_be_solved_has_no_difficulty():
    board = GAME.parse_board(GAME.Rules(), "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0")
    with pytest.raises(EngineError, match="can't be solved"):
        GAME.measure_difficulty(board)


def certificates(level: str, first: int, count: int):
    """What makes a level, without the search for the way found: each must solve its board."""
    for seed in range(first, first + count):
        assert_solved_by_certificate(GAME.generate_level(level, seed))


@pytest.mark.parametrize("level", KEYS)
def test_some_certificates_solve(level):
    certificates(level, 1_000, 3 if level == "5x5" else 8)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("level", KEYS)
def test_very_many_certificates_solve(level):
    """10,000 of each level, but 300 of 5x5: bounding one of those takes most of a second."""
    certificates(level, 0, 300 if level == "5x5" else 10_000)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("level", GAME.levels, ids=lambda level: level.key)
def test_ten_thousand_scrambles_reversed_solve(level):
    for seed in range(10_000):
        assert_solved_by_certificate(GAME.generate(level.rules, seed))


def test_presets_are_the_experiments_that_were_asked_for():
    presets = {preset.key: preset for preset in GAME.presets}
    base, other = presets["never-back"].variants
    assert other.rules == base.rules.model_copy(update={"no_backtrack": False})
    lengths = [variant.rules.tolerance for variant in presets["redraw"].variants]
    assert lengths == [99, 6, 4, 2, 0]
    for key, may_step_back in (("steps-never-back", False), ("steps-with-back", True)):
        assert all(v.rules.no_backtrack != may_step_back for v in presets[key].variants)


def test_the_spread_narrows_when_boards_are_scrambled_anew():
    spreads = []
    for variant in next(p for p in GAME.presets if p.key == "redraw").variants:
        n, total, squares = GAME.simulate(variant.rules, variant.policy, 1, 0, 2_000).counts[
            "optimal"
        ]
        spreads.append(squares / n - (total / n) ** 2)
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[-1] == 0


def test_measuring_is_by_counts_so_that_every_machine_agrees():
    tiles = GAME.generate(GAME.Rules(width=5, height=5), 5).board.tiles
    rules = GAME.Rules(width=5, height=5)
    first = solver.measure(rules, tiles, 100_000, 200)
    assert first == solver.measure(rules, tiles, 100_000, 200)
    assert first.lower <= len(first.path)
