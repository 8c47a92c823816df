"""Figures and comparisons in plain words, which never say more than the interval does."""

from __future__ import annotations

from backend.lab.admin.words.boards import a_board, boards_apart, pick_label
from backend.lab.admin.words.colours import colours
from backend.lab.admin.words.comparisons import (
    band_ranges,
    baseline,
    compared,
    difference,
    room,
    room_between,
    spread,
    step,
    verdict,
)
from backend.lab.admin.words.dealing import boards_chosen, each_board
from backend.lab.admin.words.moved import (
    TOO_FEW,
    measured,
    measured_with_interval,
    moved,
    not_moved,
)
from backend.lab.admin.words.numbers import (
    TOO_FEW_PLAYS,
    few,
    figure,
    interval,
    p_text,
    p_value,
    plays,
    whole,
)
from backend.lab.admin.words.statements import (
    ahead,
    cancelled,
    duration,
    exact,
    failed,
    moving_first,
    over_both_seats,
    stated,
)

__all__ = [
    "TOO_FEW",
    "TOO_FEW_PLAYS",
    "a_board",
    "ahead",
    "band_ranges",
    "baseline",
    "boards_apart",
    "boards_chosen",
    "cancelled",
    "colours",
    "compared",
    "difference",
    "duration",
    "each_board",
    "exact",
    "failed",
    "few",
    "figure",
    "interval",
    "measured",
    "measured_with_interval",
    "moved",
    "moving_first",
    "not_moved",
    "over_both_seats",
    "p_text",
    "p_value",
    "pick_label",
    "plays",
    "room",
    "room_between",
    "spread",
    "stated",
    "step",
    "verdict",
    "whole",
]
