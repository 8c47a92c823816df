"""What was read of puzzles, by the sums that are kept of it: no reading is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from backend.playtests.models import ReadingSum
from backend.playtests.selectors.filters import Who
from backend.puzzles.models import Puzzle
from engines import Game

PEOPLE, SYNTHETIC = (Q(reading_sums__is_synthetic=synthetic) for synthetic in (False, True))


def count_readings(puzzles: QuerySet[Any]) -> QuerySet[Any]:
    """Puzzles that were played, each with `people_count` of readings, `stuck_count` of these, and

    `synthetic_count`.
    """

    def total(name: str, which: Q | None) -> Coalesce:
        return Coalesce(Sum(f"reading_sums__{name}", filter=which), 0)

    counted: QuerySet[Any] = puzzles.annotate(
        people_count=total("sessions", PEOPLE),
        stuck_count=total("stuck", PEOPLE),
        synthetic_count=total("sessions", SYNTHETIC),
    )
    return counted.filter(Q(people_count__gt=0) | Q(synthetic_count__gt=0))


def list_rules(game: Game, who: Who) -> list[tuple[str, dict[str, Any]]]:
    """(key, rules) of what was played of a game as it is now, those played most first.

    Two queries.
    """
    sums = (
        ReadingSum.objects.filter(
            puzzle__game=game.slug,
            puzzle__version=game.version,
            is_synthetic=who == "synthetic",
        )
        .values_list("puzzle__rules_key")
        .annotate(read=Sum("sessions"))
        .filter(read__gt=0)
        .order_by("-read", "puzzle__rules_key")
    )
    keys = [key for key, _ in sums]
    rules = dict(
        Puzzle.objects.filter(game=game.slug, rules_key__in=keys)
        .order_by("rules_key", "id")
        .distinct("rules_key")
        .values_list("rules_key", "rules")
    )
    return [(key, rules[key]) for key in keys]


def count_changes(games: Mapping[str, Game]) -> dict[tuple[str, bool], str]:
    """By game and whether synthetic: a text that stays the same as long as all that a fit is made

    from does, of the games as they are now; only where something was read. Two queries.
    """
    found: dict[tuple[str, bool], str] = {}
    now = Q()
    for game in games.values():
        now |= Q(puzzle__game=game.slug, puzzle__version=game.version)
    if not now:
        return found
    for synthetic in (False, True):
        concerned = Q(is_synthetic=synthetic) | Q(is_synthetic=None)
        rows = (
            ReadingSum.objects.filter(now, concerned)
            .order_by()
            .values_list("puzzle__game")
            .annotate(
                read=Sum("sessions"),
                puzzles=Count("puzzle", distinct=True),
                all_changes=Sum("changes"),
            )
        )
        for slug, read, puzzles, changes in rows:
            if read:
                found[slug, synthetic] = f"v{games[slug].version} {puzzles} {changes}"
    return found
