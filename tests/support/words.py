"""Metrics and figures to make sentences of."""

from __future__ import annotations

from dataclasses import asdict

from backend.statistics.proportions import newcombe
from engines import Metric, wilson


def shape(_rules):
    return (2,)


STUCK = Metric("stuck", "Stuck", "proportion", "", "", shape, headline=True)

ADVANTAGE = Metric(
    "advantage", "Advantage", "mean", "boxes", "", shape, True, ("first player", "second player")
)

BOXES = Metric("boxes", "Boxes of the first player", "mean", "boxes", "", shape)


def rate(count, n):
    low, high = wilson(count, n)
    return {"value": count / n, "low": low, "high": high, "count": count, "n": n}


def between(one, other, p_holm=0.0):
    """A comparison of two rates, (count, n) each: `one` less `other`."""
    return {**asdict(newcombe(*one, *other)), "p_holm": p_holm}
