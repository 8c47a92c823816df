"""Players, their sessions and finishes, to look through."""

from __future__ import annotations

from backend.play.admin.finishes import FinishAdmin
from backend.play.admin.players import PlayerAdmin
from backend.play.admin.sessions import SessionAdmin

__all__ = ["FinishAdmin", "PlayerAdmin", "SessionAdmin"]
