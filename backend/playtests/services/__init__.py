"""Writes of playtests: readings of sessions, simulated plays beside them, synthetic sessions,

studies and who takes part in them.
"""

from __future__ import annotations

from backend.playtests.services.fitting import due_fits, fit_due
from backend.playtests.services.joining import Begun, begin_session, join_study
from backend.playtests.services.readings import read_due_sessions, read_sessions
from backend.playtests.services.seeding import Worse, seed_playtest, usual_people
from backend.playtests.services.seeding_study import seed_study
from backend.playtests.services.simulating import (
    ring,
    simulate_next,
    want_played,
    want_simulation,
    wanted,
)
from backend.playtests.services.studies import (
    amend_study,
    change_study,
    close_study,
    create_study,
    open_study,
)

__all__ = [
    "Begun",
    "Worse",
    "amend_study",
    "begin_session",
    "change_study",
    "close_study",
    "create_study",
    "due_fits",
    "fit_due",
    "join_study",
    "open_study",
    "read_due_sessions",
    "read_sessions",
    "ring",
    "seed_playtest",
    "seed_study",
    "simulate_next",
    "usual_people",
    "want_played",
    "want_simulation",
    "wanted",
]
