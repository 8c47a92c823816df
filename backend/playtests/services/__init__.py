"""Writes of playtests: readings, simulated plays beside them, synthetic and imported sessions."""

from __future__ import annotations

from backend.playtests.services.importing import check_source, import_play
from backend.playtests.services.readings import read_due_sessions, read_sessions
from backend.playtests.services.seeding import Worse, seed_playtest, usual_people
from backend.playtests.services.simulating import simulate_stuck
from backend.playtests.services.uploads import (
    check_size,
    drop_upload,
    forget_old_uploads,
    guess_layout,
    keep_upload,
    record_import,
    store_upload,
)

__all__ = [
    "Worse",
    "check_size",
    "check_source",
    "drop_upload",
    "forget_old_uploads",
    "guess_layout",
    "import_play",
    "keep_upload",
    "read_due_sessions",
    "read_sessions",
    "record_import",
    "seed_playtest",
    "simulate_stuck",
    "store_upload",
    "usual_people",
]
