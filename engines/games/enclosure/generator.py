"""Whole games begin on the empty board; any finished game is the proof that one ends."""

from __future__ import annotations

from engines.games.enclosure.cuts import choices, graph_of
from engines.games.enclosure.policies import choose_line, read_policy
from engines.games.enclosure.rules import empty_board, free_lines, grid, initial_state
from engines.games.enclosure.types import Rules
from engines.randomness import PLAY, Stream
from engines.results import Puzzle
from engines.shared.lines import Line


def generate(rules: Rules, seed: int) -> Puzzle:
    """The empty board, with a game of two random players."""
    board = empty_board(rules)
    return Puzzle(rules, seed, board, random_game(rules, free_lines(initial_state(board)), seed))


def random_game(rules: Rules, position: int, seed: int) -> tuple[Line, ...]:
    graph, player, stream = graph_of(rules), read_policy("random"), Stream(seed, 0, PLAY)
    names, moves = grid(rules).names, []
    while position:
        drawn = choose_line(graph, position, player, stream)
        moves.append(names[drawn])
        position = next(after for line, _, after in choices(graph, position) if line == drawn)
    return tuple(moves)
