"""Stall points of puzzles; sessions with their think times; studies."""

from __future__ import annotations

from backend.playtests.admin.predicted import PredictedDailyAdmin, PredictedPuzzleAdmin
from backend.playtests.admin.puzzles import StallPointsAdmin
from backend.playtests.admin.sessions import ReadSessionAdmin
from backend.playtests.admin.studies import StudyAdmin

__all__ = [
    "PredictedDailyAdmin",
    "PredictedPuzzleAdmin",
    "ReadSessionAdmin",
    "StallPointsAdmin",
    "StudyAdmin",
]
