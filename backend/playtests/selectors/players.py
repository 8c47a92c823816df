"""Sessions that got stuck, summed over players: what an interval with players as units needs."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce

from backend.playtests.models import SessionReading
from backend.statistics.clusters import Clustered, Shared

Readings = QuerySet[SessionReading]


def sum_players(readings: Readings) -> Clustered:
    """How many of these sessions got stuck. One query.

    A session whose player was erased counts as a player's own.
    """
    told, asked = _of_players(readings)
    row = _one_row(
        "SELECT sum(c), sum(m), count(*), sum(c * c), sum(c * m), sum(m * m) "
        f"FROM ({told}) of_player",
        asked,
    )
    return Clustered(*row)


def share_players(one: Readings, other: Readings) -> Shared:
    """What these sessions and those have of the same players. One query."""
    told, asked = _of_players(one)
    others, asked_other = _of_players(other)
    row = _one_row(
        "SELECT sum(one.c * other.c), sum(one.c * other.m), sum(one.m * other.c), "
        f"sum(one.m * other.m) FROM ({told}) one JOIN ({others}) other ON other.who = one.who",
        asked + asked_other,
    )
    return Shared(*row)


def _of_players(readings: Readings) -> tuple[str, tuple[Any, ...]]:
    rows = (
        readings.annotate(who=Coalesce("session__player_id", "session_id"))
        .order_by()
        .values("who")
        .annotate(c=Count("pk", filter=Q(first_stuck__isnull=False)), m=Count("pk"))
    )
    told, asked = rows.query.sql_with_params()
    return told, tuple(asked)


def _one_row(query: str, asked: tuple[Any, ...]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(query, asked)
        return [int(value or 0) for value in cursor.fetchone()]
