"""How figures other than the headline differ, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backend.lab.admin.words.differences import sized, would_fit
from backend.lab.admin.words.numbers import (
    easily_missed,
    figure,
    interval,
    unit_of_difference,
)
from backend.statistics.simultaneous import Range
from engines import Metric
from engines.intervals import LEAST

ROUGHER = 1
"""So many digits less than usual: these intervals are wide, and for reading."""

TOO_FEW = f"too few were counted to say (fewer than {LEAST})"


def measured(metric: Metric, summary: Mapping[str, Any]) -> str:
    """The figure with its unit: ``38.2 moves``, ``3.1 % of games with a winner``."""
    if summary.get("value") is None:
        return "nothing counted"
    return figure(metric, summary) + _behind(metric)


def measured_with_interval(metric: Metric, summary: Mapping[str, Any]) -> str:
    """``38.2 moves (38.0–38.4)``."""
    between = interval(metric, summary)
    return measured(metric, summary) + (f" ({between})" if between else "")


def moved(metric: Metric, difference: Range, than: str = "") -> str:
    """``6.1 moves sooner (5.8 to 6.4)``, of an interval that is clear of 0.

    `than` stands behind the direction: `` than in the baseline``.
    """
    low, high, value = _in_points(metric, difference)
    size, between = sized(value, low, high, ROUGHER)
    return f"{size}{_way(metric, up=value > 0)}{than} ({between})"


def not_moved(metric: Metric, difference: Range, missed: float) -> str:
    """That no difference is seen, what would fit, and what is easily missed."""
    low, high, _ = _in_points(metric, difference)
    fits = would_fit(low, high, _way(metric), _way(metric, up=True), ROUGHER)
    missed_text = easily_missed(metric, missed, _unit(metric))
    return f"no difference to the baseline seen: {fits}{missed_text}"


def _in_points(metric: Metric, difference: Range) -> tuple[float, float, float]:
    scale = 100 if metric.kind == "proportion" else 1
    return difference.low * scale, difference.high * scale, difference.value * scale


def _way(metric: Metric, *, up: bool = False) -> str:
    """`` moves sooner``; `` moves lower`` where the metric has no words of its own."""
    usual = ("less often", "more often") if metric.kind == "proportion" else ("lower", "higher")
    return f"{_unit(metric)} {(metric.directions or usual)[up]}"


def _unit(metric: Metric) -> str:
    """Behind the size of a difference."""
    # A rate per game is told by its direction: 0.4 less often.
    return "" if metric.unit.startswith("times") else f" {unit_of_difference(metric)}".rstrip()


def _behind(metric: Metric) -> str:
    """Behind a value."""
    between = " of" if metric.kind == "proportion" and metric.unit else ""
    return f"{between} {metric.unit}".rstrip()
