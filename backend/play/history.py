"""What a history of moves, undos and hints comes to. Pure: no database, no clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engines import Game

MOVE, UNDO, HINT = "move", "undo", "hint"

MAX_ENTRIES = 5_000
"""A session's longest history: every turn replays it, and no board needs nearly as many."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a history, as stored; numbers count 1, 2, 3, … without a gap."""

    number: int
    kind: str
    payload: Any


def standing_moves(entries: Iterable[Entry]) -> list[Entry]:
    """The moves that are not undone, oldest first: each undo takes back the last of them."""
    standing: list[Entry] = []
    for entry in entries:
        if entry.kind == MOVE:
            standing.append(entry)
        elif entry.kind == UNDO:
            standing.pop()
    return standing


def replay(game: Game, board: Any, entries: Iterable[Entry]) -> Any:
    """The state that a history leads to. The rules judge every move again."""
    state = game.initial_state(board)
    for entry in standing_moves(entries):
        state = game.apply(state, game.parse_move(entry.payload))
    return state
