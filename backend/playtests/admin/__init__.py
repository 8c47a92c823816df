"""Stall points of puzzles; sessions with their think times."""

from __future__ import annotations

from backend.playtests.admin.predicted import PredictedDailyAdmin, PredictedPuzzleAdmin
from backend.playtests.admin.puzzles import StallPointsAdmin
from backend.playtests.admin.sessions import ReadSessionAdmin

__all__ = [
    "PredictedDailyAdmin",
    "PredictedPuzzleAdmin",
    "ReadSessionAdmin",
    "StallPointsAdmin",
]
