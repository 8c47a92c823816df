"""Numbers in the digits they deserve."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, log10
from typing import Any

from engines import Metric
from engines.intervals import LEAST

MOST_DECIMALS = 6

TOO_FEW_PLAYS = f"too few plays to say (fewer than {LEAST})"


def few(n: int | None) -> bool:
    """Whether so many plays are too few to judge by; None: that is not known."""
    return n is not None and n < LEAST


def plays(n: int) -> str:
    """``1 play``, ``1,200 plays``."""
    return f"{n:,} play" if n == 1 else f"{n:,} plays"


def unit_of_difference(metric: Metric) -> str:
    """``points`` where the figure itself is in per cent."""
    percent = metric.kind == "proportion" or metric.unit.startswith("%")
    return "points" if percent else metric.unit


def decimals(low: float, high: float) -> int:
    """Digits after the point that an interval deserves: two significant ones of half its width."""
    half = (high - low) / 2
    if half <= 0:
        return 0
    return min(max(1 - floor(log10(half)), 0), MOST_DECIMALS)


def clear_decimals(low: float, high: float, fewer: int = 0) -> int:
    """Digits for an interval that is clear of 0: no end of it is shown as 0.

    So many `fewer` than it deserves, where it is for reading only.
    """
    near = min(abs(low), abs(high))
    digits = max(0, decimals(low, high) - fewer)
    while digits < MOST_DECIMALS and floor(near * 10**digits + 1e-9) == 0:
        digits += 1
    return digits


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
        digits = 1 if low is None else decimals(low * 100, high * 100)
        return f"{value * 100:.{digits}f} %"
    if low is None:
        return number(metric, f"{value:,.{0 if value == int(value) else 1}f}")
    return number(metric, f"{value:,.{_digits(metric, low, high)}f}")


def interval(metric: Metric, summary: Mapping[str, Any]) -> str:
    """The 95 % interval alone: ``61.50–61.76 %``, ``−0.02 to +0.06``.

    Empty where nothing was counted; said so where too little was for an interval, or where the
    figure is known of the boards and has none.
    """
    value, low, high = summary.get("value"), summary.get("low"), summary.get("high")
    if value is None:
        return ""
    if summary.get("of_boards"):
        return "of these boards"
    if low is None:
        return "too few plays"
    if metric.kind == "proportion":
        low, high = low * 100, high * 100
    one, other = outward(low, high, _digits(metric, low, high))
    if metric.kind == "proportion":
        return f"{one}–{other} %"
    dash = " to " if metric.sides or low < 0 else "–"
    return f"{number(metric, one)}{dash}{number(metric, other)}"


def _digits(metric: Metric, low: float, high: float) -> int:
    """Of a metric with sides, an end on one side is not shown as 0."""
    if metric.sides and not low <= 0 <= high:
        return clear_decimals(low, high)
    return decimals(low, high)


def whole(metric: Metric, value: int) -> str:
    """One play's value of a mean: ``+3 boxes``."""
    return number(metric, f"{value:,}") + (f" {metric.unit}" if metric.unit else "")


def number(metric: Metric, text: str) -> str:
    """With a real minus sign; where the metric has sides, a plus sign too."""
    with_sign = signed(text)
    return with_sign if metric.sides else with_sign.removeprefix("+")


def p_value(p: float) -> str:
    """Two significant digits; ``< 0.0001`` where smaller."""
    if p < 0.0001:
        return "< 0.0001"
    return f"{p:.2g}" if p < 0.995 else "1"


def p_text(p: float) -> str:
    """``p = 0.012``, ``p < 0.0001``."""
    told = p_value(p)
    return f"p {told}" if told.startswith("<") else f"p = {told}"


def upward(number: float) -> str:
    """Two significant digits, rounded up so as not to promise too much."""
    if number <= 0:
        return "0"
    step = 10.0 ** (floor(log10(number)) - 1)
    digits = max(0, -floor(log10(step)))
    return f"{ceil(number / step - 1e-9) * step:,.{digits}f}"


def signed(text: str) -> str:
    """With a sign of its own, and a real minus; 0 has none."""
    if float(text.replace(",", "")) == 0:
        return text.lstrip("-")
    return f"−{text[1:]}" if text.startswith("-") else f"+{text}"


def easily_missed(metric: Metric, missed: float, unit: str) -> str:
    """Behind a semicolon, a difference of what size is; nothing of a rate that can't differ so."""
    if metric.kind == "proportion":
        missed *= 100
        if missed >= 100:
            return ""
    return f"; one under {upward(missed)}{unit} is easily missed"
