"""All that is kept of a player, as one JSON document, written piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rest_framework.utils.encoders import JSONEncoder

from backend.play.models import Player, Session
from backend.play.selectors import (
    describe_line,
    describe_summary,
    list_history,
    list_sessions,
    list_wrong,
    with_wrong,
)

AT_ONCE = 50

more: dict[str, Callable[[Player], list[dict[str, Any]]]] = {}
"""What other apps keep of a player, by the name of its member. They put it here when they start."""


def export_player(player: Player) -> Iterator[str]:
    """Pieces of ``{"player": …, "sessions": [{…, "history": […]}, …], …}``.

    A session at a time, so that a long life fits into memory.
    """
    encode = JSONEncoder().encode
    yield f'{{"player": {encode(describe_player(player))}, "sessions": ['
    last, comma = None, ""
    while True:
        rows = list_sessions(player=player).order_by("id")
        page = list((rows if last is None else rows.filter(id__gt=last))[:AT_ONCE])
        for session in page:
            yield comma + encode(_session(session))
            comma = ", "
        if len(page) < AT_ONCE:
            break
        last = page[-1].id
    yield "]"
    for name, tell in more.items():
        yield f', "{name}": {encode(tell(player))}'
    yield "}"


def describe_player(player: Player) -> dict[str, Any]:
    return {
        "id": str(player.id),
        "name": player.name or None,
        "created_at": player.created_at,
        "last_seen": player.last_seen,
    }


def _session(session: Session) -> dict[str, Any]:
    entries = list_history(session=session).order_by("number")
    lines = with_wrong(entries, list_wrong(session=session))
    history = [{**describe_line(line), "odd": line.odd or None} for line in lines]
    return {**describe_summary(session), "history": history}
