"""Figures and comparisons in plain words, which never say more than the interval does."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, log10, sqrt
from typing import Any

from django.conf import settings

from engines import Metric

MOST_DECIMALS = 6


def decimals(low: float, high: float) -> int:
    """Digits after the point that an interval deserves: two significant ones of half its width."""
    half = (high - low) / 2
    if half <= 0:
        return 0
    return min(max(1 - floor(log10(half)), 0), MOST_DECIMALS)


def outward(low: float, high: float, digits: int) -> tuple[str, str]:
    """Both ends, rounded away from each other: the shown interval holds the true one."""
    scale = 10**digits
    # The hair's breadth keeps binary fractions such as 0.1 * 10 from moving a whole step.
    down, up = floor(low * scale + 1e-9) / scale, ceil(high * scale - 1e-9) / scale
    return f"{down + 0.0:,.{digits}f}", f"{up + 0.0:,.{digits}f}"


def figure(metric: Metric, summary: Mapping[str, Any]) -> str:
    """The value alone: ``61.63 %`` or ``13.421``; a dash where nothing was counted."""
    value, low, high = summary.get("value"), summary.get("low"), summary.get("high")
    if value is None:
        return "–"
    if metric.kind == "proportion":
        return f"{value * 100:.{decimals(low * 100, high * 100)}f} %"
    return f"{value:,.{decimals(low, high)}f}"


def interval(metric: Metric, summary: Mapping[str, Any]) -> str:
    """The 95 % interval alone: ``61.50–61.76 %``; empty where nothing was counted."""
    value, low, high = summary.get("value"), summary.get("low"), summary.get("high")
    if value is None:
        return ""
    if metric.kind == "proportion":
        low, high = low * 100, high * 100
    one, other = outward(low, high, decimals(low, high))
    return f"{one}–{other}" + (" %" if metric.kind == "proportion" else "")


def difference(
    baseline: Mapping[str, Any], variant: Mapping[str, Any]
) -> tuple[float, float, float]:
    """Variant minus baseline, and its 95 % interval from the two single intervals.

    The squares of the distances to the intervals' ends add up. With Wilson intervals that is
    Newcombe's method 10 (Statistics in Medicine 17, 1998). The two are taken as independent;
    variants that met the same boards differ by less chance than that, so it errs on the safe
    side.
    """
    d = variant["value"] - baseline["value"]
    below = sqrt(
        (variant["value"] - variant["low"]) ** 2 + (baseline["high"] - baseline["value"]) ** 2
    )
    above = sqrt(
        (variant["high"] - variant["value"]) ** 2 + (baseline["value"] - baseline["low"]) ** 2
    )
    return d, d - below, d + above


def compared(metric: Metric, baseline: Mapping[str, Any], variant: Mapping[str, Any]) -> str:
    """One sentence on how the variant's headline differs from the baseline's."""
    if baseline.get("value") is None or variant.get("value") is None:
        return "nothing was counted, so there is nothing to compare."
    d, low, high = difference(baseline, variant)
    if metric.kind == "proportion":
        d, low, high, unit, less, more = (
            d * 100,
            low * 100,
            high * 100,
            " points",
            "less often",
            "more often",
        )
    else:
        unit, less, more = (f" {metric.unit}" if metric.unit else ""), "less", "more"
    digits = decimals(low, high)
    if low > 0:
        one, other = outward(low, high, digits)
        return f"{d:,.{digits}f}{unit} {more} than the baseline ({one} to {other})."
    if high < 0:
        one, other = outward(-high, -low, digits)
        return f"{-d:,.{digits}f}{unit} {less} than the baseline ({one} to {other})."
    down, up = outward(low, high, digits)
    return (
        f"no difference to the baseline seen. Anything from {down.lstrip('-')}{unit} {less} "
        f"to {up}{unit} {more} would fit these plays."
    )


def stated(metric: Metric, summary: Mapping[str, Any]) -> str:
    """``stuck in 61.63 % of plays (61.50–61.76 %)``; of a mean ``boxes: 4.210 (4.192–4.229)``."""
    title = metric.title[:1].lower() + metric.title[1:]
    if summary.get("value") is None:
        return f"{title}: nothing counted yet"
    text = f"{figure(metric, summary)}"
    if metric.kind == "proportion":
        return f"{title} in {text} of plays ({interval(metric, summary)})"
    return f"{title}: {text} ({interval(metric, summary)})"


def a_board(metric: Metric | None) -> str:
    """``a stuck board``, or ``a board: won by the first player`` where that reads badly.

    Where the game has a word of its own for it, such as ``a long hunt``, that one.
    """
    if metric is None:
        return "a board"
    if metric.example:
        return metric.example
    title = metric.title[:1].lower() + metric.title[1:]
    if " " in title:
        return f"a board: {title}"
    return f"{'an' if title[0] in 'aeiou' else 'a'} {title} board"


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
