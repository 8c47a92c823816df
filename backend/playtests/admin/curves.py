"""Survival curves of several groups side by side, as a table of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backend.playtests.admin.words import percent
from backend.statistics.survival import Survived


def curve_lines(curves: Sequence[Sequence[Survived]]) -> list[dict[str, Any]]:
    """Where one of the curves has a point, the share of each group's sessions without a stall."""
    moves = sorted({one.time for curve in curves for one in curve})
    return [
        {"move": move, "shares": [_share_after(curve, move) for curve in curves]} for move in moves
    ]


def _share_after(curve: Sequence[Survived], move: int) -> str:
    """Kaplan–Meier's share after so many moves; none beyond the last move that was watched."""
    if not curve or move > curve[-1].time:
        return ""
    return percent([one for one in curve if one.time <= move][-1].share)
