"""Turns without a lock where that goes well, and with one where it doesn't.

A turn is thought about while nothing is locked, and stored by one statement, which does nothing
if the session has gone on meanwhile. Such a turn, and one that is refused, is judged again with
the session locked: so what a player is told is how things stand after all that came before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction

from backend.common.problems import Problem
from backend.play.models import Player, Session
from engines import EngineError

T = TypeVar("T")


class Overtaken(Exception):
    """The session has gone on since it was read."""


def lock_session(*, player: Player, session_id: UUID) -> None:
    """Until the transaction ends, others wait here. What is read from now on is the newest.

    Nothing happens if the player has no such session.
    """
    rows = Session.objects.select_for_update(no_key=True).filter(pk=session_id, player=player)
    rows.only("pk").first()


def locked_if_refused(service: Callable[..., T]) -> Callable[..., T]:
    """Has a service of a player's session begin anew with that locked if it raises anything."""

    @wraps(service)
    def twice(*, player: Player, session_id: UUID, **given: Any) -> T:
        try:
            return service(player=player, session_id=session_id, **given)
        except (Overtaken, Problem, EngineError):
            with transaction.atomic():
                lock_session(player=player, session_id=session_id)
                return service(player=player, session_id=session_id, **given)

    return twice
