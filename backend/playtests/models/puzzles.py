"""A puzzle as playtests look at it."""

from __future__ import annotations

from backend.puzzles.models import Puzzle


class PlayedPuzzle(Puzzle):
    """A puzzle as playtests look at it."""

    class Meta:
        proxy = True
        verbose_name = "puzzle’s stall points"
        verbose_name_plural = "stall points"
