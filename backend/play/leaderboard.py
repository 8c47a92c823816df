"""Who solved a daily puzzle with the fewest hints, in the fewest moves, then in the least time."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Rank

from backend.play.models import Finish, Player
from backend.puzzles.models import DailyPuzzle

SHOWN = 100
ORDER = ("hint_count", "move_count", "time_ms")
"""Hints come first: who asks for them is told short ways."""


def describe_leaderboard(daily: DailyPuzzle, player: Player | None) -> dict[str, Any]:
    """The first hundred, and the player's own line wherever it is. Equal lines share a rank."""
    rows = _ranked(daily)
    ranked = rows.annotate(rank=Window(Rank(), order_by=[F(name).asc() for name in ORDER]))
    first = list(ranked.select_related("player", "session").order_by(*ORDER, "id")[:SHOWN])
    entries = [_line(finish, finish.rank, player) for finish in first]
    return {
        "date": daily.date.isoformat(),
        "game": daily.game,
        "level": daily.level,
        "puzzle": str(daily.puzzle_id),
        "players": rows.count(),
        "entries": entries,
        "own": _own_line(daily, player) if player else None,
    }


def _ranked(daily: DailyPuzzle) -> QuerySet[Finish]:
    return Finish.objects.filter(puzzle=daily.puzzle_id, unranked="")


def _own_line(daily: DailyPuzzle, player: Player) -> dict[str, Any] | None:
    """The player's own line. It has its figures even where they are not compared."""
    rows = Finish.objects.filter(puzzle=daily.puzzle_id, player=player)
    own = rows.select_related("player", "session").first()
    if own is None:
        return None
    if own.unranked:
        return _line(own, None, player)
    better, equal = Q(), Q()
    for name in ORDER:
        value = getattr(own, name)
        better |= equal & Q(**{f"{name}__lt": value})
        equal &= Q(**{name: value})
    return _line(own, _ranked(daily).filter(better).count() + 1, player)


def _line(finish: Finish, rank: int | None, player: Player | None) -> dict[str, Any]:
    return {
        "id": str(finish.id),
        "rank": rank,
        "unranked": finish.unranked or None,
        "name": finish.player.name or None,
        "own": player is not None and finish.player_id == player.id,
        "move_count": finish.move_count,
        "time_ms": finish.time_ms,
        "paused_ms": finish.session.hidden_ms,
        "undo_count": finish.undo_count,
        "hint_count": finish.hint_count,
    }
