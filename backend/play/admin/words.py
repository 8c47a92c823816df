"""Filters and figures that the pages share."""

from __future__ import annotations

from backend.common.admin_filters import GameFilter
from backend.puzzles.admin_filters import LevelFilter


class PuzzleGameFilter(GameFilter):
    field = "puzzle__game"


class PuzzleLevelFilter(LevelFilter):
    field = "puzzle__level"


def seconds_text(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.1f} s"
