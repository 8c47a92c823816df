"""Which sessions are counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Literal

from django.db.models import QuerySet
from django.utils.timezone import make_aware

from backend.playtests.models import SessionReading

Who = Literal["people", "synthetic"]
Hints = Literal["", "with", "without"]


HERE, IMPORTED = "here", "imported"
"""Sources that are no source's name: played here, and imported from anywhere."""


@dataclass(frozen=True, slots=True)
class Filters:
    """People's sessions or synthetic ones, never both; started on `since` … `until` (UTC).

    `source` is `HERE`, `IMPORTED`, the name of a source, or empty: any.
    """

    who: Who = "people"
    hints: Hints = ""
    level: str | None = None
    client: str = ""
    source: str = ""
    since: date | None = None
    until: date | None = None


def readings(filters: Filters, **fixed: Any) -> QuerySet[SessionReading]:
    """The readings that are counted."""
    rows = SessionReading.objects.filter(is_synthetic=filters.who == "synthetic", **fixed)
    if filters.hints:
        wanted = {"hint_count__gt": 0} if filters.hints == "with" else {"hint_count": 0}
        rows = rows.filter(**wanted)
    if filters.level is not None:
        rows = rows.filter(level=filters.level)
    if filters.client:
        rows = rows.filter(client=filters.client)
    if filters.source == IMPORTED:
        rows = rows.exclude(source="")
    elif filters.source:
        rows = rows.filter(source="" if filters.source == HERE else filters.source)
    if filters.since:
        rows = rows.filter(started_at__gte=midnight_of(filters.since))
    if filters.until and filters.until < date.max:
        rows = rows.filter(started_at__lt=midnight_after(filters.until))
    return rows


def list_origins(**fixed: Any) -> tuple[list[str], list[str]]:
    """The clients that such sessions were played with, and the sources they came from."""
    pairs = SessionReading.objects.filter(**fixed).values_list("client", "source").distinct()
    found = list(pairs.order_by())
    clients, sources = ({pair[at] for pair in found} - {""} for at in (0, 1))
    return sorted(clients), sorted(sources)


def midnight_of(day: date) -> datetime:
    """When the day begins."""
    return make_aware(datetime.combine(day, time()))


def midnight_after(day: date) -> datetime:
    """When the day is over; not to be asked of the last day there is."""
    return midnight_of(day + timedelta(days=1))
