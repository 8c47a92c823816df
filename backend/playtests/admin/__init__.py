"""Stall points of puzzles; sessions with their think times."""

from __future__ import annotations

from backend.playtests.admin.puzzles import StallPointsAdmin
from backend.playtests.admin.sessions import ReadSessionAdmin

__all__ = ["ReadSessionAdmin", "StallPointsAdmin"]
