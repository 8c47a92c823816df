"""What one variant does, in words; and how long things take."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import NormalDist
from typing import Any

from django.conf import settings

from backend.lab.admin.words.differences import sized, would_fit
from backend.lab.admin.words.numbers import (
    TOO_FEW_PLAYS,
    figure,
    interval,
    number,
    plays,
)
from backend.lab.chunks import MAX_ATTEMPTS
from backend.statistics.means import two_sided
from backend.statistics.planning import error_of
from engines import Metric
from engines.intervals import t95


def stated(metric: Metric, summary: Mapping[str, Any], *, partial: bool = False) -> str:
    """``stuck in 61.63 % of plays (61.50–61.76 %)``; of a mean ``boxes: 4.210 (4.192–4.229)``;

    of one with sides ``first player +0.02 boxes (−0.02 to +0.06): no advantage seen``, where a
    `partial` figure is not judged.
    """
    title = metric.title[:1].lower() + metric.title[1:]
    if summary.get("value") is None:
        return f"{title}: nothing counted yet"
    text, between = figure(metric, summary), interval(metric, summary)
    if summary["low"] is None:
        between = f"{plays(summary['n'])}: {TOO_FEW_PLAYS}"
    elif summary["low"] == summary["high"] and summary.get("n"):
        between = f"in each of {plays(summary['n'])}"
    if metric.kind == "proportion":
        return f"{title} in {_share_of_plays(text, summary)} ({between})"
    if metric.sides:
        unit = f" {metric.unit}" if metric.unit else ""
        judged = "" if partial or summary["low"] is None else f": {ahead(metric, summary)}"
        return f"{metric.sides[0]} {text}{unit} ({between}){judged}"
    return f"{title}: {text} ({between})"


def _share_of_plays(text: str, summary: Mapping[str, Any]) -> str:
    """``61.63 % of plays``; where none or all counted, so many: that rate is no certainty."""
    count, n = summary.get("count"), summary.get("n", 0)
    if n == 1 and count == 1:
        return "the only play"
    if count == 0:
        return f"none of {plays(n)}"
    if count == n:
        return f"all {plays(n)}"
    return f"{text} of plays"


def over_both_seats(metric: Metric, pair: Mapping[str, Any]) -> str:
    """``the better player is “Greedy”, by 1.03 boxes a game (0.98 to 1.08)``.

    See `selectors.pairings`.
    """
    one, other = (f"“{name}”" for name in pair["players"])
    leads = f"the better player is {one}", f"the better player is {other}"
    return _by_how_much(metric, pair, leads, (one, other), "who plays better")


def moving_first(metric: Metric, worth: Mapping[str, Any]) -> str:
    """What the seat alone is worth: ``it helps to move first, by 0.05 boxes a game (…)``."""
    leads = "it helps to move first", "it helps to move second"
    favoured = "moving first", "moving second"
    return _by_how_much(metric, worth, leads, favoured, "whether it helps to move first")


def _by_how_much(
    metric: Metric,
    found: Mapping[str, Any],
    leads: tuple[str, str],
    favoured: tuple[str, str],
    open_question: str,
) -> str:
    """Who or what is ahead above and below 0, by how much, and how surely."""
    low, high, value = found["low"], found["high"], found["value"]
    unit = f" {metric.unit}" if metric.unit else ""
    if low <= 0 <= high:
        less = f"{unit} a game in favour of {favoured[1]}"
        more = f"{unit} in favour of {favoured[0]}"
        return f"{open_question} is not seen: {would_fit(low, high, less, more)}"
    size, between = sized(value, low, high)
    text = f"{leads[low < 0]}, by {size}{unit} a game ({between})"
    by_chance = chance_of(value, low, high, found.get("n"))
    if by_chance < SURE_BELOW:
        return text
    return f"perhaps {text}; chance alone shows as much once in {round(1 / by_chance)} times"


def exact(metric: Metric, value: float, summary: Mapping[str, Any]) -> dict[str, Any]:
    """The exact value to set beside the simulated one, and whether the interval holds it."""
    if metric.kind == "proportion":
        text = f"{value * 100:.5g} %"
    else:
        text = number(metric, f"{value:,.5g}")
    low, high = summary.get("low"), summary.get("high")
    counted = summary.get("value") is not None and low is not None
    # A value that every trial gives has no width: allow for the last binary digit.
    slack = 1e-9 * max(1.0, abs(value))
    inside = counted and low - slack <= value <= high + slack
    told = {"text": text, "inside": inside, "counted": counted}
    if counted and not inside:
        n = summary.get("n") if metric.kind == "mean" else None
        by_chance = chance_of((low + high) / 2 - value, low, high, n)
        told["rare"] = by_chance < NEVER_BELOW
        told["once_in"] = f"{round(1 / max(by_chance, NEVER_BELOW)):,}"
    return told


SURE_BELOW = 0.001
"""A lead that chance alone would show less often than this is told without reserve."""

NEVER_BELOW = 1e-6


def chance_of(distance: float, low: float, high: float, n: int | None = None) -> float:
    """How often chance alone puts an estimate so far off, its 95 % interval being this wide.

    With `n`, that of a mean of so many numbers (Student's), else by the normal distribution.
    """
    if low == high:
        return 0.0
    if n is None:
        return 2 * NormalDist().cdf(-abs(distance) / error_of(low, high))
    freedom = n - 1
    return two_sided(distance / ((high - low) / 2) * t95(freedom), freedom)


def ahead(metric: Metric, summary: Mapping[str, Any]) -> str:
    """Which side the interval shows to be ahead."""
    assert metric.sides is not None
    one, other = (f"the {side}" for side in metric.sides)
    return _leads(one, other, summary) or "no advantage seen"


def _leads(one: str, other: str, summary: Mapping[str, Any]) -> str:
    """Who is ahead where the interval is clear of 0, and how surely; else empty."""
    low, high = summary["low"], summary["high"]
    if low <= 0 <= high:
        return ""
    who = one if low > 0 else other
    by_chance = chance_of((low + high) / 2, low, high, summary.get("n"))
    if by_chance < SURE_BELOW:
        return f"{who} is ahead"
    return f"{who} may be ahead (chance alone shows as much once in {round(1 / by_chance)} times)"


def failed(parts: int, shown: int) -> str:
    """How many parts of the work are given up, of which so many are shown."""
    if not parts:
        return ""
    text = "1 part" if parts == 1 else f"{parts:,} parts"
    text += f" of the work failed {MAX_ATTEMPTS} times: the result will be partial."
    return text + (f" The first {shown}:" if shown < parts else "")


def cancelled(status: str) -> str:
    """What came of a cancel, by the experiment's status after it."""
    if status == "cancelled":
        return "Cancelled. What was done is kept."
    return f"Being cancelled: waiting for work in progress (up to {_silence():.0f} s)."


def _silence() -> float:
    """For how many seconds a worker that fell silent holds up a cancel, at most."""
    noticed = settings.CELERY_BEAT_SCHEDULE["ring-waiting"]["schedule"]
    return float(settings.CHUNK_LEASE_SECONDS + noticed)


def duration(seconds: float | None) -> str:
    """``about 12 s``, ``about 3 min``, ``about 2 h 10 min``; empty when unknown."""
    if seconds is None:
        return ""
    if seconds < 1:
        return "less than a second"
    if seconds < 90:
        return f"about {seconds:.0f} s"
    if seconds < 90 * 60:
        return f"about {seconds / 60:.0f} min"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"about {hours} h {minutes:02} min"
