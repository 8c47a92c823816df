"""Writes of playtests: readings of sessions, simulated plays beside them, synthetic sessions."""

from __future__ import annotations

from backend.playtests.services.fitting import due_fits, fit_due
from backend.playtests.services.readings import read_due_sessions, read_sessions
from backend.playtests.services.seeding import Worse, seed_playtest, usual_people
from backend.playtests.services.simulating import (
    ring,
    simulate_next,
    want_played,
    want_simulation,
    wanted,
)

__all__ = [
    "Worse",
    "due_fits",
    "fit_due",
    "read_due_sessions",
    "read_sessions",
    "ring",
    "seed_playtest",
    "simulate_next",
    "usual_people",
    "want_played",
    "want_simulation",
    "wanted",
]
