"""Intervals of many figures that all hold at once, and of how two of them differ.

For figures of which nothing is kept trial by trial, so that nobody knows what two variants'
plays have in common. Nothing to be imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

from backend.statistics.planning import POWER
from engines.intervals import LEAST, wilson, within


@dataclass(frozen=True, slots=True)
class Range:
    """A value between two ends."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether 0 lies outside."""
        return not self.low <= 0 <= self.high

    @property
    def clearness(self) -> float:
        """How far 0 lies outside, in half widths; negative inside."""
        half = (self.high - self.low) / 2
        return (min(abs(self.low), abs(self.high)) / half if half else 0.0) * (
            1 if self.clear else -1
        )


def interval(summary: Mapping[str, Any], plays: int, z: float) -> Range | None:
    """A rate's or a mean's (see `engines.summarise`); None where too few plays tell anything.

    A rate has Wilson's. A mean of whole numbers has `z` standard errors to either side, reckoned
    as if one play more had been off by 1: so it has a width where all plays gave the same. What
    is counted several times a play hangs together, nobody knows how closely: it counts as often
    as there are plays.
    """
    n = min(summary["n"], plays)
    if n < LEAST:
        return None
    if summary["kind"] == "proportion":
        ends = wilson(round(summary["value"] * n), n, z)
        return Range(summary["value"], *within(summary["value"], *ends))
    half = z * sqrt((summary["sd"] ** 2 + 1 / n) / n)
    return Range(summary["value"], summary["value"] - half, summary["value"] + half)


def between(figure: Range, base: Range) -> Range:
    """`figure` less `base`. If both hold, so does this, whatever their plays have in common."""
    return Range(figure.value - base.value, figure.low - base.high, figure.high - base.low)


def missed(difference: Range, z: float) -> float:
    """A true difference of this size is seen in the share `POWER` of experiments, or more."""
    half = (difference.high - difference.low) / 2
    return half * (1 + NormalDist().inv_cdf(POWER) / z)
