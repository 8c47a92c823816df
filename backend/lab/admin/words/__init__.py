"""Figures and comparisons in plain words, which never say more than the interval does."""

from __future__ import annotations

from backend.lab.admin.words.boards import a_board, pick_label
from backend.lab.admin.words.comparisons import (
    band_ranges,
    compared,
    difference,
    room,
    spread,
    verdict,
)
from backend.lab.admin.words.dealing import boards_chosen, each_board
from backend.lab.admin.words.numbers import decimals, figure, interval, outward, p_value, whole
from backend.lab.admin.words.statements import (
    ahead,
    cancelled,
    duration,
    exact,
    over_both_seats,
    stated,
)

__all__ = [
    "a_board",
    "ahead",
    "band_ranges",
    "boards_chosen",
    "cancelled",
    "compared",
    "decimals",
    "difference",
    "duration",
    "each_board",
    "exact",
    "figure",
    "interval",
    "outward",
    "over_both_seats",
    "p_value",
    "pick_label",
    "room",
    "spread",
    "stated",
    "verdict",
    "whole",
]
