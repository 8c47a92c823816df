"""A whole game begins with the empty grid; any finished game is its certificate."""

from __future__ import annotations

from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.policies import choose, read_player
from engines.games.dots_and_boxes.types import Board, Rules
from engines.randomness import BOARD, Stream
from engines.results import Puzzle
from engines.shared.lines import Line


def generate(rules: Rules, seed: int) -> Puzzle:
    """The empty grid, with a game between careful players drawn from `Stream(seed, 0, BOARD)`."""
    board = Board(rules)
    stream, careful = Stream(seed, 0, BOARD), read_player("careful")
    state, moves = judge.initial_state(board), list[Line]()
    while not judge.is_over(state):
        moves.append(choose(state, careful, stream))
        state = judge.apply(state, moves[-1])
    return Puzzle(rules, seed, board, tuple(moves))
