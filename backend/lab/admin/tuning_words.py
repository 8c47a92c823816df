"""Targets, figures and proposals of tunings in words."""

from __future__ import annotations

from backend.lab.admin import words
from backend.lab.models import LevelProposal, Tuning
from engines import Metric


def target_text(headline: Metric, tuning: Tuning) -> str:
    """``20–30 %``, ``1.5 to 3 moves``."""
    if headline.kind == "proportion":
        return f"{tuning.low * 100:g}–{tuning.high * 100:g} %"
    return f"{tuning.low:g} to {tuning.high:g} {headline.unit}".strip()


def measured(headline: Metric, proposal: LevelProposal) -> str:
    """``24.1 % (23.3–25.0 %)``."""
    told = {
        "value": proposal.value,
        "low": proposal.interval_low,
        "high": proposal.interval_high,
    }
    return f"{words.figure(headline, told)} ({words.interval(headline, told)})"
