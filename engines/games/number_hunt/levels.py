"""Levels as bands of measured difficulty, and experiments."""

from __future__ import annotations

from engines.declarations import Level, Preset, PresetVariant
from engines.errors import GenerationFailed
from engines.games.number_hunt import simulation
from engines.games.number_hunt.generator import certificate, covered, make_board
from engines.games.number_hunt.types import Board, Rules
from engines.randomness import BOARD, Stream, derive_seed
from engines.results import Difficulty, Puzzle
from engines.shared.checks import pick_level

PLAYS = 1_000
"""Simulated plays of a field for one figure of its difficulty."""
ATTEMPTS = 200
"""Fields tried for a level: about half of them fit, so this does not run out in practice."""
MEASURING_SEED = 20_260_402
"""Plays that measure a field are always drawn from this: a field has one difficulty."""

# How many of 500 fields fitted, and looks per number of `random_look` on the median field:
#   easy 68 %, 2.7 · medium 57 %, 4.1 · hard 71 %, 6.9
LEVELS = (
    Level(
        "easy",
        "Easy",
        Rules(circles=15, min_radius=22, max_radius=32),
        2.4,
        3.0,
        "Few and large circles. Looking about at random takes two or three looks a number.",
    ),
    Level(
        "medium",
        "Medium",
        Rules(),
        3.9,
        4.5,
        "25 circles. Looking about at random takes four looks a number.",
    ),
    Level(
        "hard",
        "Hard",
        Rules(circles=50, min_radius=14, max_radius=22),
        6.6,
        7.4,
        "50 circles, packed closely. Looking about at random takes seven looks a number.",
    ),
)


def measure_difficulty(board: Board) -> Difficulty:
    """Mean looks per number of `random_look` on this very field; beside it the other players'.

    `density` is the share of the field that the circles cover.
    """
    figures = {
        policy: _looks_per_number(board, policy)
        for policy in ("scan", "nearest_first", "random_look")
    }
    value = figures["random_look"]
    return Difficulty(value, {**figures, "density": covered(board) / 10_000})


def _looks_per_number(board: Board, policy: str) -> float:
    tally = simulation.count_trials(board.rules, policy, MEASURING_SEED, 0, PLAYS, board)
    n, total, _ = tally.counts["looks"]
    return total / n


def generate_level(key: str, seed: int) -> Puzzle:
    """The first field of this seed that lies inside the level's band.

    Attempt 0, 1, 2, … draws from `Stream(derive_seed(seed, level's number), attempt, BOARD)`,
    so that one seed gives different fields at two levels. Raises `UnknownName` and, after
    `ATTEMPTS` fields, `GenerationFailed`.
    """
    level = pick_level(LEVELS, key)
    rules = level.rules
    assert isinstance(rules, Rules)
    level_seed = derive_seed(seed, LEVELS.index(level))
    for attempt in range(ATTEMPTS):
        board = make_board(rules, Stream(level_seed, attempt, BOARD))
        difficulty = measure_difficulty(board)
        if level.holds(difficulty.value):
            return Puzzle(rules, seed, board, certificate(rules), difficulty, key)
    raise GenerationFailed(
        f"None of {ATTEMPTS} fields takes {level.low:g} to {level.high:g} looks per number, "
        f"which level {key} asks for."
    )


# Presets ----------------------------------------------------------------------------------

_BASE = Rules()


def _variant(title: str, policy: str = "scan", **changes: object) -> PresetVariant:
    return PresetVariant(title, Rules.model_validate({**_BASE.model_dump(), **changes}), policy)


def _preset(
    key: str,
    title: str,
    question: str,
    *variants: PresetVariant,
    trials: int = 100_000,
    metrics: tuple[str, ...] = (),
) -> Preset:
    return Preset(key, title, question, variants, trials, 3, seed=1, metrics=metrics)


def _crowded(title: str, attempts: int) -> PresetVariant:
    # With so many circles seven looks would be too few in 99 of 100 plays.
    return _variant(title, circles=40, min_radius=18, max_radius=22, attempts=attempts, patience=10)


_BASELINE = _variant("Baseline: 25 circles in 360x480")

PRESETS = (
    _preset(
        "count",
        "Number hunt: fewer and more circles",
        "How do the looks per number and the longest hunt grow with the number of circles?",
        _variant("Baseline: 25 circles"),
        _variant("15 circles", circles=15),
        _variant("20 circles", circles=20),
        _variant("30 circles", circles=30),
        _variant("40 circles", circles=40),
        metrics=("looks", "longest"),
    ),
    _preset(
        "density",
        "Number hunt: the same circles, closer together",
        "Does it matter how densely the same circles lie, and when must layouts be rebuilt?",
        _variant("Baseline: 360x480"),
        _variant("Twice the field: 510x680", width=510, height=680),
        _variant("Two thirds of the field: 294x392", width=294, height=392),
        _variant("Three fifths of the field: 279x372", width=279, height=372),
        trials=20_000,
        metrics=("looks", "rebuilt"),
    ),
    _preset(
        "policies",
        "Number hunt: three ways to search",
        "How much does the way of searching matter, on the very same fields?",
        _BASELINE,
        _variant("Nearest first", policy="nearest_first"),
        _variant("Random looks", policy="random_look"),
        metrics=("total",),
    ),
    _preset(
        "sight",
        "Number hunt: out of the corner of the eye",
        "How much of the search do the circles beside the one looked at save?",
        _BASELINE,
        _variant("One circle a look", sight="circle"),
        metrics=("total",),
    ),
    _preset(
        "sizes",
        "Number hunt: circles of one size",
        "Is the search harder among circles of different sizes than among equal ones?",
        _BASELINE,
        _variant("All of the smallest size", max_radius=16),
        _variant("Up to twice as large", max_radius=32),
        metrics=("total",),
    ),
    _preset(
        "attempts",
        "Number hunt: try again or begin again",
        "In a crowded field: how many places are tried in all, and how often is the layout "
        "rebuilt, when a circle may be tried more or less often?",
        _crowded("Baseline: 100 attempts a circle", 100),
        _crowded("25 attempts", 25),
        _crowded("50 attempts", 50),
        _crowded("200 attempts", 200),
        trials=20_000,
        metrics=("attempts", "rebuilt"),
    ),
)
