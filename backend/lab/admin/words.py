"""Figures and comparisons in plain words, which never say more than the interval does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import Any

from django.conf import settings

from backend.lab.differences import Change
from backend.lab.statistics.bands import NAMES as BAND_NAMES
from backend.lab.statistics.planning import detectable, error_of
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
    """The value alone: ``61.63 %``, ``13.421`` or, where it has sides, ``+0.02``.

    A dash where nothing was counted.
    """
    value, low, high = summary.get("value"), summary.get("low"), summary.get("high")
    if value is None:
        return "–"
    if metric.kind == "proportion":
        return f"{value * 100:.{decimals(low * 100, high * 100)}f} %"
    return _number(metric, f"{value:,.{decimals(low, high)}f}")


def interval(metric: Metric, summary: Mapping[str, Any]) -> str:
    """The 95 % interval alone: ``61.50–61.76 %``, ``−0.02 to +0.06``.

    Empty where nothing was counted.
    """
    value, low, high = summary.get("value"), summary.get("low"), summary.get("high")
    if value is None:
        return ""
    if metric.kind == "proportion":
        low, high = low * 100, high * 100
    one, other = outward(low, high, decimals(low, high))
    if metric.kind == "proportion":
        return f"{one}–{other} %"
    dash = " to " if metric.sides or low < 0 else "–"
    return f"{_number(metric, one)}{dash}{_number(metric, other)}"


def whole(metric: Metric, value: int) -> str:
    """One play's value of a mean: ``+3 boxes``."""
    return _number(metric, f"{value:,}") + (f" {metric.unit}" if metric.unit else "")


def _number(metric: Metric, text: str) -> str:
    """With a real minus sign; where the metric has sides, a plus sign too."""
    signed = _signed(text)
    return signed if metric.sides else signed.removeprefix("+")


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
    digits = decimals(low, high)
    if low <= 0 <= high:
        down, up = outward(low, high, digits)
        missed = detectable(error_of(low, high))
        return (
            f"no difference to the baseline seen: anything from {down.lstrip('-')}{unit} {less} "
            f"to {up}{unit} {more} would fit. With {plays:,} plays of each, a difference under "
            f"{_upward(missed)}{unit} is easily missed."
        )
    if low > 0:
        size, (one, other), way = d, outward(low, high, digits), more
    else:
        size, (one, other), way = -d, outward(-high, -low, digits), less
    text = f"{size:,.{digits}f}{unit} {way} than the baseline ({one} to {other})"
    if found["p_holm"] < SHOWN_BELOW:
        return f"{text}."
    return (
        f"perhaps {text}; but among {comparisons} comparisons chance alone brings that about too "
        f"often to call it shown (adjusted p = {p_value(found['p_holm'])})."
    )


ROOM = 0.1
"""A rate that moves by more than this between two neighbouring values of a rule leaves room."""


def room(metric: Metric, found: Mapping[str, Any], change: Change | None) -> str:
    """Where one step of a whole-number rule moves a rate a lot: that there is room between."""
    if metric.kind != "proportion" or change is None:
        return ""
    if not (change.before.isdigit() and change.after.isdigit()):
        return ""
    one, other = sorted((int(change.before), int(change.after)))
    if other - one != 1 or min(abs(found["low"]), abs(found["high"])) < ROOM:
        return ""
    if found["low"] <= 0 <= found["high"] or found["p_holm"] >= SHOWN_BELOW:
        return ""
    return f" There is room to tune the difficulty between {change.label} {one} and {other}."


SHOWN_BELOW = 0.05


def difference(metric: Metric, found: Mapping[str, Any]) -> dict[str, str]:
    """A comparison for a table: value, interval, adjusted p."""
    d, low, high = (found[key] for key in ("value", "low", "high"))
    unit = metric.unit
    if metric.kind == "proportion":
        d, low, high, unit = d * 100, low * 100, high * 100, "points"
    digits = decimals(low, high)
    one, other = outward(low, high, digits)
    return {
        "value": _signed(f"{d:,.{digits}f}"),
        "unit": unit,
        "interval": f"{_signed(one)} to {_signed(other)}",
        "p": p_value(found["p_holm"]),
        "shown": found["p_holm"] < SHOWN_BELOW and not low <= 0 <= high,
    }


def p_value(p: float) -> str:
    """Two significant digits; ``< 0.0001`` where smaller."""
    if p < 0.0001:
        return "< 0.0001"
    return f"{p:.2g}" if p < 0.995 else "1"


def spread(found: Mapping[str, Any]) -> str:
    """How the replicates scatter, by their χ² test."""
    how = "as chance lets them"
    if found["p"] < 0.001:
        how = "far more than chance lets them: something is not as it should be"
    elif found["p"] < 0.05:
        how = "more than chance mostly lets them"
    p = p_value(found["p"])
    return (
        f"{how} (χ² = {found['chi2']:.2f}, {found['df']} d.f., p {p if p[0] == '<' else '= ' + p})"
    )


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
    return f"undecided: about {_upward(told['more'])} more plays"


def _upward(number: float) -> str:
    """Two significant digits, rounded up so as not to promise too much."""
    if number <= 0:
        return "0"
    step = 10.0 ** (floor(log10(number)) - 1)
    digits = max(0, -floor(log10(step)))
    return f"{ceil(number / step - 1e-9) * step:,.{digits}f}"


def _signed(text: str) -> str:
    """With a sign of its own, and a real minus; 0 has none."""
    if float(text.replace(",", "")) == 0:
        return text.lstrip("-")
    return f"−{text[1:]}" if text.startswith("-") else f"+{text}"


def _directions(metric: Metric) -> tuple[str, str, str]:
    """The unit of a difference, and what it is called downward and upward."""
    if metric.kind == "proportion":
        return " points", "less often", "more often"
    unit = f" {metric.unit}" if metric.unit else ""
    if metric.sides:
        above, below = metric.sides
        return unit, f"better for the {below}", f"better for the {above}"
    return unit, "less", "more"


def stated(metric: Metric, summary: Mapping[str, Any]) -> str:
    """``stuck in 61.63 % of plays (61.50–61.76 %)``; of a mean ``boxes: 4.210 (4.192–4.229)``;

    of one with sides ``first player +0.02 boxes (−0.02 to +0.06): no advantage seen``.
    """
    title = metric.title[:1].lower() + metric.title[1:]
    if summary.get("value") is None:
        return f"{title}: nothing counted yet"
    text, between = figure(metric, summary), interval(metric, summary)
    if metric.kind == "proportion":
        return f"{title} in {text} of plays ({between})"
    if metric.sides:
        unit = f" {metric.unit}" if metric.unit else ""
        return f"{metric.sides[0]} {text}{unit} ({between}): {ahead(metric, summary)}"
    return f"{title}: {text} ({between})"


def over_both_seats(metric: Metric, pair: Mapping[str, Any]) -> str:
    """``Greedy +1.03 boxes (+0.98 to +1.08): Greedy is ahead`` (see `selectors.pairings`)."""
    one, other = pair["players"]
    unit = f" {metric.unit}" if metric.unit else ""
    if pair["low"] > 0:
        verdict = f"{one} is ahead"
    elif pair["high"] < 0:
        verdict = f"{other} is ahead"
    else:
        verdict = "neither is seen to be ahead"
    return f"{one} {figure(metric, pair)}{unit} ({interval(metric, pair)}): {verdict}"


def exact(metric: Metric, value: float, summary: Mapping[str, Any]) -> dict[str, Any]:
    """The exact value to set beside the simulated one, and whether the interval holds it."""
    if metric.kind == "proportion":
        text = f"{value * 100:.5g} %"
    else:
        text = _number(metric, f"{value:,.5g}")
    low, high = summary.get("low"), summary.get("high")
    counted = summary.get("value") is not None
    # A value that every trial gives has no width: allow for the last binary digit.
    slack = 1e-9 * max(1.0, abs(value))
    inside = counted and low - slack <= value <= high + slack
    return {"text": text, "inside": inside, "counted": counted}


def ahead(metric: Metric, summary: Mapping[str, Any]) -> str:
    """Which side the interval shows to be ahead."""
    assert metric.sides is not None
    if summary["low"] > 0:
        return f"the {metric.sides[0]} is ahead"
    if summary["high"] < 0:
        return f"the {metric.sides[1]} is ahead"
    return "no advantage seen"


# Single boards ------------------------------------------------------------------------------


def a_board(metric: Metric, pick: str = "first") -> str:
    """What a pick (see `selectors.PICKS`) shows: ``a stuck board``, ``a typical play``.

    ``a board: won by the first player`` where the metric's title reads badly as an adjective and
    the game has no word of its own for it.
    """
    title = metric.title[:1].lower() + metric.title[1:]
    if metric.kind == "mean":
        if pick == "typical":
            return "a typical play"
        if metric.sides:
            return f"the best play of the {metric.sides[pick == 'lowest']}"
        return f"a play with the {pick} figure: {title}"
    board = f"board: {title}" if " " in title else f"{title} board"
    if metric.example:
        board = metric.example.split(" ", 1)[1]
    if pick == "typical":
        return f"a typical {board}"
    if pick == "worst":
        return f"the {board} with the fewest moves"
    return metric.example or f"{'an' if board[0] in 'aeiou' else 'a'} {board}"


def pick_label(metric: Metric, pick: str) -> str:
    """The pick as one of a list to choose from."""
    if metric.kind == "proportion":
        return {
            "first": "One after another",
            "typical": "A typical one",
            "worst": "The one with the fewest moves",
        }[pick]
    if pick == "typical":
        return "A typical play"
    if metric.sides:
        return f"Best for the {metric.sides[pick == 'lowest']}"
    return f"{pick.capitalize()} figure"


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
