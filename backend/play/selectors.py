"""Reads of sessions and their histories, and how they are shown to their player."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from backend.common.rows import columns_of, read_values, row_of
from backend.play.history import Entry, Standing, replay_line
from backend.play.models import WRONG, Move, Player, Session, WrongTry
from backend.play.seats import to_move
from backend.puzzles.boards import keep_puzzle, load_board
from engines import Game, Outcome

POSITION = f"""
SELECT {columns_of(Session)}, (
  SELECT json_agg(json_build_array(number, kind, payload) ORDER BY number)::text
  FROM play_move WHERE session_id = play_session.id
) FROM play_session WHERE id = %s AND player_id = %s
"""


@dataclass(frozen=True, slots=True)
class Position:
    """A session with its board as it stands, and the history that led there.

    `entries` are the whole history, `line` the moves of it that stand.
    """

    session: Session
    game: Game
    entries: tuple[Entry, ...]
    line: tuple[Standing, ...]
    state: Any

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome(self.state)


def list_sessions(*, player: Player, status: str | None = None) -> QuerySet[Session]:
    rows = Session.objects.filter(player=player).select_related("puzzle")
    return rows.filter(status=status) if status else rows


def find_session(*, player: Player, session_id: UUID) -> Session | None:
    """The player's own session; another player's is not there at all."""
    return list_sessions(player=player).filter(pk=session_id).first()


def list_history(*, session: Session) -> QuerySet[Move]:
    return Move.objects.filter(session=session)


def list_wrong(*, session: Session, after: int = 0, until: int | None = None) -> QuerySet[WrongTry]:
    """What the player tried and the rules refused, in that order; of these numbers."""
    rows = WrongTry.objects.filter(session=session, number__gt=after).order_by("number", "id")
    return rows if until is None else rows.filter(number__lte=until)


def with_wrong(entries: Iterable[Move], wrong: Iterable[WrongTry]) -> list[Move | WrongTry]:
    """Both in one list: what was tried at a number, then the entry that took it."""
    return sorted([*wrong, *entries], key=lambda row: row.number)


def read_position(session: Session, entries: tuple[Entry, ...] | None = None) -> Position:
    """Where the session stands: its history, read here unless it is given, replayed."""
    if entries is None:
        rows = list_history(session=session).order_by("number")
        entries = tuple(Entry(*row) for row in rows.values_list("number", "kind", "payload"))
    game, board = load_board(session.puzzle)
    line, state = replay_line(game, board, entries)
    return Position(session, game, entries, tuple(line), state)


def find_position(*, player: Player, session_id: UUID) -> Position | None:
    """Where the player's own session stands: it and its history in one trip."""
    found = read_values(POSITION, [session_id, player.pk])
    if found is None:
        return None
    *values, history = found
    session = row_of(Session, values)
    session.puzzle = keep_puzzle(session.puzzle_id)
    return read_position(session, tuple(Entry(*row) for row in json.loads(history or "[]")))


def describe_summary(session: Session) -> dict[str, Any]:
    puzzle = session.puzzle
    return {
        "id": str(session.id),
        "puzzle": str(puzzle.id),
        "game": puzzle.game,
        "version": puzzle.version,
        "level": puzzle.level or None,
        "mode": session.mode or None,
        "seat": session.seat or None,
        "bot": session.bot or None,
        "client": session.client or None,
        "scores": None if session.scores is None else list(session.scores),
        "winner": session.winner,
        "status": session.status,
        "stuck": session.stuck,
        "number": session.next_number,
        "move_count": session.move_count,
        "undo_count": session.undo_count,
        "hint_count": session.hint_count,
        "bot_count": session.bot_count,
        "started_at": session.started_at,
        "finished_at": session.finished_at,
    }


def describe_position(position: Position) -> dict[str, Any]:
    """The summary and the board: what is stuck and why, what may be done next."""
    session, game, outcome = position.session, position.game, position.outcome
    legal = game.legal_moves(position.state) if session.is_active else ()
    return {
        **describe_summary(session),
        "stuck_at": stuck_at(position),
        "message": outcome.message,
        "to_move": to_move(game, position.state) if session.mode and session.is_active else None,
        "view": game.view(position.state),
        "legal_moves": [game.dump_move(move) for move in legal],
    }


def stuck_at(position: Position) -> list[str]:
    """The loci without a way on; in a game for two, which is over then, that of the last move."""
    outcome = position.outcome
    if outcome.loci or outcome.status != "stuck" or not position.line:
        return list(outcome.loci)
    game, last = position.game, position.line[-1]
    return [game.locus(last.before, game.parse_move(last.entry.payload))]


def describe_entry(entry: Move) -> dict[str, Any]:
    return {
        "number": entry.number,
        "kind": entry.kind,
        "payload": entry.payload,
        "locus": entry.locus or None,
        "think_ms": entry.think_ms,
        "hidden_ms": entry.hidden_ms,
        "client_time": entry.client_time,
        "legal_count": entry.legal_count,
        "outcome": entry.outcome,
        "created_at": entry.created_at,
    }


def describe_wrong(tried: WrongTry) -> dict[str, Any]:
    """As an entry, but that it has no legal count and no outcome, and a reason besides."""
    return {
        "number": tried.number,
        "kind": WRONG,
        "payload": tried.payload,
        "locus": tried.locus or None,
        "think_ms": tried.think_ms,
        "hidden_ms": tried.hidden_ms,
        "client_time": tried.client_time,
        "legal_count": None,
        "outcome": None,
        "created_at": tried.created_at,
        "reason": tried.reason,
    }


def describe_line(row: Move | WrongTry) -> dict[str, Any]:
    return describe_entry(row) if isinstance(row, Move) else describe_wrong(row)
