"""A puzzle solved by a player for the first time."""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone

from backend.play.models import Finish, Move, Session
from backend.play.timing import TOO_LONG


def record_finish(*, session: Session) -> None:
    """Write that the session's player solved its puzzle, unless that is written already.

    Two people on one device are nobody's finish. To be called with the session just solved.
    """
    if session.player_id is None or session.mode == Session.Mode.HOTSEAT:
        return
    finish = Finish(
        player_id=session.player_id,
        puzzle_id=session.puzzle_id,
        session=session,
        move_count=session.move_count,
        undo_count=session.undo_count,
        hint_count=session.hint_count,
        time_ms=session.time_ms or 0,
        implausible=why_implausible(session=session),
        finished_at=session.finished_at or timezone.now(),
    )
    Finish.objects.bulk_create([finish], ignore_conflicts=True)


def why_implausible(*, session: Session) -> str:
    """Why the session's time can't be compared with others'; empty if it can."""
    if session.odd_count and Move.objects.filter(session=session, odd=TOO_LONG).exists():
        return Finish.Implausible.ODD_TIMES.value
    gaps = session.move_count + session.undo_count + session.hint_count - 1
    if (session.time_ms or 0) < gaps * settings.FASTEST_MOVE_MS:
        return Finish.Implausible.TOO_FAST.value
    return ""
