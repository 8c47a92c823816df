"""Win from here: endings in which who is to move can win, but not with every line."""

from __future__ import annotations

from engines.declarations import Level
from engines.errors import BudgetExceeded, GenerationFailed
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.policies import read_player, wanted_lines
from engines.games.dots_and_boxes.rules import geometry_of
from engines.games.dots_and_boxes.solver import SURE_NODES, best_play, play_of, quick_play
from engines.games.dots_and_boxes.solver.oracles import OutOfReach
from engines.games.dots_and_boxes.types import Board, Rules
from engines.randomness import BOARD, Stream, derive_seed
from engines.results import Difficulty, Puzzle
from engines.shared.checks import pick_level

ATTEMPTS = 2_000
"""Positions tried for a level: 0.03 to 0.4 of them fit, so this does not run out in practice."""

SLIPS = 6
"""Of so many lines drawn before the puzzle begins, one is random and the others are careful."""

MOST_NODES = 1_500
"""Positions that may be looked at to judge a puzzle: who plays it then never waits for a bot
or a hint."""

LEVELS = (
    Level(
        "easy",
        "Easy",
        Rules(rows=3, cols=3),
        0.3,
        0.5,
        "A small grid. Not every line wins, but being careful does.",
    ),
    Level(
        "medium",
        "Medium",
        Rules(rows=4, cols=4),
        0.55,
        0.8,
        "A larger grid. Being careful may be wrong.",
    ),
    Level(
        "hard",
        "Hard",
        Rules(rows=5, cols=5),
        0.85,
        0.99,
        "A large grid. The lines that seem careful lose, and few others win.",
    ),
)

FREE_LINES = {"easy": (8, 12), "medium": (14, 20), "hard": (20, 28)}
"""With at least and at most so many free lines a level's puzzles begin."""


def generate_level(key: str, seed: int) -> Puzzle:
    """The first ending of this seed inside the band; best play of both is its certificate.

    Attempt 0, 1, 2, … draws from `Stream(derive_seed(seed, level's number), attempt, BOARD)`.
    Raises `UnknownName` and, after `ATTEMPTS` endings, `GenerationFailed`.
    """
    level = pick_level(LEVELS, key)
    rules = level.rules
    assert isinstance(rules, Rules)
    level_seed = derive_seed(seed, LEVELS.index(level))
    for attempt in range(ATTEMPTS):
        board = make_board(rules, Stream(level_seed, attempt, BOARD), *FREE_LINES[key])
        try:
            difficulty = _measure(board, MOST_NODES, level.low)
        except OutOfReach:
            continue
        if difficulty is not None and level.holds(difficulty.value):
            state = judge.initial_state(board)
            known = quick_play(state)
            assert known is not None  # it was just measured
            return Puzzle(rules, seed, board, best_play(state, *known), difficulty, key)
    raise GenerationFailed(
        f"None of {ATTEMPTS} endings has a difficulty of {level.low:.0%} to {level.high:.0%}, "
        f"which level {key} asks for."
    )


def make_board(rules: Rules, stream: Stream, fewest: int, most: int) -> Board:
    """An ending as careful players with slips come to it, with fewest … most lines free.

    The seat whose turn it is is to win, whether it can or not.
    """
    grid, careful = geometry_of(rules), read_player("careful")
    free = fewest + stream.below(most - fewest + 1)
    state = judge.initial_state(Board(rules))
    for _ in range(grid.full.bit_count() - free):
        lines = judge.free_lines(state)
        if stream.below(SLIPS):
            lines = wanted_lines(grid, state.lines, rules.extra_turn, careful)
        state = judge.apply(state, grid.names[lines[stream.below(len(lines))]])
    return Board(rules, state.lines, state.scores, state.to_move, state.to_move)


def measure_difficulty(board: Board) -> Difficulty:
    """How likely the first line throws the win away, if half the players draw any line and half
    a careful one: 0 where every line wins, 1 where none does.

    Figures: `legal_moves` and how many of them are `winning_moves`; `careful_wins`, the share
    of a careful player's lines that win; `margin`, the boxes that best play wins by (negative:
    it loses). Raises `BudgetExceeded` where too much is left to draw.
    """
    try:
        difficulty = _measure(board, SURE_NODES, 0.0)
    except OutOfReach:
        difficulty = None
    if difficulty is None:
        free = len(judge.free_lines(judge.initial_state(board)))
        raise BudgetExceeded(f"With {free} lines free, how hard it is to win can't be measured.")
    return difficulty


def _measure(board: Board, most_nodes: int, low: float) -> Difficulty | None:
    """None where the rules have no quick answer, or once it is certain to be below `low`.

    Raises `OutOfReach`.
    """
    state = judge.initial_state(board)
    play, numbers = play_of(state, most_nodes), judge.free_lines(state)
    if play is None or not numbers:
        return None
    free, ahead = play.left.free, state.scores[state.to_move] - state.scores[1 - state.to_move]
    lines = wanted_lines(
        geometry_of(board.rules), state.lines, board.rules.extra_turn, read_player("careful")
    )
    wins: dict[int, bool] = {}
    for place in sorted(range(len(numbers)), key=lambda place: numbers[place] not in lines):
        wins[place] = play.is_worth(free, place, 1 - ahead)
        careful = sum(wins.get(numbers.index(line), False) for line in lines) / len(lines)
        if 1 - (sum(wins.values()) / len(numbers) + careful) / 2 < low:
            return None
    winning = sum(wins.values())
    return Difficulty(
        1 - (winning / len(numbers) + careful) / 2,
        {
            "winning_moves": winning,
            "legal_moves": len(numbers),
            "careful_wins": careful,
            "margin": ahead + play.oracle.value(free),
        },
    )
