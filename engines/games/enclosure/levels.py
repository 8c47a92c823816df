"""Puzzles that ask to win from here, as bands of measured difficulty."""

from __future__ import annotations

from dataclasses import dataclass

from engines.declarations import Level
from engines.errors import EngineError, GenerationFailed
from engines.games.enclosure import rules as judge
from engines.games.enclosure.cuts import graph_of, position_of
from engines.games.enclosure.policies import (
    EXACT_LINES,
    choose_line,
    good_lines,
    read_policy,
)
from engines.games.enclosure.search import exact_values
from engines.games.enclosure.solver import best_moves, lead
from engines.games.enclosure.types import Board, Rules, State
from engines.randomness import BOARD, Stream, derive_seed
from engines.results import Difficulty, Puzzle
from engines.shared.checks import pick_level

ATTEMPTS = 5_000
"""Games tried for a level: 1 of 70 fits where fewest do, so this does not run out in practice."""
LEAST_LINES = 8
"""Free lines of a puzzle, at least; at most are as many as can be played exactly."""
SLIPS = 4
"""In the game that leads to a puzzle one of so many moves is drawn at random."""

LEVELS = (
    Level(
        "easy",
        "Easy",
        Rules(rows=3, cols=3),
        0.2,
        0.45,
        "A few first lines win, and those that look careful are among them.",
    ),
    Level(
        "medium",
        "Medium",
        Rules(rows=4, cols=4),
        0.5,
        0.78,
        "Some first lines win, but of those that look careful about half lose.",
    ),
    Level(
        "hard",
        "Hard",
        Rules(rows=4, cols=4),
        0.8,
        1.0,
        "Hardly a first line wins, and those that look careful lose.",
    ),
)


@dataclass(frozen=True, slots=True)
class FirstLines:
    """The lines of a position, those of them that win, and those that careful chooses from."""

    free: list[int]
    winning: list[int]
    careful: list[int]


def measure_difficulty(board: Board) -> Difficulty:
    """How easily the first line goes wrong: half the share of all lines that do not win, half the
    share of those from which the careful player chooses. 1 where none wins.

    The figures tell both shares of lines that do win, and how many lines there are. Raises
    `EngineError` where more than `EXACT_LINES` are.
    """
    state = judge.initial_state(board)
    if not position_of(state):
        raise EngineError("The game is over: nothing is left to be difficult.")
    if position_of(state).bit_count() > EXACT_LINES:
        raise EngineError(
            f"A difficulty is measured where at most {EXACT_LINES} lines are free; here there "
            f"are {position_of(state).bit_count()}."
        )
    return _difficulty(_first_lines(state))


def _difficulty(lines: FirstLines) -> Difficulty:
    of_all = len(lines.winning) / len(lines.free)
    of_careful = sum(line in lines.winning for line in lines.careful) / len(lines.careful)
    figures = {
        "winning": of_all,
        "careful_wins": of_careful,
        "winning_lines": len(lines.winning),
        "free_lines": len(lines.free),
    }
    return Difficulty(1 - (of_all + of_careful) / 2, figures)


def _first_lines(state: State) -> FirstLines:
    graph, position, ahead = graph_of(state.board.rules), position_of(state), lead(state)
    values = exact_values(graph, position, {})
    return FirstLines(
        list(values),
        [line for line, value in values.items() if ahead + value > 0],
        good_lines(graph, position, read_policy("careful")),
    )


def generate_level(key: str, seed: int) -> Puzzle:
    """The first position of this seed inside the band.

    Attempt 0, 1, 2, … is a game that draws from `Stream(derive_seed(seed, level's number),
    attempt, BOARD)`. Raises `UnknownName` and, after `ATTEMPTS` games, `GenerationFailed`.
    """
    level = pick_level(LEVELS, key)
    rules = level.rules
    assert isinstance(rules, Rules)
    level_seed = derive_seed(seed, LEVELS.index(level))
    for attempt in range(ATTEMPTS):
        board = _endgame(rules, Stream(level_seed, attempt, BOARD))
        if board is None:
            continue
        lines = _first_lines(judge.initial_state(board))
        if not lines.winning:
            continue
        difficulty = _difficulty(lines)
        if level.holds(difficulty.value):
            moves = best_moves(graph_of(rules), position_of(judge.initial_state(board)))
            return Puzzle(rules, seed, board, moves, difficulty, key)
    raise GenerationFailed(
        f"None of {ATTEMPTS} games leads to a position of difficulty {level.low:g} to "
        f"{level.high:g}, which level {key} asks for."
    )


def _endgame(rules: Rules, stream: Stream) -> Board | None:
    """The first position of a game with few enough free lines; None where they are too few.

    Both players are careful, and slip now and then.
    """
    graph, names = graph_of(rules), judge.grid(rules).names
    careful, anything = read_policy("careful"), read_policy("random")
    state = judge.initial_state(judge.empty_board(rules))
    while (position := position_of(state)).bit_count() > EXACT_LINES:
        player = careful if stream.below(SLIPS) else anything
        state = judge.apply(state, names[choose_line(graph, position, player, stream)])
    if position.bit_count() < LEAST_LINES:
        return None
    return Board(rules, state.lines, state.taken, state.to_move, state.to_move)
