"""Past daily puzzles, each with how its player stands with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings

from backend.play.models import Player, Session
from backend.puzzles import calendar
from backend.puzzles.levels import Slot, slots_by_day
from backend.puzzles.models import DailyPuzzle

BEST_FIRST = ("solved", "finished", "active", "abandoned")
DAY = timedelta(days=1)


def read_archive(
    *, player: Player, after: date | None, limit: int, now: datetime
) -> tuple[list[dict[str, Any]], date | None]:
    """Up to `limit` dates before `after`, newest first, and the date to go on after.

    Every date that has a daily set and has begun somewhere, also where nobody asked for its
    puzzles yet: those are made when they are asked for, and have no id before.
    """
    days = _dates(after, limit, now)
    made: dict[date, dict[Slot, DailyPuzzle]] = {day: {} for day in days}
    rows = DailyPuzzle.objects.filter(date__in=days).order_by("game", "level")
    for row in rows:
        made[row.date][row.game, row.level] = row
    best = _best_sessions(player, [row.puzzle_id for row in rows])
    slots = slots_by_day(made, now)
    results = [
        {
            "date": day.isoformat(),
            # A puzzle stays in the archive though its level is not in the sets any more.
            "puzzles": [
                _line(slot, there.get(slot), best) for slot in dict.fromkeys([*slots[day], *there])
            ],
        }
        for day, there in made.items()
    ]
    return results, days[-1] if days and days[-1] > settings.DAILY_FIRST_DATE else None


def _dates(after: date | None, limit: int, now: datetime) -> list[date]:
    first, newest = settings.DAILY_FIRST_DATE, calendar.newest_date(now)
    if after is not None:
        newest = min(newest, max(after, first) - DAY)
    return [newest - nth * DAY for nth in range(min(limit, (newest - first).days + 1))]


def _line(slot: Slot, row: DailyPuzzle | None, best: dict[Any, Session]) -> dict[str, Any]:
    game, level = slot
    session = best.get(row.puzzle_id) if row else None
    return {
        "game": game,
        "level": level,
        "puzzle": str(row.puzzle_id) if row else None,
        "status": session.status if session else "new",
        "session": str(session.id) if session else None,
    }


def _best_sessions(player: Player, puzzle_ids: Sequence[Any]) -> dict[Any, Session]:
    """For each puzzle the player's session that got furthest, the newest of equals."""
    rows = Session.objects.filter(player=player, puzzle__in=puzzle_ids).order_by("id")
    best: dict[Any, Session] = {}
    for row in rows:
        known = best.get(row.puzzle_id)
        if known is None or BEST_FIRST.index(row.status) <= BEST_FIRST.index(known.status):
            best[row.puzzle_id] = row
    return best
