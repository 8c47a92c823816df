"""A player's turns: moves, undos and hints. Each is one numbered entry of the history.

A turn names the number it will have. So a message that arrives twice, or a second device,
cannot play a turn nobody meant: the wrong number is a conflict, and the answer says how
things stand. The very last turn, sent again, is answered again and not played again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.common.problems import Conflict, NotAllowed
from backend.play.history import MAX_ENTRIES, Entry, replay, standing_moves
from backend.play.models import Move, Player, Session
from backend.play.selectors import Position, describe_position
from backend.play.services.sessions import finish, finished, lock_position
from backend.puzzles.boards import load_board
from engines import Fault, Game, Unreadable

Kind = Move.Kind
CHANGED = ["status", "stuck", "finished_at", "move_count", "undo_count", "hint_count"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played, and how things stand after it."""

    position: Position
    entry: Move
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
    if last := _repeated(position, number, Kind.MOVE, payload):
        return Turn(position, last, repeated=True)
    _check_turn(position, number)
    after = game.apply(position.state, parsed)
    locus = game.locus(position.state, parsed)
    return _record(position, Kind.MOVE, payload, locus, think_ms, after)


@transaction.atomic
def undo_move(*, player: Player, session_id: UUID, number: int, think_ms: int | None) -> Turn:
    """Take the last standing move back. Raises `NotAllowed` when there is none."""
    position = lock_position(player=player, session_id=session_id)
    if last := _repeated(position, number, Kind.UNDO):
        return Turn(position, last, repeated=True)
    _check_turn(position, number)
    standing = standing_moves(position.entries)
    if not standing:
        raise NotAllowed("There is no move to undo.", code="nothing_to_undo")
    undone = standing[-1]
    game, board = load_board(position.session.puzzle)
    before = replay(game, board, standing[:-1])
    locus = game.locus(before, game.parse_move(undone.payload))
    return _record(position, Kind.UNDO, {"undone": undone.number}, locus, think_ms, before)


@transaction.atomic
def take_hint(*, player: Player, session_id: UUID, number: int, think_ms: int | None) -> Turn:
    """Ask for a good next move, or the advice to undo. The board stays as it is."""
    position = lock_position(player=player, session_id=session_id)
    if last := _repeated(position, number, Kind.HINT):
        return Turn(position, last, repeated=True)
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


def _repeated(position: Position, number: int, kind: Move.Kind, payload: Any = None) -> Move | None:
    """The last entry, if this is the very turn that made it (a retry after a lost answer)."""
    last = position.entries[-1] if position.entries else None
    if last is None or last.number != number or last.kind != kind:
        return None
    if payload is not None and last.payload != payload:
        return None
    return Move.objects.get(session=position.session, number=number)


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
    """Write the entry and what it makes of the session."""
    session, game = position.session, position.game
    outcome = game.outcome(after)
    entry = Move.objects.create(
        session=session,
        number=session.next_number,
        kind=kind,
        payload=payload,
        locus=locus,
        think_ms=think_ms,
        legal_count=len(game.legal_moves(position.state)),
        outcome=outcome.status,
    )
    session.move_count += kind == Kind.MOVE
    session.undo_count += kind == Kind.UNDO
    session.hint_count += kind == Kind.HINT
    session.stuck = outcome.status == "stuck"
    if outcome.status == "solved":
        finish(session=session, status=Session.Status.SOLVED)
    session.save(update_fields=CHANGED)
    entries = (*position.entries, Entry(entry.number, kind, payload))
    return Turn(replace(position, state=after, entries=entries), entry, repeated=False)
