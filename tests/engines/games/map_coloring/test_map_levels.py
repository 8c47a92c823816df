"""Levels: measured, inside their band, and the same for the same seed."""

from __future__ import annotations

import pytest

from engines import UnknownName, get_game
from engines.games.map_coloring.levels import worth_playing

GAME = get_game("map_coloring")
KEYS = [level.key for level in GAME.levels]


@pytest.mark.parametrize("level", GAME.levels, ids=lambda level: level.key)
def test_a_level_keeps_its_promise(level):
    for seed in range(4):
        puzzle = GAME.generate_level(level.key, seed)
        assert (puzzle.level, puzzle.seed, puzzle.rules) == (level.key, seed, level.rules)
        assert level.low <= puzzle.difficulty.value <= level.high
        assert puzzle.difficulty == GAME.measure_difficulty(puzzle.board)
        assert puzzle.difficulty.figures["random"] == puzzle.difficulty.value
        assert puzzle.difficulty.figures["lookahead"] < puzzle.difficulty.value
        assert worth_playing(puzzle.board)
        state = GAME.initial_state(puzzle.board)
        for move in puzzle.certificate:
            state = GAME.apply(state, move)
        assert GAME.outcome(state).status == "solved"


def test_a_seed_always_gives_the_same_puzzle():
    assert GAME.generate_level("medium", 12) == GAME.generate_level("medium", 12)
    assert GAME.generate_level("medium", 12).board != GAME.generate_level("medium", 13).board


def test_levels_go_from_easy_to_hard_without_overlap():
    assert KEYS == ["easy", "medium", "hard"]
    bands = [(level.low, level.high) for level in GAME.levels]
    assert bands == [(0.05, 0.15), (0.25, 0.45), (0.55, 0.75)]


def test_an_unknown_level_is_named_with_the_known_ones():
    with pytest.raises(UnknownName, match="easy, medium, hard"):
        GAME.generate_level("nightmare", 1)


def test_the_first_preset_is_the_articles_experiment():
    preset = GAME.presets[0]
    assert preset.key == "baseline-more-regions-more-colors"
    assert preset.title == "Map colouring: baseline, more regions, more colours"
    base, regions, colors = (variant.rules for variant in preset.variants)
    assert (base.seeds, base.colors, base.width, base.height) == (14, 4, 12, 12)
    assert regions == base.model_copy(update={"seeds": 24})
    assert colors == base.model_copy(update={"colors": 5})
    assert {variant.policy for variant in preset.variants} == {"random"}
    assert preset.replicates == 3
