"""Stored sessions as the format has them, by pseudonyms that are good for one export."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from backend.play.history import BOT, UNDO
from backend.play.models import WRONG, Move, Session, WrongTry
from backend.playtests.exchange.shapes import FORMAT

LETTERS = 20
"""80 bits of a pseudonym: no two alike among a billion."""


def pseudonym(key: bytes, kind: str, pk: UUID | None) -> str | None:
    """A name that nobody without the key can lead back, nor match with another export's."""
    if pk is None:
        return None
    return hmac.new(key, f"{kind}:{pk}".encode(), hashlib.sha256).hexdigest()[:LETTERS]


def tell_session(
    session: Session, history: Sequence[Move | WrongTry], *, key: bytes, synthetic: bool
) -> dict[str, Any]:
    """The session as a line of JSON; what has no value is left out."""
    puzzle = session.puzzle
    told = {
        "format": FORMAT,
        "session": pseudonym(key, "session", session.pk),
        "player": pseudonym(key, "player", session.player_id),
        "game": puzzle.game,
        "game_version": puzzle.version,
        "rules": puzzle.rules,
        "board": puzzle.board,
        "level": puzzle.level,
        "difficulty": puzzle.difficulty if puzzle.level else None,
        "mode": session.mode,
        "seat": session.seat,
        "bot": session.bot,
        "client": session.client,
        "synthetic": synthetic or None,
        "started_at": _moment(session.started_at),
        "ended": "" if session.is_active else session.status,
        "ended_at": _moment(session.finished_at),
    }
    entries = [_tell_entry(one) if isinstance(one, Move) else _tell_wrong(one) for one in history]
    return {**_filled(told), "entries": entries}


def _tell_entry(move: Move) -> dict[str, Any]:
    """One entry. Its locus is told for who reads the file without the rules; the rest is not."""
    told = {
        "number": move.number,
        "kind": move.kind,
        "payload": None if move.kind == UNDO else move.payload,
        "think_ms": None if move.kind == BOT else move.think_ms,
        "hidden_ms": None if move.kind == BOT else move.hidden_ms,
        "client_time": _moment(move.client_time),
        "at": _moment(move.created_at),
        "locus": move.locus,
        "legal_count": move.legal_count,
        "outcome": move.outcome,
    }
    return _filled(told)


def _tell_wrong(tried: WrongTry) -> dict[str, Any]:
    told = {
        "number": tried.number,
        "kind": WRONG,
        "payload": tried.payload,
        "think_ms": tried.think_ms,
        "hidden_ms": tried.hidden_ms,
        "client_time": _moment(tried.client_time),
        "at": _moment(tried.created_at),
        "locus": tried.locus,
        "reason": tried.reason,
    }
    return _filled(told)


def _filled(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if value not in (None, "")}


def _moment(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
