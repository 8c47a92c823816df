"""A game's rule variants beside each other: sums made by the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.db import connection
from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce

from backend.playtests.selectors.filters import Filters, readings
from backend.puzzles.models import Puzzle
from backend.statistics.clusters import Clustered, Shared
from backend.statistics.survival import Wait

COUNTED = {
    "sessions": Count("pk"),
    "timed_sessions": Count("pk", filter=Q(timed__gt=0)),
    "stalled": Count("pk", filter=Q(first_stall__isnull=False)),
    "stuck": Count("pk", filter=Q(first_stuck__isnull=False)),
    "recovered_sessions": Count("pk", filter=Q(recovered=True)),
    "solved": Count("pk", filter=Q(ending="solved")),
    "gave_up": Count("pk", filter=Q(ending="gave_up")),
    "tried_wrong": Count("pk", filter=Q(wrong_count__gt=0)),
}

SHARES = {
    "stuck": "sessions",
    "stalled": "timed_sessions",
    "tried_wrong": "sessions",
    "solved": "sessions",
    "gave_up": "sessions",
    "recovered": "stuck",
}
"""What is told as a share, and of what: nobody knows of sessions without a timed move whether they

stalled.
"""


@dataclass(frozen=True, slots=True)
class VariantSum:
    """Of the puzzles of one set of rules: sessions, those of them that …, and timed moves.

    `timed_sessions` have a timed move.
    """

    rules_key: str
    rules: dict[str, Any]
    puzzles: int
    sessions: int
    timed_sessions: int
    stalled: int
    stuck: int
    recovered: int
    solved: int
    gave_up: int
    tried_wrong: int
    timed: int
    stalls: int


def sum_variants(game: str, filters: Filters) -> list[VariantSum]:
    """One for each set of rules that was played, those played most first. Two queries.

    Puzzles are summed first: to count distinct ones, Postgres would sort all readings.
    """
    rows = (
        readings(filters, game=game)
        .values_list("rules_key", "puzzle")
        .annotate(**COUNTED, all_timed=Sum("timed"), all_stalls=Sum("stalls"))
        .order_by()
    )
    found: dict[str, list[int]] = {}
    for key, _, *counts in rows:
        before = found.get(key, [0] * (len(counts) + 1))
        found[key] = [a + b for a, b in zip(before, (1, *counts), strict=True)]
    rules = dict(
        Puzzle.objects.filter(game=game, rules_key__in=list(found))
        .order_by("rules_key", "id")
        .distinct("rules_key")
        .values_list("rules_key", "rules")
    )
    sums = [_variant(key, rules[key], counts) for key, counts in found.items()]
    return sorted(sums, key=lambda one: (-one.sessions, one.rules_key))


def _variant(key: str, rules: dict[str, Any], counts: Sequence[int]) -> VariantSum:
    puzzles, sessions, timed_sessions, stalled, stuck, recovered, solved, gave_up, *rest = counts
    tried_wrong, timed, stalls = rest
    return VariantSum(
        rules_key=key,
        rules=rules,
        puzzles=puzzles,
        sessions=sessions,
        timed_sessions=timed_sessions,
        stalled=stalled,
        stuck=stuck,
        recovered=recovered,
        solved=solved,
        gave_up=gave_up,
        tried_wrong=tried_wrong,
        timed=timed,
        stalls=stalls,
    )


Clusters = Mapping[str, Mapping[str, Clustered]]


def cluster_variants(
    game: str, filters: Filters, first: str = ""
) -> tuple[Clusters, Mapping[str, Shared]]:
    """By rules and share (`SHARES`): the sums over players that an interval needs. And by rules:

    what sessions that got stuck have of the same players as those of the `first` rules. One query.
    A session whose player was erased counts as a player's own.
    """
    of_player = (
        readings(filters, game=game)
        .annotate(who=Coalesce("session__player_id", "session_id"))
        .values("rules_key", "who")
        .annotate(**COUNTED)
        .order_by()
    )
    inner, asked = of_player.query.sql_with_params()
    # Names of our own, never anything from outside.
    counted = {key: "recovered_sessions" if key == "recovered" else key for key in SHARES}
    sums = ", ".join(
        f"sum(one.{c}), sum(one.{m}), count(*) FILTER (WHERE one.{m} > 0), "
        f"sum(one.{c} * one.{c}), sum(one.{c} * one.{m}), sum(one.{m} * one.{m})"
        for c, m in ((counted[key], of) for key, of in SHARES.items())
    )
    both = ", ".join(
        f"coalesce(sum(one.{mine} * first.{its}), 0)"
        for mine, its in product(("stuck", "sessions"), repeat=2)
    )
    found: dict[str, dict[str, Clustered]] = defaultdict(dict)
    shared: dict[str, Shared] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH of_player AS ({inner}) SELECT one.rules_key, {both}, {sums} FROM of_player one "
            "LEFT JOIN of_player first ON first.who = one.who AND first.rules_key = %s "
            "GROUP BY one.rules_key",
            [*asked, first],
        )
        for key, *row in cursor.fetchall():
            shared[key] = Shared(*map(int, row[:4]))
            sixes = zip(*[iter(map(int, row[4:]))] * 6, strict=True)
            found[key] = {name: Clustered(*six) for name, six in zip(SHARES, sixes, strict=True)}
    return found, shared


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
