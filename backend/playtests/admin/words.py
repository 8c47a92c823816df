"""Figures for people."""

from __future__ import annotations

from typing import Any

from backend.playtests.statistics.clustered import Clustered
from engines import wilson


def share(count: int, n: int) -> dict[str, Any]:
    """A share with its Wilson interval; empty of nothing."""
    if not n:
        return {"value": "", "interval": ""}
    low, high = wilson(count, n)
    interval = f"{percent(low)} to {percent(high)}"
    return {"value": percent(count / n), "interval": interval, "count": count, "n": n}


def clustered_share(told: Clustered) -> dict[str, Any]:
    """A share of sessions of players, with its interval; empty of nothing."""
    if not told.n:
        return {"value": "", "interval": ""}
    low, high = told.interval
    interval = f"{percent(low)} to {percent(high)}"
    return {
        "value": percent(told.share),
        "interval": interval,
        "count": told.count,
        "n": told.n,
    }


def percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def seconds(milliseconds: float) -> str:
    return f"{milliseconds / 1000:.1f} s"


def p_value(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
