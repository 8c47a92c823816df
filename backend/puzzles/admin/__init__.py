"""Puzzles and the calendar to look through, and the levels that staff adopted."""

from __future__ import annotations

from backend.puzzles.admin.levels import AdoptedLevelAdmin
from backend.puzzles.admin.puzzles import DailyPuzzleAdmin, PuzzleAdmin, picture

__all__ = ["AdoptedLevelAdmin", "DailyPuzzleAdmin", "PuzzleAdmin", "picture"]
