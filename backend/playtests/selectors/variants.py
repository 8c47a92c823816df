"""A game's rule variants beside each other: sums made by the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce

from backend.playtests.selectors.filters import Filters, readings
from backend.playtests.statistics.survival import Wait
from backend.puzzles.models import Puzzle


@dataclass(frozen=True, slots=True)
class VariantSum:
    """Of the puzzles of one set of rules: sessions, those of them that …, and timed moves."""

    rules_key: str
    rules: dict[str, Any]
    puzzles: int
    sessions: int
    stalled: int
    stuck: int
    recovered: int
    solved: int
    gave_up: int
    tried_wrong: int
    timed: int
    stalls: int


def sum_variants(game: str, filters: Filters) -> list[VariantSum]:
    """One for each set of rules that was played, those played most first. Two queries."""
    rows = list(
        readings(filters, game=game)
        .values("rules_key")
        .annotate(
            puzzles=Count("puzzle", distinct=True),
            sessions=Count("pk"),
            stalled=Count("pk", filter=Q(first_stall__isnull=False)),
            stuck=Count("pk", filter=Q(first_stuck__isnull=False)),
            recovered_sessions=Count("pk", filter=Q(recovered=True)),
            solved=Count("pk", filter=Q(ending="solved")),
            gave_up=Count("pk", filter=Q(ending="gave_up")),
            tried_wrong=Count("pk", filter=Q(wrong_count__gt=0)),
            all_timed=Sum("timed"),
            all_stalls=Sum("stalls"),
        )
        .order_by("-sessions", "rules_key")
    )
    keys = [row["rules_key"] for row in rows]
    rules = dict(
        Puzzle.objects.filter(game=game, rules_key__in=keys)
        .order_by("rules_key", "id")
        .distinct("rules_key")
        .values_list("rules_key", "rules")
    )
    return [
        VariantSum(
            rules_key=row["rules_key"],
            rules=rules[row["rules_key"]],
            puzzles=row["puzzles"],
            sessions=row["sessions"],
            stalled=row["stalled"],
            stuck=row["stuck"],
            recovered=row["recovered_sessions"],
            solved=row["solved"],
            gave_up=row["gave_up"],
            tried_wrong=row["tried_wrong"],
            timed=row["all_timed"],
            stalls=row["all_stalls"],
        )
        for row in rows
    ]


def list_waits(game: str, filters: Filters, rules_keys: Sequence[str]) -> list[list[Wait]]:
    """For each of these variants: until which move its sessions went without a stall. One query,

    whose rows are counts. Sessions without a timed move are not among them.
    """
    rows = (
        readings(filters, game=game, rules_key__in=rules_keys, timed__gt=0)
        .values("rules_key", wait=Coalesce("first_stall", "moves"), came=Q(first_stall__gt=0))
        .annotate(sessions=Count("pk"))
        .order_by("rules_key", "wait")
    )
    found: dict[str, list[Wait]] = {key: [] for key in rules_keys}
    for row in rows:
        found[row["rules_key"]] += [(row["wait"], bool(row["came"]))] * row["sessions"]
    return list(found.values())
