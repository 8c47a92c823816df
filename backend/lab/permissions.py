"""Who of the staff may do what in the lab: as the admin has it."""

from __future__ import annotations

from backend.common.permissions import StaffWith


class OfTheLab(StaffWith):
    """Tunings and level proposals belong to experiments, and need the same."""

    app, model, plural = "lab", "experiment", "experiments"
