"""Who solved a daily puzzle in the fewest moves, and then in the least time."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Rank

from backend.play.models import Finish, Player
from backend.puzzles.models import DailyPuzzle

SHOWN = 100


def describe_leaderboard(daily: DailyPuzzle, player: Player | None) -> dict[str, Any]:
    """The first hundred, and the player's own line wherever it is. Equal lines share a rank."""
    rows = _comparable(daily)
    ranked = rows.annotate(
        rank=Window(Rank(), order_by=[F("move_count").asc(), F("time_ms").asc()])
    )
    first = list(
        ranked.select_related("player", "session").order_by("move_count", "time_ms", "id")[:SHOWN]
    )
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


def _comparable(daily: DailyPuzzle) -> QuerySet[Finish]:
    return Finish.objects.filter(puzzle=daily.puzzle_id, implausible="")


def _own_line(daily: DailyPuzzle, player: Player) -> dict[str, Any] | None:
    """The player's own line. It is told its figures even where they are not compared."""
    rows = Finish.objects.filter(puzzle=daily.puzzle_id, player=player)
    own = rows.select_related("player", "session").first()
    if own is None:
        return None
    if own.implausible:
        return _line(own, None, player)
    better = Q(move_count__lt=own.move_count) | Q(
        move_count=own.move_count, time_ms__lt=own.time_ms
    )
    return _line(own, _comparable(daily).filter(better).count() + 1, player)


def _line(finish: Finish, rank: int | None, player: Player | None) -> dict[str, Any]:
    return {
        "id": str(finish.id),
        "rank": rank,
        "name": finish.player.name or None,
        "own": player is not None and finish.player_id == player.id,
        "move_count": finish.move_count,
        "time_ms": finish.time_ms,
        "paused_ms": finish.session.hidden_ms,
        "undo_count": finish.undo_count,
        "hint_count": finish.hint_count,
    }
