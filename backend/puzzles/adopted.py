"""Reads of adopted levels, for staff."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from backend.common.problems import NotFound
from backend.puzzles import calendar
from backend.puzzles.bands import band_of
from backend.puzzles.levels import why_not_served
from backend.puzzles.models import AdoptedLevel

STATES = ("coming", "served", "retired", "not_served")


def newest_levels() -> QuerySet[AdoptedLevel]:
    return AdoptedLevel.objects.select_related("adopted_by", "retired_by").order_by("-id")


def find_adopted_level(pk: UUID) -> AdoptedLevel:
    """Raises `NotFound` (404)."""
    found = newest_levels().filter(pk=pk).first()
    if found is None:
        raise NotFound("There is no such level.")
    return found


def state_of(row: AdoptedLevel, now: datetime) -> str:
    """One of `STATES`: whether new daily sets have it, had it, or will."""
    if row.last_date is not None:
        return "retired"
    if why_not_served(row):
        return "not_served"
    return "served" if row.first_date <= calendar.newest_date(now) else "coming"


def describe_level(row: AdoptedLevel, now: datetime) -> dict[str, Any]:
    """JSON-ready."""
    band = band_of(row.difficulties, row.low, row.high)
    return {
        "id": str(row.pk),
        "game": row.game,
        "version": row.version,
        "key": row.key,
        "title": row.title,
        "description": row.description,
        "rules": row.rules,
        "low": row.low,
        "high": row.high,
        "boards": band.boards,
        "in_band": band.inside,
        "proposal": str(row.proposal),
        "first_date": row.first_date.isoformat(),
        "last_date": row.last_date.isoformat() if row.last_date else None,
        "state": state_of(row, now),
        "reason": why_not_served(row),
        "adopted_by": row.adopted_by.get_username() if row.adopted_by else None,
        "adopted_at": row.adopted_at.isoformat(),
        "retired_by": row.retired_by.get_username() if row.retired_by else None,
        "retired_at": row.retired_at.isoformat() if row.retired_at else None,
    }
