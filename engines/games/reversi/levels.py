"""Puzzles that ask to win an endgame, levels as bands of their difficulty, and experiments."""

from __future__ import annotations

from dataclasses import dataclass

from engines.declarations import Level, Preset, PresetVariant
from engines.errors import EngineError, GenerationFailed, UnknownName
from engines.games.reversi import rules as judge
from engines.games.reversi.discs import cells_in
from engines.games.reversi.generator import make_board
from engines.games.reversi.policies import good_cells, read_player
from engines.games.reversi.solver import Search, solve
from engines.games.reversi.types import PUZZLE_EMPTIES, Board, Rules, State
from engines.randomness import BOARD, PLAY, Stream, derive_seed
from engines.results import Difficulty, Puzzle

ATTEMPTS = 400
"""Games played for a level: see there how many of them give a puzzle that fits."""
SLIPS = 4
"""Of so many moves of the game before a puzzle one is a slip: any legal move."""
LEAST_MOVES = 3
"""A puzzle has a choice of so many first moves at least."""
CARELESS = ("random", "greedy", "positional")
SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class _Kind:
    """What puzzles of a level are like: the level, and how many cells are empty at the start."""

    level: Level
    empties: int


_KINDS = (
    _Kind(
        Level(
            "easy",
            "Easy",
            Rules(width=6, height=6),
            0.2,
            0.5,
            "Six empty cells on a small square. A careless first move throws the win away one "
            "time out of three.",
        ),
        6,
    ),
    _Kind(
        Level(
            "medium",
            "Medium",
            Rules(width=6, height=6, shape="grown"),
            0.5,
            0.75,
            "Eight empty cells on a grown board. Most careless first moves throw the win away.",
        ),
        8,
    ),
    _Kind(
        Level(
            "hard",
            "Hard",
            Rules(),
            0.8,
            1.0,
            "Ten empty cells on the full square. The moves that come to mind lose.",
        ),
        10,
    ),
)

LEVELS = tuple(kind.level for kind in _KINDS)


def measure_difficulty(board: Board) -> Difficulty:
    """How likely a careless first move throws the win away: the mean of three players, one
    who moves at random, the greedy one, the positional one. Against best play from then on.

    A board that is won by no move has difficulty 1. Raises `EngineError` where more than
    `PUZZLE_EMPTIES` cells are empty, or nothing is to move.
    """
    state = judge.initial_state(board)
    if judge.empties(state) > PUZZLE_EMPTIES or not judge.open_cells(state):
        raise EngineError(
            f"Difficulty is measured of endgames only: with 1 to {PUZZLE_EMPTIES} empty cells."
        )
    values = Search(state.board).values(state)
    figures: dict[str, float] = {}
    for name in CARELESS:
        cells = good_cells(state, read_player(name))
        figures[name] = sum(values[cell] <= 0 for cell in cells) / len(cells)
    value = sum(figures.values()) / len(CARELESS)
    figures["moves"] = len(values)
    figures["winning_moves"] = sum(one > 0 for one in values.values())
    figures["margin"] = max(values.values())
    figures["empties"] = judge.empties(state)
    return Difficulty(value, figures)


def late_position(rules: Rules, empties: int, boards: Stream, moves: Stream) -> State | None:
    """A game of the positional player against itself, with slips, until so many cells are
    empty; None if it is over before that."""
    state = judge.initial_state(make_board(rules, boards))
    positional = read_player("positional")
    while judge.empties(state) > empties:
        able = list(cells_in(judge.open_cells(state)))
        if not able:
            return None
        if moves.below(SLIPS) > 0:
            able = list(good_cells(state, positional))
        cell = able[moves.below(len(able))]
        state = judge.apply(state, judge.move_at(cell, rules.field[0]))
    return state


def puzzle_board(state: State) -> Board:
    """The puzzle that asks the player to move to win from here."""
    return Board(
        state.board.rules,
        state.board.shape,
        state.first,
        state.second,
        to_move=state.to_move,
        seat_to_win=state.to_move,
    )


def generate_level(key: str, seed: int) -> Puzzle:
    """The first endgame of this seed that can be won and lies inside the band.

    Game 0, 1, 2, … draws from the streams of `derive_seed(seed, level's number)` and its own
    number. The certificate is best play of both, proven. Raises `UnknownName` and, after
    `ATTEMPTS` games, `GenerationFailed`.
    """
    kind = _find_kind(key)
    level, rules = kind.level, kind.level.rules
    assert isinstance(rules, Rules)
    level_seed = derive_seed(seed, _KINDS.index(kind))
    for attempt in range(ATTEMPTS):
        streams = [Stream(level_seed, attempt, purpose) for purpose in (BOARD, PLAY)]
        state = late_position(rules, kind.empties, *streams)
        if state is None or judge.open_cells(state).bit_count() < LEAST_MOVES:
            continue
        board = puzzle_board(state)
        difficulty = measure_difficulty(board)
        if difficulty.figures["margin"] <= 0 or not level.holds(difficulty.value):
            continue
        solution = solve(judge.initial_state(board), SECONDS)
        if solution.answer == "yes":
            return Puzzle(rules, seed, board, solution.moves, difficulty, key)
    raise GenerationFailed(
        f"None of {ATTEMPTS} games led to an endgame whose difficulty is {level.low:.2f} to "
        f"{level.high:.2f}, which level {key} asks for."
    )


def _find_kind(key: str) -> _Kind:
    for kind in _KINDS:
        if kind.level.key == key:
            return kind
    raise UnknownName("level", key, [level.key for level in LEVELS])


# Presets ----------------------------------------------------------------------------------

_BASE = Rules()
_USUAL = "positional,positional"


def _variant(title: str, policy: str = _USUAL, **changes: object) -> PresetVariant:
    return PresetVariant(title, Rules.model_validate({**_BASE.model_dump(), **changes}), policy)


def _preset(
    key: str,
    title: str,
    question: str,
    *variants: PresetVariant,
    trials: int = 20_000,
    metrics: tuple[str, ...] = (),
) -> Preset:
    return Preset(key, title, question, variants, trials, 3, seed=1, metrics=metrics)


PRESETS = (
    _preset(
        "square-against-grown",
        "Reversi: the square against grown boards",
        "On as many cells, how fair are boards that have grown, each game on another one?",
        _variant("Baseline: 8x8 square"),
        _variant("Grown, 64 cells", shape="grown"),
    ),
    _preset(
        "growth",
        "Reversi: three ways to grow",
        "Do compact boards play like the square, and branching ones like something else?",
        _variant("Baseline: even", shape="grown"),
        _variant("Compact", shape="grown", growth="compact"),
        _variant("Branching", shape="grown", growth="branching"),
        metrics=("mobility", "margin"),
    ),
    _preset(
        "size",
        "Reversi: 4x4 to 10x10",
        "Whom does a larger board favour?",
        _variant("Baseline: 8x8"),
        *(_variant(f"{side}x{side}", width=side, height=side) for side in (4, 6, 10)),
    ),
    _preset(
        "match-ups",
        "Reversi: four players against each other",
        "How much is turning over many discs worth, and the first move?",
        _variant("Baseline: random against random", policy="random,random"),
        _variant("Greedy against random", policy="greedy,random"),
        _variant("Random against greedy", policy="random,greedy"),
        _variant("Positional against greedy", policy="positional,greedy"),
        _variant("Greedy against positional", policy="greedy,positional"),
        _variant("Positional against random", policy="positional,random"),
        _variant("Random against positional", policy="random,positional"),
    ),
    _preset(
        "match-ups-grown",
        "Reversi: greedy and positional on grown boards",
        "Does a feeling for the shape still help where every board is new?",
        _variant("Baseline: greedy against greedy", policy="greedy,greedy", shape="grown"),
        _variant("Positional first", policy="positional,greedy", shape="grown"),
        _variant("Greedy first", policy="greedy,positional", shape="grown"),
        _variant("Positional against itself", shape="grown"),
    ),
    _preset(
        "deeper",
        "Reversi: what looking ahead and exact endgames are worth",
        "How much does each move of looking ahead win, and the endgame without a mistake?",
        _variant("Baseline: both look 3 ahead", policy="lookahead,lookahead"),
        _variant("First looks 1 ahead", policy="lookahead(depth=1),lookahead"),
        _variant("Second looks 1 ahead", policy="lookahead,lookahead(depth=1)"),
        _variant("First plays the end exactly", policy="endgame,lookahead"),
        _variant("Second plays the end exactly", policy="lookahead,endgame"),
        trials=1_000,
    ),
)
