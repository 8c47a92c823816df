"""Boards that came with recorded play: kept apart from those that are made here.

They have no seed, so no seed that is asked for ever leads to one, and a daily set holds none.
None is handed to a player before somebody is known to have solved it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backend.common.inserting import get_or_insert
from backend.puzzles.boards import load_board
from backend.puzzles.models import Puzzle
from backend.puzzles.services.making import hash_json, hash_rules, verify_certificate
from engines import Game


def keep_board(
    *,
    game: Game,
    rules: dict[str, Any],
    board: dict[str, Any],
    level: str = "",
    difficulty: float | None = None,
) -> Puzzle:
    """The row of this very board, as the game dumps it. A level needs its measured difficulty."""
    puzzle, _ = get_or_insert(
        Puzzle.objects.all(),
        game=game.slug,
        version=game.version,
        rules_key=hash_rules(rules=rules),
        seed=None,
        board_key=hash_json(value=board),
        level=level,
        defaults={
            "rules": rules,
            "board": board,
            "certificate": [],
            "difficulty": difficulty,
        },
    )
    return puzzle


def prove_board(*, puzzle: Puzzle, line: Sequence[Any]) -> bool:
    """Take a play's standing moves (as JSON), which end it, for the board's certificate.

    Not where a seat is asked to win: that somebody lost to it proves nothing. Returns whether it
    is proven now. Raises `UnprovenPuzzle` if the line does not end it.
    """
    game, board = load_board(puzzle)
    if game.two_players and game.two_players.seat_to_win(board) is not None:
        return False
    verify_certificate(game=game, rules=puzzle.rules, board=puzzle.board, certificate=line)
    Puzzle.objects.filter(pk=puzzle.pk, certificate=[]).update(certificate=list(line))
    puzzle.certificate = list(line)
    return True
