"""Sessions begin, and may be given up."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from rest_framework.exceptions import NotAuthenticated

from backend.common.problems import Conflict, NotAllowed, NotFound
from backend.play.models import Player, Session
from backend.play.selectors import Position, describe_position, read_position
from backend.puzzles.selectors import find_puzzle
from engines import Fault


@transaction.atomic
def start_session(*, player: Player, puzzle_id: UUID) -> Position:
    """A new session of the puzzle. Raises `NotAllowed` when there is no such puzzle."""
    puzzle = find_puzzle(puzzle_id)
    if puzzle is None:
        message = f"There is no puzzle {puzzle_id}."
        raise NotAllowed(message, code="unknown_puzzle", faults=[Fault("/puzzle", message)])
    # Shuts the gap between recognising a player and pointing at it: it may be erased meanwhile.
    if not Player.objects.select_for_update(no_key=True).filter(pk=player.pk).exists():
        raise NotAuthenticated("This player was just erased.")
    return read_position(Session.objects.create(player=player, puzzle=puzzle))


@transaction.atomic
def abandon_session(*, player: Player, session_id: UUID) -> Position:
    """Give a session up. Doing so twice is doing so once; a solved one is `Conflict`."""
    position = lock_position(player=player, session_id=session_id)
    session = position.session
    if session.status == Session.Status.SOLVED:
        raise finished(position=position)
    if session.is_active:
        finish(session=session, status=Session.Status.ABANDONED)
        session.save(update_fields=["status", "finished_at"])
    return position


def lock_position(*, player: Player, session_id: UUID) -> Position:
    """The player's session, locked until the transaction ends, and where it stands.

    All turns of a session queue up at this lock, so each sees what the one before it wrote.
    """
    rows = Session.objects.select_for_update(of=("self",), no_key=True).select_related("puzzle")
    session = rows.filter(pk=session_id, player=player).first()
    if session is None:
        raise NotFound(f"You have no session {session_id}.")
    return read_position(session)


def finish(*, session: Session, status: Session.Status) -> None:
    """Sets, not saves. The clock of two machines may differ; the order of times may not."""
    session.status = status
    session.finished_at = max(timezone.now(), session.started_at)


def finished(*, position: Position) -> Conflict:
    return Conflict(
        f"This session is {position.session.status}.",
        code="finished",
        session=describe_position(position),
    )
