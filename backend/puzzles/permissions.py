"""Who of the staff may adopt levels and retire them: as the admin has it."""

from __future__ import annotations

from backend.common.permissions import StaffWith


class OfLevels(StaffWith):
    app, model, plural = "puzzles", "adoptedlevel", "adopted levels"
