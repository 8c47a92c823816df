"""How variants and replicates differ, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backend.lab.admin.words.differences import in_a_table, sized, would_fit
from backend.lab.admin.words.numbers import (
    easily_missed,
    p_text,
    p_value,
    unit_of_difference,
    upward,
)
from backend.lab.admin.words.numbers import (
    plays as so_many,
)
from backend.lab.bands import NAMES as BAND_NAMES
from backend.lab.differences import Change
from backend.statistics.multiplicity import LEVEL, is_shown
from backend.statistics.planning import detectable, error_of
from backend.statistics.simultaneous import Range
from engines import Metric


def baseline(title: str) -> str:
    """The baseline's title, saying what it is."""
    return title if "baseline" in title.lower() else f"{title} (baseline)"


def compared(metric: Metric, found: Mapping[str, Any], plays: int, comparisons: int = 1) -> str:
    """One sentence on how a variant's headline differs from the baseline's.

    `found` is one of the findings' comparisons, of `comparisons` in all; `plays` are a variant's.
    A difference is claimed only where the interval is clear of 0 and so is the p-value that
    allows for the number of comparisons.
    """
    d, low, high = (found[key] for key in ("value", "low", "high"))
    unit, less, more = _directions(metric)
    if metric.kind == "proportion":
        d, low, high = d * 100, low * 100, high * 100
    if low == 0 == high:  # play by play
        return f"just as in the baseline in each of {so_many(plays)}."
    if low <= 0 <= high:
        fits = would_fit(low, high, f"{unit} {less}", f"{unit} {more}")
        text = f"no difference to the baseline seen: {fits}. "
        missed = detectable(error_of(low, high), comparisons=comparisons)
        if metric.kind == "proportion" and missed >= 100:
            return f"{text}{so_many(plays)} of each may miss any difference."
        return (
            f"{text}With {so_many(plays)} of each{among(comparisons)}, a difference under "
            f"{upward(missed)}{unit} is easily missed."
        )
    size, between = sized(d, low, high)
    text = f"{size}{unit} {more if low > 0 else less} than the baseline ({between})"
    if found["p_holm"] < LEVEL:
        return f"{text}."
    return f"perhaps {text}; {not_shown(found['p_holm'], comparisons)}."


def not_shown(p_holm: float, comparisons: int) -> str:
    """Why a difference is not claimed although its interval is clear of 0."""
    why = "chance alone brings that about too often to call it shown"
    if comparisons == 1:
        return f"but {why} ({p_text(p_holm)})"
    return f"but among {comparisons} comparisons {why} (adjusted {p_text(p_holm)})"


def among(comparisons: int) -> str:
    """What a size that is easily missed allows for, where it is more than one comparison."""
    return f" and {comparisons} comparisons" if comparisons > 1 else ""


def step(metric: Metric, difference: Range, missed: float) -> str:
    """How a headline moves from one value of a rule to the next: ``25.7 points less often (…)``."""
    unit, less, more = _directions(metric)
    scale = 100 if metric.kind == "proportion" else 1
    low, high, value = (one * scale for one in (difference.low, difference.high, difference.value))
    if not difference.clear:
        fits = would_fit(low, high, f"{unit} {less}", f"{unit} {more}")
        return f"no difference seen: {fits}{easily_missed(metric, missed, unit)}"
    size, between = sized(value, low, high)
    return f"{size}{unit} {more if low > 0 else less} ({between})"


ROOM = 0.1
"""A rate that moves by more than this between two values of a rule leaves room between them."""


def room(metric: Metric, found: Mapping[str, Any], change: Change | None) -> str:
    """Where one step of a whole-number rule moves a rate a lot: that there is room between."""
    if change is None or found["p_holm"] >= LEVEL:
        return ""
    return room_between(metric, found["low"], found["high"], change)


def room_between(metric: Metric, low: float, high: float, change: Change) -> str:
    """The same of an interval that needs no p-value beside it."""
    if metric.kind != "proportion" or not (change.before.isdigit() and change.after.isdigit()):
        return ""
    one, other = sorted((int(change.before), int(change.after)))
    if min(abs(low), abs(high)) < ROOM or low <= 0 <= high:
        return ""
    text = f" There is room to tune the difficulty between {change.label} {one} and {other}"
    return (
        f"{text}, but by other rules: no whole number lies between."
        if other - one == 1
        else (f"{text}.")
    )


def difference(metric: Metric, found: Mapping[str, Any]) -> dict[str, Any]:
    """A comparison for a table: value, interval, adjusted p, and whether it is shown."""
    d, low, high = (found[key] for key in ("value", "low", "high"))
    unit = unit_of_difference(metric)
    if metric.kind == "proportion":
        d, low, high = d * 100, low * 100, high * 100
    return {
        **in_a_table(d, low, high),
        "unit": unit,
        "p": p_value(found["p_holm"]),
        "shown": is_shown(low, high, found["p_holm"]),
    }


def spread(found: Mapping[str, Any]) -> str:
    """How the replicates scatter, by their χ² test.

    Judged by the p-value that is adjusted for the number of variants so tested.
    """
    how = "as chance lets them"
    if found["p_holm"] < 0.001:
        how = "far more than chance lets them: something is not as it should be"
    elif found["p_holm"] < LEVEL:
        how = "more than chance mostly lets them"
    told = f"χ² = {found['chi2']:.2f}, {found['df']} d.f., {p_text(found['p'])}"
    if found["p_holm"] != found["p"]:
        told += f", adjusted {p_text(found['p_holm'])}"
    return f"{how} ({told})"


def band_ranges(borders: Sequence[float]) -> list[tuple[str, str]]:
    """(name, range in words) of each band."""
    one, other = (f"{border * 100:g} %" for border in borders)
    ranges = (f"below {one}", f"{one} to {other}", f"{other} and more")
    return list(zip(BAND_NAMES, ranges, strict=True))


def verdict(told: Mapping[str, Any]) -> str:
    """The band, or what is missing for a verdict."""
    if told["band"]:
        return str(told["band"])
    if told["more"] is None:
        return "undecided: it lies on a border"
    return f"undecided: about {upward(told['more'])} more plays"


def _directions(metric: Metric) -> tuple[str, str, str]:
    """The unit of a difference, and what it is called downward and upward."""
    if metric.kind == "proportion":
        return " points", "less often", "more often"
    unit = f" {unit_of_difference(metric)}".rstrip()
    if metric.sides:
        above, below = metric.sides
        return unit, f"better for the {below}", f"better for the {above}"
    return unit, "less", "more"
