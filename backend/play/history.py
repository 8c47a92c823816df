"""What a history of moves, undos and hints comes to. Pure: no database, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engines import Game

MOVE, UNDO, HINT, BOT = "move", "undo", "hint", "bot"
PLAYED = (MOVE, BOT)
"""The kinds that change the board forwards."""

MAX_ENTRIES = 5_000
"""A session's longest history: every turn replays it, and no board needs nearly as many."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a history, as stored; numbers count 1, 2, 3, … without a gap."""

    number: int
    kind: str
    payload: Any


@dataclass(frozen=True, slots=True)
class Standing:
    """A move that is not undone, and the state it was made in."""

    entry: Entry
    before: Any


def standing_moves(entries: Iterable[Entry]) -> list[Entry]:
    """The moves that are not undone, oldest first.

    Each undo takes back the player's last one, and what the bot answered to it.
    """
    standing: list[Entry] = []
    for entry in entries:
        if entry.kind in PLAYED:
            standing.append(entry)
        elif entry.kind == UNDO:
            while standing.pop().kind == BOT:
                pass
    return standing


def taken_back(entries: Iterable[Entry]) -> dict[int, list[int]]:
    """The numbers of the moves that each undo takes back, oldest first, by the undo's number."""
    standing: list[Entry] = []
    gone: dict[int, list[int]] = {}
    for entry in entries:
        if entry.kind in PLAYED:
            standing.append(entry)
        elif entry.kind == UNDO:
            taken = [standing.pop()]
            while taken[-1].kind == BOT:
                taken.append(standing.pop())
            gone[entry.number] = [one.number for one in reversed(taken)]
    return gone


def replay_line(game: Game, board: Any, entries: Iterable[Entry]) -> tuple[list[Standing], Any]:
    """The moves that stand, and the state they lead to. The rules judge every move again."""
    line, state = [], game.initial_state(board)
    for entry in standing_moves(entries):
        line.append(Standing(entry, state))
        state = game.apply(state, game.parse_move(entry.payload))
    return line, state


def states_before(game: Game, board: Any, entries: Iterable[Entry]) -> Iterator[Any]:
    """The state that each entry was made in, those of moves undone later among them."""
    line: list[Standing] = []
    state = game.initial_state(board)
    for entry in entries:
        yield state
        if entry.kind in PLAYED:
            line.append(Standing(entry, state))
            state = game.apply(state, game.parse_move(entry.payload))
        elif entry.kind == UNDO:
            while (last := line.pop()).entry.kind == BOT:
                pass
            state = last.before


def replay(game: Game, board: Any, entries: Iterable[Entry]) -> Any:
    """The state that a history leads to."""
    return replay_line(game, board, entries)[1]
