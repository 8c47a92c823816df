"""Who of the staff may do what with studies: as the admin has it."""

from __future__ import annotations

from backend.common.permissions import StaffWith


class OfStudies(StaffWith):
    app, model, plural = "playtests", "study", "studies"
