"""Levels of any rules: the first board inside the band, found again by its seed."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engines import EngineError, GenerationFailed, all_games, get_game, levels
from engines.declarations import Level
from engines.levels import draw_measured, generate_in_band, sample_difficulties
from engines.randomness import derive_seed
from engines.results import Difficulty, Puzzle

MAPS = get_game("map_coloring")
RULES = MAPS.Rules(width=8, height=8, seeds=8, colors=4)


def level(low, high):
    return Level("cosy", "Cosy", RULES, low, high, "")


def test_a_puzzle_lies_in_the_band_is_proven_and_is_found_again():
    cosy = level(0.2, 0.5)
    for seed in (1, 2):
        made = generate_in_band(MAPS, cosy, seed)
        assert (made.seed, made.level, made.rules) == (seed, "cosy", RULES)
        assert cosy.holds(made.difficulty.value)
        assert made.difficulty == MAPS.measure_difficulty(made.board)
        state = MAPS.initial_state(made.board)
        for move in made.certificate:
            state = MAPS.apply(state, move)
        assert MAPS.outcome(state).status == "solved"
        assert generate_in_band(MAPS, cosy, seed) == made
    assert generate_in_band(MAPS, cosy, 1).board != made.board


def test_the_first_board_inside_is_taken_and_a_failed_draw_passed_over(monkeypatch):
    values = {derive_seed(7, 2): 0.9, derive_seed(7, 3): 0.3, derive_seed(7, 4): 0.3}

    def draw(_game, _rules, seed):
        if seed not in values:
            raise GenerationFailed("No board.")
        return Puzzle(RULES, seed, seed, (1,), Difficulty(values[seed], {}))

    monkeypatch.setattr(levels, "draw_measured", draw)
    assert generate_in_band(MAPS, level(0.2, 0.4), 7).board == derive_seed(7, 3)
    with pytest.raises(GenerationFailed, match="None of 500 boards"):
        generate_in_band(MAPS, level(0.95, 1), 7)


def test_a_sample_is_always_the_same_and_ends_in_time():
    whole = sample_difficulties(MAPS, RULES, 5, 60.0)
    assert len(whole) == 5
    assert sample_difficulties(MAPS, RULES, 5, 60.0) == whole
    ticks = iter([0.0, 1.0, 2.0, 3.0])
    assert sample_difficulties(MAPS, RULES, 5, 1.5, lambda: next(ticks)) == whole[:2]
    assert sample_difficulties(MAPS, RULES, 5, -1.0) == whole[:1]


def test_whole_games_for_two_have_no_such_levels():
    for game in all_games():
        if game.two_players:
            with pytest.raises(EngineError, match="ask for nothing"):
                draw_measured(game, game.Rules(), 1)


def test_nothing_else_is_asked_of_a_game():
    asked = SimpleNamespace(
        two_players=None,
        generate=lambda rules, seed: Puzzle(rules, seed, seed, ()),
        measure_difficulty=lambda board: Difficulty(float(board), {}),
    )
    assert sample_difficulties(asked, RULES, 2, 60.0) == [
        float(derive_seed(0, 0)),
        float(derive_seed(0, 1)),
    ]
