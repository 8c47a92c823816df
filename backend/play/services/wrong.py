"""Moves that the rules refused are remembered, for whoever asks where rules are misunderstood.

They are written after the refusal, apart from the turn: nobody's turn waits for them, and what
goes wrong here changes nothing of what the player is told.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import structlog
from django.db import transaction

from backend.common.problems import NotAllowed
from backend.play.models import MAX_WRONG, Session, WrongTry
from backend.play.models.wrong import MAX_LOCUS, MAX_REASON
from backend.play.selectors import Position
from backend.play.timing import Clock, Timing
from engines import Fault, IllegalMove

MAX_PAYLOAD = 1_000
"""Characters: no sensible move is nearly as long, and an index must hold it."""

log = structlog.get_logger(__name__)


class WrongMove(NotAllowed):
    """The rules refuse a move: `tried` says what it was, and is not stored."""

    def __init__(self, error: IllegalMove, tried: WrongTry) -> None:
        super().__init__(
            str(error),
            code=error.code,
            faults=[Fault("/move", str(error))],
            legal=error.legal,
            locus=error.locus,
        )
        self.tried = tried


def wrong_try(
    *, position: Position, move: Any, error: IllegalMove, timing: Timing, clock: Clock
) -> WrongTry:
    """What is kept of a move that was refused in this position; it is not stored here."""
    return WrongTry(
        session=position.session,
        number=position.session.next_number,
        payload=position.game.dump_move(move),
        locus=(error.locus or "")[:MAX_LOCUS],
        reason=str(error)[:MAX_REASON],
        think_ms=timing.think_ms,
        hidden_ms=timing.hidden_ms,
        client_time=timing.client_time,
        odd=clock.odd(timing),
        created_at=clock.now,
    )


def keep_wrong_try(*, tried: WrongTry) -> None:
    """Store it. Never raises: if that fails, the log tells."""
    try:
        keep_wrong_tries(session_id=tried.session_id, tries=[tried])
    except Exception:
        log.exception("wrong_try_not_kept", session=str(tried.session_id))


@transaction.atomic
def keep_wrong_tries(*, session_id: UUID, tries: Sequence[WrongTry]) -> None:
    """Store those that are new, up to as many as a session may have."""
    # Whoever adds to the same session waits here, so that the bound holds.
    locked = Session.objects.select_for_update(no_key=True).filter(pk=session_id)
    if not locked.values_list("pk").first():
        return
    room = MAX_WRONG - WrongTry.objects.filter(session=session_id).count()
    kept = [one for one in tries if len(json.dumps(one.payload)) <= MAX_PAYLOAD]
    WrongTry.objects.bulk_create(kept[: max(room, 0)], ignore_conflicts=True)
