"""A player's turns: moves, undos and hints. Each is one numbered entry of the history.

A turn names the number it will have. So a message that arrives twice, or a second device,
cannot play a turn nobody meant: the wrong number is a conflict, and the answer says how
things stand. The very last turn, sent again, is answered again and not played again.

Against a bot, its answer belongs to the turn: both are stored, or neither. So it is always the
player's turn, unless the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.common.problems import Conflict, NotAllowed
from backend.play.history import BOT, MAX_ENTRIES
from backend.play.models import Move, Player
from backend.play.selectors import Position, describe_position
from backend.play.services.bots import answer
from backend.play.services.recording import add_entry, own_move, store
from backend.play.services.sessions import finished, lock_position
from engines import Fault, Game, Unreadable

Kind = Move.Kind


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played, what a bot answered, and how things stand after both."""

    position: Position
    entry: Move
    replies: tuple[Move, ...]
    repeated: bool


@transaction.atomic
def make_move(
    *, player: Player, session_id: UUID, number: int, move: Any, think_ms: int | None
) -> Turn:
    """Play a move. Raises `Unreadable`, `IllegalMove`, `NotFound` and `Conflict`."""
    position = lock_position(player=player, session_id=session_id)
    game = position.game
    parsed = _parse(game, move)
    payload = game.dump_move(parsed)
    if turn := _repeated(position, number, Kind.MOVE, payload):
        return turn
    _check_turn(position, number)
    after = game.apply(position.state, parsed)
    locus = game.locus(position.state, parsed)
    return _record(position, Kind.MOVE, payload, locus, think_ms, after)


@transaction.atomic
def undo_move(*, player: Player, session_id: UUID, number: int, think_ms: int | None) -> Turn:
    """Take the last standing move back, and a bot's answer to it.

    Raises `NotAllowed` when there is none.
    """
    position = lock_position(player=player, session_id=session_id)
    if turn := _repeated(position, number, Kind.UNDO):
        return turn
    _check_turn(position, number)
    place = own_move(position=position)
    if place is None:
        raise NotAllowed("There is no move to undo.", code="nothing_to_undo")
    undone, before = position.line[place].entry, position.line[place].before
    game = position.game
    locus = game.locus(before, game.parse_move(undone.payload))
    return _record(position, Kind.UNDO, {"undone": undone.number}, locus, think_ms, before)


@transaction.atomic
def take_hint(*, player: Player, session_id: UUID, number: int, think_ms: int | None) -> Turn:
    """Ask for a good next move, or the advice to undo. The board stays as it is."""
    position = lock_position(player=player, session_id=session_id)
    if turn := _repeated(position, number, Kind.HINT):
        return turn
    _check_turn(position, number)
    game, state = position.game, position.state
    hint = game.hint(state)
    move = None if hint.move is None else game.dump_move(hint.move)
    locus = "" if hint.move is None else game.locus(state, hint.move)
    payload = {"move": move, "message": hint.message}
    return _record(position, Kind.HINT, payload, locus, think_ms, state)


def _parse(game: Game, value: Any) -> Any:
    """A move from JSON; the faults' pointers then start at the body, not at the move."""
    try:
        return game.parse_move(value)
    except Unreadable as error:
        faults = [Fault("/move" + fault.pointer, fault.message) for fault in error.faults]
        raise Unreadable(str(error), faults) from None


def _repeated(position: Position, number: int, kind: Move.Kind, payload: Any = None) -> Turn | None:
    """The last turn, if this is the very same (sent again after a lost answer)."""
    own = [entry for entry in position.entries[number - 1 : number] if entry.kind == kind]
    if not own or any(entry.kind != BOT for entry in position.entries[number:]):
        return None
    if payload is not None and own[0].payload != payload:
        return None
    rows = Move.objects.filter(session=position.session, number__gte=number).order_by("number")
    entry, *replies = rows
    return Turn(position, entry, tuple(replies), repeated=True)


def _check_turn(position: Position, number: int) -> None:
    """Raises `Conflict` unless the session goes on and this is its next number."""
    session = position.session
    if not session.is_active:
        raise finished(position=position)
    if number != session.next_number:
        raise Conflict(
            f"The next number is {session.next_number}, not {number}.",
            code="wrong_number",
            session=describe_position(position),
        )
    if number > MAX_ENTRIES:
        raise Conflict(
            f"A session has at most {MAX_ENTRIES} turns. Start a new one.",
            code="history_full",
            session=describe_position(position),
        )


def _record(
    position: Position, kind: Move.Kind, payload: Any, locus: str, think_ms: int | None, after: Any
) -> Turn:
    """Write the entry, what a bot answers to it, and what both make of the session."""
    position, entry = add_entry(
        position=position, kind=kind, payload=payload, locus=locus, after=after, think_ms=think_ms
    )
    position, replies = answer(position=position)
    store(session=position.session, moves=[entry, *replies])
    return Turn(position, entry, tuple(replies), repeated=False)
