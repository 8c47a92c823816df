"""From a stored puzzle to the game's own values."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Any
from uuid import UUID

from backend.common.problems import Conflict
from backend.puzzles.models import Puzzle
from engines import EngineError, Game, InvalidRules, Unreadable, get_game, read_rules

UNREADABLE = (Conflict, EngineError, ValueError, KeyError, IndexError)
"""What reading or replaying something stored by another version of its game may raise."""

KEPT = 64
"""Boards kept per process: reading one costs milliseconds, and every move needs its own."""


@lru_cache(maxsize=KEPT)
def keep_puzzle(puzzle_id: UUID) -> Puzzle:
    """The stored puzzle, kept for the next who needs it: its row never changes."""
    return Puzzle.objects.get(pk=puzzle_id)


_kept: OrderedDict[UUID, Any] = OrderedDict()


def load_board(puzzle: Puzzle) -> tuple[Game, Any]:
    """The puzzle's game and its board. A stored puzzle never changes, nor does a board.

    Raises `Conflict` (409) when the game has changed so much that it can't read the board.
    """
    game = get_game(puzzle.game)
    board = _kept.pop(puzzle.id, None)
    if board is None:
        try:
            board = game.parse_board(read_rules(game, puzzle.rules), puzzle.board)
        except (InvalidRules, Unreadable):
            raise Conflict(
                f"This puzzle was made with version {puzzle.version} of {game.title}, which is "
                f"now at version {game.version} and can't read it any more.",
                code="other_version",
            ) from None
    _kept[puzzle.id] = board
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return game, board
