"""A puzzle solved by a player for the first time."""

from __future__ import annotations

from django.conf import settings
from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from backend.play.models import Finish, Move, Session
from backend.play.timing import TOO_LONG


def record_finish(*, session: Session) -> None:
    """Write that the session's player solved its puzzle, unless that is written already.

    Two people on one device are nobody's finish. To be called with the session just solved.
    """
    if session.player_id is None or session.mode == Session.Mode.HOTSEAT:
        return
    before = _other_sessions(session).aggregate(
        sessions=Count("pk"), undos=Sum("undo_count", default=0), hints=Sum("hint_count", default=0)
    )
    finish = Finish(
        player_id=session.player_id,
        puzzle_id=session.puzzle_id,
        session=session,
        move_count=session.move_count,
        undo_count=session.undo_count + before["undos"],
        hint_count=session.hint_count + before["hints"],
        time_ms=session.time_ms or 0,
        unranked=Finish.Unranked.REPLAYED if before["sessions"] else _why_odd(session),
        finished_at=session.finished_at or timezone.now(),
    )
    Finish.objects.bulk_create([finish], ignore_conflicts=True)


def _other_sessions(session: Session) -> QuerySet[Session]:
    """The player's other sessions of this very board in which anything happened.

    The board may belong to other puzzles too: small boards come again by chance. A session that
    was begun and left at once taught nothing; one that goes on beside this one may be the place
    to try things out.
    """
    puzzle = session.puzzle
    rows = Session.objects.filter(
        Q(move_count__gt=0) | Q(hint_count__gt=0),
        player=session.player_id,
        puzzle__game=puzzle.game,
        puzzle__rules_key=puzzle.rules_key,
        puzzle__board=puzzle.board,
    )
    return rows.exclude(pk=session.pk)


def _why_odd(session: Session) -> str:
    """Why the session's time can't be compared with others'; empty if it can."""
    if session.odd_count and Move.objects.filter(session=session, odd=TOO_LONG).exists():
        return Finish.Unranked.ODD_TIMES.value
    gaps = session.move_count + session.undo_count + session.hint_count - 1
    if (session.time_ms or 0) < gaps * settings.FASTEST_MOVE_MS:
        return Finish.Unranked.TOO_FAST.value
    return ""
