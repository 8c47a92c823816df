"""Who did what to an experiment."""

from __future__ import annotations

from django.contrib.auth.models import User

from backend.lab.models import Event, EventKind, Experiment


def record(experiment: Experiment, kind: EventKind, by: User | None, detail: str = "") -> None:
    """One entry of the trail. To be called inside the transaction of what it tells of."""
    Event.objects.create(experiment=experiment, kind=kind, by=by, detail=detail)
