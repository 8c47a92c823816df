"""Filters as an address has them: read from it, and spelled in it."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.http import QueryDict

from backend.playtests.selectors.filters import Filters


def read_filters(query: QueryDict) -> Filters:
    """What is asked for; anything unreadable counts as not asked."""
    who, hints, level = query.get("who"), query.get("hints"), query.get("level") or None
    study, _, arm = query.get("study", "").partition(".")
    return Filters(
        who="synthetic" if who == "synthetic" else "people",
        hints="with" if hints == "with" else "without" if hints == "without" else "",
        level=None if level and "\x00" in level else level,
        client=_plain(query.get("client")),
        source=_plain(query.get("source")),
        since=_date(query.get("since")),
        until=_date(query.get("until")),
        study="" if "\x00" in study else study,
        arm=int(arm) if arm.isdecimal() and len(arm) < 4 else None,
    )


def spell_filters(filters: Filters) -> dict[str, str]:
    """Those that are set, by their names in an address, not quoted yet."""
    told, usual = _spelled(filters), _spelled(Filters())
    return {name: value for name, value in told.items() if value != usual[name]}


def spell_day(day: date | None) -> str:
    return "" if day is None else day.isoformat()


def read_id(text: str | None) -> UUID | None:
    """The id, or None where it is none."""
    try:
        return UUID(text or "")
    except ValueError:
        return None


def _spelled(filters: Filters) -> dict[str, str]:
    return {
        "who": filters.who,
        "hints": filters.hints,
        "level": filters.level or "",
        "since": spell_day(filters.since),
        "until": spell_day(filters.until),
        "client": filters.client,
        "source": filters.source,
        "study": filters.in_study,
    }


def _plain(text: str | None) -> str:
    return "" if text is None or "\x00" in text else text


def _date(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None
