"""Past daily puzzles, each with how its player stands with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from backend.play.models import Player, Session
from backend.puzzles import calendar
from backend.puzzles.models import DailyPuzzle

BEST_FIRST = ("solved", "finished", "active", "abandoned")


def read_archive(
    *, player: Player, after: date | None, limit: int, now: datetime
) -> tuple[list[dict[str, Any]], date | None]:
    """Up to `limit` dates before `after`, newest first, and the date to go on after.

    Only dates that have begun somewhere, and puzzles that were made.
    """
    begun = DailyPuzzle.objects.filter(date__lte=calendar.newest_date(now))
    rows = begun if after is None else begun.filter(date__lt=after)
    dates = list(rows.order_by("-date").values_list("date", flat=True).distinct()[: limit + 1])
    shown, last = dates[:limit], dates[limit - 1] if len(dates) > limit else None
    found = DailyPuzzle.objects.filter(date__in=shown).order_by("game", "level", "id")
    best = _best_sessions(player, [row.puzzle_id for row in found])
    days: dict[date, list[dict[str, Any]]] = {day: [] for day in shown}
    for row in found:
        session = best.get(row.puzzle_id)
        days[row.date].append(
            {
                "game": row.game,
                "level": row.level,
                "puzzle": str(row.puzzle_id),
                "status": session.status if session else "new",
                "session": str(session.id) if session else None,
            }
        )
    results = [{"date": day.isoformat(), "puzzles": puzzles} for day, puzzles in days.items()]
    return results, last


def _best_sessions(player: Player, puzzle_ids: Sequence[Any]) -> dict[Any, Session]:
    """For each puzzle the player's session that got furthest, the newest of equals."""
    rows = Session.objects.filter(player=player, puzzle__in=puzzle_ids).order_by("id")
    best: dict[Any, Session] = {}
    for row in rows:
        known = best.get(row.puzzle_id)
        if known is None or BEST_FIRST.index(row.status) <= BEST_FIRST.index(known.status):
            best[row.puzzle_id] = row
    return best
