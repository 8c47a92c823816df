"""Levels as bands of measured difficulty, and the experiments the source article suggests."""

from __future__ import annotations

from engines.declarations import Level, Preset, PresetVariant
from engines.errors import EngineError, GenerationFailed
from engines.games.sliding import solver
from engines.games.sliding.generator import path_moves, scramble
from engines.games.sliding.geometry import canonical, manhattan
from engines.games.sliding.policies import row_by_row
from engines.games.sliding.types import EXACT_CELLS, TABLE_CELLS, Board, Rules
from engines.randomness import BOARD, Stream, derive_seed
from engines.results import Difficulty, Puzzle
from engines.shared.checks import pick_level

NODES = 20_000_000
"""Nodes of the search that raises the lower bound above 16 cells: about half a second."""
WIDTH = 3_000
"""Positions of each depth that go on in the search for a short way above 16 cells."""
ATTEMPTS = 200
"""Scrambles tried for a level: half of them fit, or more, so this does not run out."""

# How many of 300 scrambles fitted:
#   3x3 78 % · 4x4-easy 71 % · 4x4-medium 68 % · 4x4-hard 53 % · 5x5 (of 60) 90 %
LEVELS = (
    Level(
        "3x3",
        "3×3",
        Rules(width=3, height=3, budget=5_000),
        20,
        26,
        "Eight tiles. The shortest solution takes 20 to 26 moves (31 is the most there is).",
    ),
    Level(
        "4x4-easy",
        "4×4 easy",
        Rules(steps=40, budget=5_000),
        24,
        34,
        "Fifteen tiles, shortly shuffled. The shortest solution takes 24 to 34 moves.",
    ),
    Level(
        "4x4-medium",
        "4×4 medium",
        Rules(steps=100, budget=5_000),
        38,
        48,
        "Fifteen tiles. The shortest solution takes 38 to 48 moves.",
    ),
    Level(
        "4x4-hard",
        "4×4 hard",
        Rules(steps=300, budget=5_000),
        52,
        64,
        "Fifteen tiles, well shuffled. The shortest solution takes 52 to 64 moves (80 is the "
        "most there is).",
    ),
    Level(
        "5x5",
        "5×5",
        Rules(width=5, height=5, budget=5_000),
        66,
        112,
        "Twenty-four tiles. No solution has less than 66 moves, and one of at most 112 is known.",
    ),
)


def measure_difficulty(board: Board) -> Difficulty:
    """The length of a shortest solution; above 16 cells the proven lower bound of it.

    The figures tell the bounds, and what simpler ways would need. Raises `EngineError` for a
    board that can't be solved.
    """
    rules = board.rules
    tiles = canonical(rules, board.tiles)
    if row_by_row(rules, tiles) is None:
        raise EngineError("This board can't be solved, so it has no difficulty.")
    return _difficulty(rules, tiles, solver.measure(rules, tiles, NODES, WIDTH))


def _difficulty(rules: Rules, tiles: tuple[int, ...], known: solver.Bounds) -> Difficulty:
    by_rows = row_by_row(rules, tiles)
    assert by_rows is not None
    figures = {
        "lower_bound": float(known.lower),
        "found_length": float(len(known.path)),
        "manhattan": float(manhattan(rules.width, tiles)),
        "row_by_row": float(len(by_rows)),
    }
    return Difficulty(float(known.lower), figures)


def generate_level(key: str, seed: int) -> Puzzle:
    """The first scramble of this seed inside the band; its certificate is the solution found.

    Up to 16 cells that is a shortest one. Above, the lower bound and the found length both lie
    in the band, so the unknown shortest length does, too. Attempt 0, 1, 2, … draws from
    `Stream(derive_seed(seed, level's number), attempt, BOARD)`. Raises `UnknownName` and,
    after `ATTEMPTS` scrambles, `GenerationFailed`.
    """
    level = pick_level(LEVELS, key)
    rules = level.rules
    assert isinstance(rules, Rules)
    level_seed = derive_seed(seed, LEVELS.index(level))
    for attempt in range(ATTEMPTS):
        tiles = scramble(rules, Stream(level_seed, attempt, BOARD)).tiles
        known = _measure_up_to(rules, tiles, int(level.high))
        if known is None:
            continue
        if level.holds(known.lower) and level.holds(len(known.path)):
            board = Board(rules, canonical(rules, tiles))
            certificate = path_moves(rules, tiles, known.path)
            return Puzzle(rules, seed, board, certificate, _difficulty(rules, tiles, known), key)
    raise GenerationFailed(
        f"None of {ATTEMPTS} scrambles takes {level.low:g} to {level.high:g} moves, "
        f"which level {key} asks for."
    )


def _measure_up_to(rules: Rules, tiles: tuple[int, ...], high: int) -> solver.Bounds | None:
    """`solver.measure`, or None as soon as more than `high` moves are known to be needed."""
    if not TABLE_CELLS < rules.cells <= EXACT_CELLS:
        return solver.measure(rules, tiles, NODES, WIDTH)
    return solver.measure_exactly(rules, tiles, high)


# Presets ----------------------------------------------------------------------------------

SIDES = {"width": 3, "height": 3}
# A player who goes row by row solves every board. With few moves, the share left unsolved tells
# how hard the boards are: 30 moves are just enough for the middle one of 3x3.
SHORT = 30


def _variant(title: str, policy: str = "row_by_row", **changes: object) -> PresetVariant:
    return PresetVariant(title, Rules.model_validate({**SIDES, **changes}), policy)


def _preset(
    key: str,
    title: str,
    question: str,
    *variants: PresetVariant,
    metrics: tuple[str, ...] = (),
) -> Preset:
    return Preset(key, title, question, variants, 100_000, 3, seed=1, metrics=metrics)


def _by_steps(*, no_backtrack: bool) -> list[PresetVariant]:
    return [
        _variant(f"{steps} steps", steps=steps, no_backtrack=no_backtrack, budget=SHORT)
        for steps in (20, 10, 40, 60, 100, 200, 400)
    ]


PRESETS = (
    _preset(
        "never-back",
        "Sliding puzzle: never straight back",
        "Do 20 steps of scrambling mix better if the blank never steps straight back?",
        _variant("Never straight back", steps=20, budget=SHORT),
        _variant("Straight back allowed", steps=20, no_backtrack=False, budget=SHORT),
        metrics=("optimal", "too_easy"),
    ),
    _preset(
        "never-back-60",
        "Sliding puzzle: never straight back, 60 steps",
        "After the 60 steps that 3x3 boards get, does it still matter whether the blank may step "
        "straight back?",
        _variant("Never straight back", steps=60, budget=SHORT),
        _variant("Straight back allowed", steps=60, no_backtrack=False, budget=SHORT),
        metrics=("optimal",),
    ),
    _preset(
        "never-back-4x4",
        "Sliding puzzle: never straight back, 4x4",
        "After 140 steps on a 4x4 board, where mixing takes longer: are boards harder if the blank "
        "never steps straight back?",
        _variant("Never straight back", width=4, height=4, budget=90),
        _variant("Straight back allowed", width=4, height=4, budget=90, no_backtrack=False),
        metrics=("optimal",),
    ),
    _preset(
        "steps-never-back",
        "Sliding puzzle: more steps, never straight back",
        "How does the length of the shortest solution grow with the steps of the scramble?",
        *_by_steps(no_backtrack=True),
        metrics=("optimal",),
    ),
    _preset(
        "steps-with-back",
        "Sliding puzzle: more steps, straight back allowed",
        "If the blank may step straight back, how does the length of the shortest solution grow "
        "with the steps of the scramble?",
        *_by_steps(no_backtrack=False),
        metrics=("optimal",),
    ),
    _preset(
        "redraw",
        "Sliding puzzle: boards outside a band scrambled anew",
        "How does the spread of difficulty narrow when boards that are too easy or too hard are "
        "scrambled anew? Too hard: unsolved after 24 moves even of a shortest solution.",
        _variant("Every board", "optimal", budget=24),
        _variant("16 to 28 moves", "optimal", budget=24, tolerance=6),
        _variant("18 to 26 moves", "optimal", budget=24, tolerance=4),
        _variant("20 to 24 moves", "optimal", budget=24, tolerance=2),
        _variant("22 moves exactly", "optimal", budget=24, tolerance=0),
        metrics=("too_easy",),
    ),
    _preset(
        "policies",
        "Sliding puzzle: five ways to play",
        "How much does the way of playing matter, on the very same boards?",
        _variant("Row by row"),
        _variant("Greedy", "greedy"),
        _variant("Random, never straight back", "random_walk"),
        _variant("Random", "random_walk_free"),
        _variant("Shortest solution", "optimal"),
        metrics=("moves",),
    ),
    _preset(
        "sizes",
        "Sliding puzzle: sizes",
        "Row by row with 150 moves: up to which size is that enough?",
        _variant("3x3", budget=150),
        _variant("4x4", budget=150, width=4, height=4),
        _variant("5x5", budget=150, width=5, height=5),
    ),
)
