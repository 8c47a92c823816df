"""Boards of random colours. The greedy player's line is the proof that one can be solved."""

from __future__ import annotations

from engines.errors import GenerationFailed
from engines.games.color_fill.lines import greedy_line
from engines.games.color_fill.types import Board, Move, Rules
from engines.randomness import BOARD, Stream
from engines.results import Puzzle
from engines.shared.grown import grow

ATTEMPTS = 100
"""Boards drawn at most: only those of one colour are no puzzle, one of 27 at 2×2."""


def draw_cells(rules: Rules, stream: Stream) -> tuple[int, ...]:
    """The colours of the cells, row by row, each one equally likely; a grown board's shape is
    drawn before them."""
    places = range(rules.width * rules.height)
    if rules.shape == "rectangle":
        return tuple(stream.below(rules.colors) for _ in places)
    there = set(grow(rules.width, rules.height, rules.size, rules.growth, stream))
    return tuple(stream.below(rules.colors) if cell in there else -1 for cell in places)


def board_from_cells(rules: Rules, cells: tuple[int, ...]) -> Board:
    """The board of these cells, its limit worked out: greedy moves and the slack."""
    return Board(rules, cells, len(greedy_line(rules, cells)) + rules.slack)


def make_board(rules: Rules, stream: Stream) -> Board:
    """The board that the stream draws."""
    return board_from_cells(rules, draw_cells(rules, stream))


def certificate(board: Board) -> tuple[Move, ...]:
    """The greedy player's moves: never more than the limit."""
    return tuple(Move(color) for color in greedy_line(board.rules, board.cells))


def is_one_color(board: Board) -> bool:
    return len(set(board.cells).difference({-1})) == 1


def generate(rules: Rules, seed: int) -> Puzzle:
    """The first board of this seed that is not of one colour from the start.

    Attempt a = 0, 1, 2, … draws from `Stream(seed, a, BOARD)`.
    """
    for attempt in range(ATTEMPTS):
        board = make_board(rules, Stream(seed, attempt, BOARD))
        if not is_one_color(board):
            return Puzzle(rules, seed, board, certificate(board))
    raise GenerationFailed(f"{ATTEMPTS} boards in a row were of one colour from the start.")
