"""Who did what to an experiment."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User

from backend.lab.models import Event, EventKind, Experiment


def record(experiment: Experiment, kind: EventKind, by: User | None, detail: str = "") -> None:
    """One entry of the trail. To be called inside the transaction of what it tells of."""
    Event.objects.create(experiment=experiment, kind=kind, by=by, detail=detail)


def bands_text(borders: Sequence[float] | None) -> str:
    """Where bands begin, in words."""
    if borders is None:
        return "none"
    return " and ".join(f"{border * 100:g} %" for border in borders)
