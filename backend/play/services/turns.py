"""A player's turns, one at a time: moves, undos and hints.

The very last turn, sent again, is answered again and not played again. Against a bot, its
answer belongs to the turn: both are stored, or neither. So it is always the player's turn,
unless the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.play.history import BOT
from backend.play.locking import locked_if_refused
from backend.play.models import Move, Player
from backend.play.selectors import Position
from backend.play.services.advice import keep_plan
from backend.play.services.playing import Kind, Wanted, is_stored, play
from backend.play.services.recording import start_clock, store
from backend.play.services.sessions import own_position
from backend.play.timing import Timing


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played, what a bot answered, and how things stand after both."""

    position: Position
    entry: Move
    replies: tuple[Move, ...]
    repeated: bool


def make_move(
    *,
    player: Player,
    session_id: UUID,
    number: int,
    move: Any,
    think_ms: int | None = None,
    hidden_ms: int | None = None,
    client_time: datetime | None = None,
) -> Turn:
    """Play a move. Raises `Unreadable`, `WrongMove`, `NotFound` and `Conflict`."""
    timing = Timing(think_ms, hidden_ms, client_time)
    wanted = Wanted(Kind.MOVE, number, move, timing)
    return _take(player=player, session_id=session_id, wanted=wanted)


def undo_move(
    *,
    player: Player,
    session_id: UUID,
    number: int,
    think_ms: int | None = None,
    hidden_ms: int | None = None,
    client_time: datetime | None = None,
) -> Turn:
    """Take the last standing move back, and a bot's answer to it.

    Raises `NotAllowed` when there is none.
    """
    timing = Timing(think_ms, hidden_ms, client_time)
    wanted = Wanted(Kind.UNDO, number, timing=timing)
    return _take(player=player, session_id=session_id, wanted=wanted)


def take_hint(
    *,
    player: Player,
    session_id: UUID,
    number: int,
    think_ms: int | None = None,
    hidden_ms: int | None = None,
    client_time: datetime | None = None,
) -> Turn:
    """Ask for the next step, a move or an undo. The board stays as it is."""
    timing = Timing(think_ms, hidden_ms, client_time)
    wanted = Wanted(Kind.HINT, number, timing=timing)
    return _take(player=player, session_id=session_id, wanted=wanted)


@locked_if_refused
def _take(*, player: Player, session_id: UUID, wanted: Wanted) -> Turn:
    position = own_position(player=player, session_id=session_id)
    if turn := _repeated(position, wanted):
        return turn
    clock = start_clock(session=position.session)
    played = play(position=position, wanted=wanted, clock=clock)
    entries = [played.entry, *played.replies]
    if played.plan is None:
        store(session=position.session, moves=entries)
    else:
        with transaction.atomic():
            store(session=position.session, moves=entries)
            keep_plan(
                session=position.session, number=wanted.number, game=position.game, plan=played.plan
            )
    return Turn(played.position, played.entry, played.replies, repeated=False)


def _repeated(position: Position, wanted: Wanted) -> Turn | None:
    """The last turn, if this is the very same (sent again after a lost answer)."""
    if any(entry.kind != BOT for entry in position.entries[wanted.number :]):
        return None
    if not is_stored(position=position, wanted=wanted):
        return None
    rows = Move.objects.filter(session=position.session, number__gte=wanted.number)
    entry, *replies = rows.order_by("number")
    return Turn(position, entry, tuple(replies), repeated=True)
