"""Levels: measured, inside their band, and the same for the same seed."""

from __future__ import annotations

import pytest

from engines import GenerationFailed, UnknownName, get_game
from engines.games.number_hunt import levels
from engines.games.number_hunt.rules import outcome, replay

GAME = get_game("number_hunt")
KEYS = [level.key for level in GAME.levels]


@pytest.mark.parametrize("level", GAME.levels, ids=lambda level: level.key)
def test_a_level_keeps_its_promise(level):
    for seed in range(12):
        puzzle = GAME.generate_level(level.key, seed)
        assert (puzzle.level, puzzle.seed, puzzle.rules) == (level.key, seed, level.rules)
        assert level.low <= puzzle.difficulty.value <= level.high
        assert puzzle.difficulty == GAME.measure_difficulty(puzzle.board)
        figures = puzzle.difficulty.figures
        assert figures["random_look"] == puzzle.difficulty.value
        assert min(figures["scan"], figures["nearest_first"]) < puzzle.difficulty.value
        assert 0.1 < figures["density"] < 0.4
        state = GAME.initial_state(puzzle.board)
        for move in puzzle.certificate:
            state = GAME.apply(state, move)
        assert GAME.outcome(state).status == "solved"


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", GAME.levels, ids=lambda level: level.key)
def test_ten_thousand_fields_of_a_level_are_solved_by_their_certificates(level):
    for seed in range(1_000, 11_000):
        puzzle = GAME.generate_level(level.key, seed)
        assert level.holds(puzzle.difficulty.value)
        assert outcome(replay(puzzle.board, puzzle.certificate)).status == "solved"


def test_a_seed_always_gives_the_same_puzzle():
    assert GAME.generate_level("medium", 12) == GAME.generate_level("medium", 12)
    assert GAME.generate_level("medium", 12).board != GAME.generate_level("medium", 13).board


def test_levels_go_from_easy_to_hard_without_overlap():
    assert KEYS == ["easy", "medium", "hard"]
    bands = [(level.low, level.high) for level in GAME.levels]
    assert bands == [(2.4, 3.0), (3.9, 4.5), (6.6, 7.4)]


def test_circles_are_large_enough_for_a_finger():
    """At least 24 points across, as WCAG 2.2 asks of targets (2.5.8)."""
    assert all(2 * level.rules.min_radius >= 24 for level in GAME.levels)


def test_an_unknown_level_is_named_with_the_known_ones():
    with pytest.raises(UnknownName, match="easy, medium, hard"):
        GAME.generate_level("nightmare", 1)


def test_a_level_that_no_field_fits_is_given_up(monkeypatch):
    monkeypatch.setattr(levels, "ATTEMPTS", 0)
    with pytest.raises(GenerationFailed, match=r"2\.4 to 3 looks per number"):
        GAME.generate_level("easy", 1)


def test_presets_are_about_count_density_and_policies():
    presets = {preset.key: preset for preset in GAME.presets}
    assert {"count", "density", "policies", "attempts"} <= set(presets)
    assert {v.policy for v in presets["policies"].variants} == {p.key for p in GAME.policies}
    assert all(preset.replicates == 3 for preset in GAME.presets)
