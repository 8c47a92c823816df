"""Filters as an address has them: read from it, and spelled in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from urllib.parse import urlencode
from uuid import UUID

from django.http import QueryDict

from backend.common.moments import read_date
from backend.playtests.models import MAX_ARMS
from backend.playtests.selectors.filters import Filters, Who
from engines.shared.characters import visible
from engines.shared.numbers import whole_of_text

CHOICES = {"who": ("people", "synthetic"), "hints": ("", "with", "without")}
NAMES = ("who", "hints", "level", "client", "source", "since", "until", "study")


def read_filters(query: QueryDict, *others: str) -> Filters:
    """What is asked for. What can't be read is told in `unreadable`, and then nothing counts.

    So are names that are none, if the page's `others` are given; those that begin with ``_`` are
    the admin's own.
    """
    told = {name: query.get(name) or "" for name in NAMES}
    wrong = [said for name in CHOICES for said in _no_choice(name, told[name])]
    wrong += [f"What {name} says can't be read." for name in NAMES if "\x00" in told[name]]
    days = {name: read_date(told[name]) for name in ("since", "until")}
    wrong += [
        f"{name} “{told[name]}” is no date: write one such as 2026-04-01."
        for name, day in days.items()
        if told[name] and day is None
    ]
    since, until = days["since"], days["until"]
    if since and until and until < since:
        wrong.append(f"since, {since}, is after until, {until}.")
    study, _, arm = told["study"].partition(".")
    position = whole_of_text(arm)
    if arm and (position is None or not 0 <= position < MAX_ARMS):
        wrong.append(f"“{arm}” is no arm: the first is 0.")
        position = None
    if others:
        wrong += _no_filters(query, NAMES, others)
    return Filters(
        who="synthetic" if told["who"] == "synthetic" else "people",
        hints="with"
        if told["hints"] == "with"
        else "without"
        if told["hints"] == "without"
        else "",
        level=_plain(told["level"]) or None,
        client=_plain(told["client"]),
        source=_plain(told["source"]),
        since=since,
        until=until,
        study=_plain(study),
        arm=position,
        unreadable=tuple(map(visible, wrong)),
    )


def read_who(query: QueryDict, *others: str) -> tuple[Who, list[str]]:
    """Whose sessions, where a page has no other filter, and what can't be read."""
    told = query.get("who") or ""
    wrong = [*_no_choice("who", told), *_no_filters(query, ("who",), others)]
    return "synthetic" if told == "synthetic" else "people", wrong


def _no_choice(name: str, told: str) -> list[str]:
    choices = CHOICES[name]
    if told in ("", *choices):
        return []
    known = " or ".join(filter(None, choices))
    return [visible(f"“{told}” is not a choice for {name}: {known} is.")]


def _no_filters(query: QueryDict, names: Sequence[str], others: Sequence[str]) -> list[str]:
    return [
        visible(f"There is no filter “{name}”. Known: {', '.join(names)}.")
        for name in query
        if name not in (*names, *others) and not name.startswith("_")
    ]


def spell_filters(filters: Filters) -> dict[str, str]:
    """Those that are set, by their names in an address, not quoted yet."""
    told, usual = _spelled(filters), _spelled(Filters())
    return {name: value for name, value in told.items() if value != usual[name]}


def filters_query(filters: Filters) -> str:
    """Those that are set, as a link to another page has them: ``who=synthetic&hints=with``."""
    return urlencode(spell_filters(filters))


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


def _plain(text: str) -> str:
    return "" if "\x00" in text else text
