"""What a player has done so far, per game and level."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any

from django.db.models import Avg, Count, F, Q, Sum

from backend.play.models import Move, Player, Session
from backend.play.streaks import read_streak

Slot = tuple[str, str]


def describe_stats(player: Player, now: datetime) -> dict[str, Any]:
    """Sessions with at least one move; think times that can't be true are left out."""
    streak = read_streak(player, now)
    think = _mean_think(player)
    return {
        "streak": {"current": streak.current, "longest": streak.longest, "last": streak.last},
        "games": [{**row, "mean_think_ms": think[_slot(row)]} for row in _counts(player)],
    }


def _counts(player: Player) -> list[dict[str, Any]]:
    played = Session.objects.filter(player=player, move_count__gt=0)
    second = F("second_score")
    won = Q(seat="first", first_score__gt=second) | Q(seat="second", first_score__lt=second)
    rows = (
        played.values("puzzle__game", "puzzle__level")
        .annotate(
            played=Count("id"),
            solved=Count("id", filter=Q(status=Session.Status.SOLVED)),
            finished=Count("id", filter=Q(status=Session.Status.FINISHED)),
            won=Count("id", filter=Q(status=Session.Status.FINISHED) & won),
            stuck=Count("id", filter=Q(stuck_count__gt=0)),
            moves=Sum("move_count"),
            undos=Sum("undo_count"),
            hints=Sum("hint_count"),
        )
        .order_by("puzzle__game", "puzzle__level")
    )
    return [
        {**row, "game": row["puzzle__game"], "level": row["puzzle__level"] or None} for row in rows
    ]


def _mean_think(player: Player) -> dict[Slot, int | None]:
    rows = (
        Move.objects.filter(session__player=player, think_ms__isnull=False, odd="")
        .values_list("session__puzzle__game", "session__puzzle__level")
        .annotate(mean=Avg("think_ms"))
        .order_by()
    )
    means: dict[Slot, int | None] = defaultdict(lambda: None)
    means.update({(game, level): round(mean) for game, level, mean in rows})
    return means


def _slot(row: dict[str, Any]) -> Slot:
    return row["game"], row["level"] or ""
