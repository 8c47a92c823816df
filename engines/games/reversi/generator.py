"""Boards to begin from, and the proof that a whole game on one comes to an end."""

from __future__ import annotations

from engines.games.reversi.discs import opening
from engines.games.reversi.policies import play
from engines.games.reversi.types import Board, Rules
from engines.randomness import BOARD, PLAY, Stream
from engines.results import Puzzle
from engines.shared.grown import grow


def draw_shape(rules: Rules, stream: Stream) -> int:
    """The cells of the board as a set; a rectangle draws nothing."""
    width, height = rules.field
    if rules.shape == "rectangle":
        return (1 << (width * height)) - 1
    return sum(1 << cell for cell in grow(width, height, rules.size, rules.growth, stream))


def make_board(rules: Rules, stream: Stream) -> Board:
    """The board that the stream draws, with the four discs in its centre."""
    shape = draw_shape(rules, stream)
    first, second = opening(*rules.field, shape)
    return Board(rules, shape, first, second, to_move=0)


def generate(rules: Rules, seed: int) -> Puzzle:
    """A whole game on the board of `Stream(seed, 0, BOARD)`.

    Its certificate is a game of the positional player against itself: any finished game will
    do, for a whole game asks for nothing.
    """
    board = make_board(rules, Stream(seed, 0, BOARD))
    moves = play(board, "positional,positional", Stream(seed, 0, PLAY))
    return Puzzle(rules, seed, board, moves)
