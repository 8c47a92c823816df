"""What `engines` exports, written down a second time: a change here is a decision."""

from __future__ import annotations

import subprocess
import sys

import engines

PUBLIC = [
    "BudgetExceeded",
    "EngineError",
    "Fault",
    "Game",
    "GenerationFailed",
    "IllegalMove",
    "InvalidRules",
    "Metric",
    "Outcome",
    "Playthrough",
    "Puzzle",
    "Tally",
    "UnknownName",
    "Unreadable",
    "all_games",
    "derive_seed",
    "game_slugs",
    "get_game",
    "headline_of",
    "merge",
    "read_rules",
    "split_vector",
    "summarise",
    "wilson",
]


def test_the_public_names_are_exactly_these():
    assert sorted(engines.__all__) == PUBLIC
    for name in PUBLIC:
        assert hasattr(engines, name)


def test_every_error_is_an_engine_error():
    names = "BudgetExceeded GenerationFailed IllegalMove InvalidRules UnknownName Unreadable"
    for name in names.split():
        assert issubclass(getattr(engines, name), engines.EngineError)


ORDINARY_PLAY = """
import sys
import engines
for game in engines.all_games():
    puzzle = game.generate(game.Rules(), 1)
    state = game.initial_state(puzzle.board)
    game.hint(state), game.view(state), game.draw_svg(state), game.draw_text(state)
    game.replay_trial(game.Rules(), game.policies[0].key, 1, 1)
    for move in puzzle.certificate:
        state = game.apply(state, move)
heavy = {"numba", "django", "pandas", "altair", "rich"} & set(sys.modules)
sys.exit(f"loaded {heavy}" if heavy else 0)
"""


def test_ordinary_play_loads_nothing_heavy():
    run = subprocess.run([sys.executable, "-c", ORDINARY_PLAY], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
