"""Who of the staff may do what with studies and recorded play: as the admin has it."""

from __future__ import annotations

from backend.common.permissions import StaffWith


class OfStudies(StaffWith):
    app, model, plural = "playtests", "study", "studies"


class OfImports(StaffWith):
    app, model, plural = "playtests", "import", "imports"


class OfSessions(StaffWith):
    app, model, plural = "play", "session", "sessions"
