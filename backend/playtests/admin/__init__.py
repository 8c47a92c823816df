"""Stall points of puzzles; sessions with their think times; recorded play in and out."""

from __future__ import annotations

from backend.playtests.admin.imports import ImportAdmin
from backend.playtests.admin.puzzles import StallPointsAdmin
from backend.playtests.admin.sessions import ReadSessionAdmin

__all__ = ["ImportAdmin", "ReadSessionAdmin", "StallPointsAdmin"]
