"""Stall points of puzzles; sessions with their think times; studies; recorded play in and out."""

from __future__ import annotations

from backend.playtests.admin.imports import ImportAdmin
from backend.playtests.admin.predicted import PredictedDailyAdmin, PredictedPuzzleAdmin
from backend.playtests.admin.puzzles import StallPointsAdmin
from backend.playtests.admin.sessions import ReadSessionAdmin
from backend.playtests.admin.studies import StudyAdmin

__all__ = [
    "ImportAdmin",
    "PredictedDailyAdmin",
    "PredictedPuzzleAdmin",
    "ReadSessionAdmin",
    "StallPointsAdmin",
    "StudyAdmin",
]
