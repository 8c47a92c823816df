"""Levels as bands of measured difficulty, and the experiments worth queueing."""

from __future__ import annotations

from engines.declarations import Level, Preset, PresetVariant
from engines.errors import GenerationFailed
from engines.games.color_fill import simulation
from engines.games.color_fill.generator import certificate, is_one_color, make_board
from engines.games.color_fill.types import Board, Rules
from engines.randomness import BOARD, Stream, derive_seed
from engines.results import Difficulty, Puzzle
from engines.shared.checks import pick_level

PLAYS = 1_000
"""Simulated plays of a board for each figure of its difficulty."""
ATTEMPTS = 200
"""Boards tried for a level: 0.32 to 0.46 of them fit, so this does not run out in practice."""
MEASURING_SEED = 20_260_926
"""Plays that measure a board are always drawn from this: a board has one difficulty."""
PLAYERS = ("random_visible", "greedy_noisy")

# The difficulty of 60 boards, in quarters (least quarter up to, median, most quarter from):
#   easy 0.06 0.11 0.16 · medium 0.26 0.37 0.46 · hard 0.53 0.61 0.67
LEVELS = (
    Level(
        "easy",
        "Easy",
        Rules(width=8, height=8, colors=4, slack=3),
        0.05,
        0.15,
        "Four colours. Of ten careless plays one runs out of moves.",
    ),
    Level(
        "medium",
        "Medium",
        Rules(width=10, height=10, colors=5, slack=3),
        0.3,
        0.45,
        "Five colours. Of ten careless plays four run out of moves.",
    ),
    Level(
        "hard",
        "Hard",
        Rules(width=12, height=12, colors=6, slack=2),
        0.55,
        0.7,
        "A larger board, six colours. Of ten careless plays six run out of moves.",
    ),
)


def measure_difficulty(board: Board) -> Difficulty:
    """How often careless plays of this very board run out of moves: half of them choose at
    random among what touches, half are greedy with slips.

    The figures tell of each kind, the moves allowed, and, where it is proven, the fewest
    moves that can solve the board.
    """
    figures: dict[str, float] = {}
    for policy in PLAYERS:
        counts = simulation.count_trials(
            board.rules, policy, MEASURING_SEED, 0, PLAYS, board
        ).counts
        figures[policy] = counts["stuck"][0] / counts["stuck"][1]
    value = sum(figures.values()) / len(PLAYERS)
    figures["limit"] = board.limit
    if counts["optimal"][0]:
        figures["optimal"] = counts["optimal"][1] / counts["optimal"][0]
    return Difficulty(value, figures)


def generate_level(key: str, seed: int) -> Puzzle:
    """The first board of this seed inside the band.

    Attempt 0, 1, 2, … draws from `Stream(derive_seed(seed, level's number), attempt, BOARD)`,
    so that one seed gives different boards at two levels. Raises `UnknownName` and, after
    `ATTEMPTS` boards, `GenerationFailed`.
    """
    level = pick_level(LEVELS, key)
    rules = level.rules
    assert isinstance(rules, Rules)
    level_seed = derive_seed(seed, LEVELS.index(level))
    for attempt in range(ATTEMPTS):
        board = make_board(rules, Stream(level_seed, attempt, BOARD))
        if is_one_color(board):
            continue
        difficulty = measure_difficulty(board)
        if level.holds(difficulty.value):
            return Puzzle(rules, seed, board, certificate(board), difficulty, key)
    raise GenerationFailed(
        f"None of {ATTEMPTS} boards has a difficulty of {level.low:.0%} to {level.high:.0%}, "
        f"which level {key} asks for."
    )


# Presets ----------------------------------------------------------------------------------

_BASE = Rules()


def _variant(title: str, policy: str = "greedy_noisy", **changes: object) -> PresetVariant:
    return PresetVariant(title, Rules.model_validate({**_BASE.model_dump(), **changes}), policy)


def _preset(
    key: str,
    title: str,
    question: str,
    *variants: PresetVariant,
    trials: int = 200_000,
    metrics: tuple[str, ...] = (),
) -> Preset:
    return Preset(key, title, question, variants, trials, 3, seed=1, metrics=metrics)


PRESETS = (
    _preset(
        "slack",
        "Color fill: moves to spare, 0 to 6",
        "How much easier does each move beyond those of the greedy player make it?",
        _variant("Baseline: none to spare", slack=0),
        *(_variant(f"{slack} to spare", slack=slack) for slack in range(1, 7)),
    ),
    _preset(
        "colors",
        "Color fill: 4, 5 or 6 colours",
        "On a board of the same size, what does another colour change?",
        _variant("Baseline: 5 colours"),
        _variant("4 colours", colors=4),
        _variant("6 colours", colors=6),
        metrics=("moves", "optimal"),
    ),
    _preset(
        "hints-against-careless",
        "Color fill: hint-followers against the careless",
        "How far are careless players from those who follow hints, the greedy one or a better "
        "one, and from those who look ahead?",
        _variant("Baseline: any colour that touches", policy="random_visible"),
        _variant("Greedy with slips"),
        _variant("Follows the greedy hint", policy="greedy"),
        _variant("Looks 2 moves ahead", policy="greedy_lookahead"),
        _variant("Looks 3 moves ahead", policy="greedy_lookahead(depth=3)"),
        _variant("Follows our hints", policy="hint_follower"),
        trials=50_000,
        metrics=("moves",),
    ),
    _preset(
        "start",
        "Color fill: from the corner or from the centre",
        "Does it matter where the region starts?",
        _variant("Baseline: top left"),
        _variant("Centre", start="centre"),
        metrics=("moves",),
    ),
)
