"""Writing a session's history: entries are made one by one and stored together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from psycopg.types.json import Jsonb

from backend.common.rows import prepared_cursor
from backend.play.history import BOT, PLAYED, UNDO, Entry, Standing
from backend.play.locking import Overtaken
from backend.play.models import Move, Session
from backend.play.selectors import Position
from backend.play.services.finishes import record_finish
from backend.play.timing import MS, Clock, Timing
from engines import Outcome

CHANGED = [
    "status",
    "stuck",
    "finished_at",
    "move_count",
    "undo_count",
    "hint_count",
    "bot_count",
    "stuck_count",
    "odd_count",
    "hidden_ms",
    "owed_ms",
    "stood_ms",
    "first_move_at",
    "last_entry_at",
    "last_client_time",
    "first_score",
    "second_score",
]
MOVE_FIELDS: list[Any] = [
    *(field for field in Move._meta.concrete_fields if field.name not in ("id", "payload")),
    Move._meta.get_field("payload"),
]
session_values = attrgetter(*CHANGED)
move_values = attrgetter(*[field.attname for field in MOVE_FIELDS[:-1]])


def start_clock(*, session: Session, now: datetime | None = None) -> Clock:
    """The time of one request that adds to this session; it is now unless told."""
    now, since = now or timezone.now(), session.last_entry_at or session.started_at
    return Clock(
        now=now,
        since=since,
        client_time=session.last_client_time,
        tolerance=settings.THINK_TOLERANCE_MS * MS,
        owed=session.owed_ms * MS,
        room=timedelta(0) if session.first_move_at is None else now - since,
        stood=session.stood_ms * MS,
    )


def add_entry(
    *,
    position: Position,
    clock: Clock,
    kind: str,
    payload: Any,
    locus: str,
    after: Any,
    timing: Timing | None = None,
) -> tuple[Position, Move]:
    """The next entry and the position after it. Nothing is stored yet, the session neither."""
    session, game = position.session, position.game
    outcome, told = game.outcome(after), timing or Timing()
    move = Move(
        session=session,
        number=session.next_number,
        kind=kind,
        payload=payload,
        locus=locus,
        think_ms=told.think_ms,
        hidden_ms=told.hidden_ms,
        client_time=told.client_time,
        odd=clock.odd(told),
        legal_count=len(game.legal_moves(position.state)),
        outcome=outcome.status,
        created_at=clock.now,
    )
    _count(session, move, clock.pause(told))
    session.owed_ms = clock.owing_ms()
    settle(session=session, outcome=outcome)
    entry = Entry(move.number, kind, payload)
    line = position.line
    if kind in PLAYED:
        line = (*line, Standing(entry, position.state))
    elif kind == UNDO:
        line = line[: own_move(position=position)]
    entries = (*position.entries, entry)
    return replace(position, entries=entries, line=line, state=after), move


def _count(session: Session, move: Move, paused_ms: int) -> None:
    count = f"{move.kind}_count"
    setattr(session, count, getattr(session, count) + 1)
    session.stuck_count += move.outcome == Move.Outcome.STUCK and not session.stuck
    session.odd_count += bool(move.odd)
    if session.first_move_at is not None:
        session.hidden_ms += paused_ms
    elif move.kind == Move.Kind.MOVE:
        session.first_move_at = move.created_at
    passed = move.created_at - (session.last_entry_at or session.started_at)
    stands = move.kind == Move.Kind.HINT
    session.stood_ms = max(0, session.stood_ms + passed // MS) if stands else 0
    session.last_entry_at = move.created_at
    session.last_client_time = move.client_time or session.last_client_time


def own_move(*, position: Position) -> int | None:
    """Where in the line the player's last move stands that is not undone; None if none does."""
    places = range(len(position.line) - 1, -1, -1)
    return next((place for place in places if position.line[place].entry.kind != BOT), None)


def settle(*, session: Session, outcome: Outcome) -> None:
    """What the board's outcome makes of the session. Sets, not saves."""
    session.stuck = outcome.status == "stuck"
    if session.mode:
        session.first_score, session.second_score = outcome.scores or (0, 0)
    if outcome.status in ("solved", "finished"):
        finish(session=session, status=Session.Status(outcome.status))


def finish(*, session: Session, status: Session.Status) -> None:
    """Sets, not saves. The clock of two machines may differ; the order of times may not."""
    session.status = status
    session.finished_at = max(timezone.now(), session.started_at)


def store(*, session: Session, moves: Sequence[Move]) -> None:
    """Write new entries and what they have made of the session. A puzzle solved is a finish too.

    Raises `Overtaken` if the session has gone on meanwhile, or isn't this player's any more.
    """
    if session.status != Session.Status.SOLVED:
        _write(session, moves)
        return
    with transaction.atomic():
        _write(session, moves)
        record_finish(session=session)


def _write(session: Session, moves: Sequence[Move]) -> None:
    values = [*session_values(session), session.pk, session.player_id]
    values.append(session.next_number - len(moves))
    for move in moves:
        values += [*move_values(move), Jsonb(move.payload)]
    with prepared_cursor() as cursor:
        cursor.execute(_statement(len(moves)), values)
        if cursor.rowcount != len(moves):
            raise Overtaken


@lru_cache(maxsize=16)
def _statement(count: int) -> str:
    """Postgres has it wait for another's that is under way, and then look again."""
    names = ", ".join(field.column for field in MOVE_FIELDS)
    # A type without its length cuts nothing off: what is too long stays an error.
    types = ", ".join(f"%s::{field.db_type(connection).partition('(')[0]}" for field in MOVE_FIELDS)
    more = f", ({', '.join(['%s'] * len(MOVE_FIELDS))})" * (count - 1)
    return (
        f"WITH changed AS (UPDATE play_session SET {' = %s, '.join(CHANGED)} = %s "
        "WHERE id = %s AND player_id = %s AND status = 'active' "
        "AND move_count + undo_count + hint_count + bot_count + 1 = %s RETURNING id) "
        f"INSERT INTO play_move ({names}) SELECT row.* FROM changed, "
        f"(VALUES ({types}){more}) AS row"
    )
