"""Writes of playtests: readings of sessions, simulated plays beside them, synthetic sessions."""

from __future__ import annotations

from backend.playtests.services.importing import import_play
from backend.playtests.services.readings import read_due_sessions, read_sessions
from backend.playtests.services.seeding import Worse, seed_playtest, usual_people
from backend.playtests.services.simulating import simulate_stuck

__all__ = [
    "Worse",
    "import_play",
    "read_due_sessions",
    "read_sessions",
    "seed_playtest",
    "simulate_stuck",
    "usual_people",
]
