"""Levels as bands of measured difficulty, and the experiments of the source article."""

from __future__ import annotations

from engines.declarations import Level, Preset, PresetVariant
from engines.errors import GenerationFailed
from engines.games.map_coloring import simulation
from engines.games.map_coloring.generator import SOLVER_NODES, certificate, make_board
from engines.games.map_coloring.solver import color_board
from engines.games.map_coloring.types import Board, Rules
from engines.randomness import BOARD, Stream, derive_seed
from engines.results import Difficulty, Puzzle
from engines.shared.checks import pick_level

PLAYS = 2_000
"""Simulated plays of a map for one figure of its difficulty."""
ATTEMPTS = 200
"""Maps tried for a level: about 0.4 of them fit, so this does not run out in practice."""
MEASURING_SEED = 20_260_401
"""Plays that measure a map are always drawn from this: a map has one difficulty."""

# How many of 120 maps fitted, and how often `random` gets stuck on the median map:
#   easy 45 %, 0.08 · medium 37 %, 0.40 · hard 37 %, 0.61
LEVELS = (
    Level(
        "easy",
        "Easy",
        Rules(width=10, height=10, seeds=10, colors=5, regions="split"),
        0.05,
        0.15,
        "Five colours. Careless colouring gets stuck in one play out of ten.",
    ),
    Level(
        "medium",
        "Medium",
        Rules(width=10, height=10, seeds=10, colors=4, regions="split"),
        0.25,
        0.45,
        "Four colours. Careless colouring gets stuck in one play out of three.",
    ),
    Level(
        "hard",
        "Hard",
        Rules(width=12, height=12, seeds=14, colors=4, regions="split"),
        0.55,
        0.75,
        "A larger map, four colours. Careless colouring gets stuck in two plays out of three.",
    ),
)


def measure_difficulty(board: Board) -> Difficulty:
    """How often `random` gets stuck on this very map, and how often `lookahead` does."""
    figures = {policy: _stuck_rate(board, policy) for policy in ("random", "lookahead")}
    return Difficulty(figures["random"], figures)


def _stuck_rate(board: Board, policy: str) -> float:
    simulation.check_playable(board.rules, policy, board)
    tally = simulation.count_trials(board.rules, policy, MEASURING_SEED, 0, PLAYS, board)
    count, n = tally.counts["stuck"]
    return count / n


def generate_level(key: str, seed: int) -> Puzzle:
    """The first map of this seed that is worth playing, colourable, and inside the band.

    Attempt 0, 1, 2, … draws from `Stream(derive_seed(seed, level's number), attempt, BOARD)`,
    so that one seed gives different maps at two levels. Raises `UnknownName` and, after
    `ATTEMPTS` maps, `GenerationFailed`.
    """
    level = pick_level(LEVELS, key)
    rules = level.rules
    assert isinstance(rules, Rules)
    level_seed = derive_seed(seed, LEVELS.index(level))
    for attempt in range(ATTEMPTS):
        board = make_board(rules, Stream(level_seed, attempt, BOARD))
        if not worth_playing(board):
            continue
        colors = color_board(board, nodes=SOLVER_NODES).colors
        if colors is None:
            continue
        difficulty = measure_difficulty(board)
        if level.holds(difficulty.value):
            return Puzzle(rules, seed, board, certificate(board, colors), difficulty, key)
    raise GenerationFailed(
        f"None of {ATTEMPTS} maps has a stuck rate of {level.low:.0%} to {level.high:.0%}, "
        f"which level {key} asks for."
    )


def worth_playing(board: Board) -> bool:
    """Every region can be hit with a finger: none is a single cell."""
    return min(size for size in board.sizes if size) >= 2


# Presets ----------------------------------------------------------------------------------

_BASE = Rules()


def _variant(title: str, policy: str = "random", **changes: object) -> PresetVariant:
    return PresetVariant(title, Rules.model_validate({**_BASE.model_dump(), **changes}), policy)


def _preset(key: str, title: str, question: str, *variants: PresetVariant) -> Preset:
    return Preset(key, title, question, variants, trials=200_000, replicates=3, seed=1)


_BASELINE = _variant("Baseline: 14 seed points, 4 colours, 12x12")

PRESETS = (
    _preset(
        "baseline-more-regions-more-colors",
        "Map colouring: baseline, more regions, more colours",
        "How often does careless colouring get stuck, and what do more regions or a fifth "
        "colour change?",
        _BASELINE,
        _variant("More regions: 24 seed points", seeds=24),
        _variant("More colours: 5", colors=5),
    ),
    _preset(
        "grid-size",
        "Map colouring: smaller and larger grids",
        "With the same seed points, does the size of the grid matter?",
        _BASELINE,
        _variant("Small grid: 8x8", width=8, height=8),
        _variant("Large grid: 20x20", width=20, height=20),
    ),
    _preset(
        "corners",
        "Map colouring: corners count as touching",
        "What does it cost to make regions that share only a corner neighbours?",
        _BASELINE,
        _variant("Corners count", adjacency="corner"),
    ),
    _preset(
        "degree-order",
        "Map colouring: most neighbours first",
        "How much does it help to begin with the regions that have the most neighbours?",
        _BASELINE,
        _variant("Most neighbours first", policy="degree"),
    ),
    _preset(
        "split-regions",
        "Map colouring: every piece its own region",
        "Do regions in two pieces cause the stuck plays?",
        _BASELINE,
        _variant("Every piece its own region", regions="split"),
    ),
    _preset(
        "policies",
        "Map colouring: five ways to play",
        "How much does the way of playing matter, on the very same maps?",
        _BASELINE,
        _variant("Most neighbours first", policy="degree"),
        _variant("Most constrained first", policy="dsatur"),
        _variant("Wandering eye", policy="sweep"),
        _variant("Looks one move ahead", policy="lookahead"),
    ),
)
