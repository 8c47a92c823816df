"""Bands of a rate: hardly ever, sometimes, often, with borders that were set before the run."""

from __future__ import annotations

from dataclasses import dataclass

from backend.statistics.planning import more_trials
from engines.intervals import LEAST

NAMES = ("hardly ever", "sometimes", "often")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The band that holds the whole interval; else None, and about how many more trials would

    tell (None: it lies on a border, no number of trials is sure to).
    """

    band: str | None
    more: int | None = None


def verdict(borders: tuple[float, float], value: float, low: float, high: float, n: int) -> Verdict:
    """A verdict is given only where the interval lies inside one band, of `LEAST` trials or more.

    A rate below the first border is *hardly ever*, from the second on *often*.
    """
    band_of_low = sum(low >= border for border in borders)
    band_of_high = sum(high >= border for border in borders)
    if band_of_low == band_of_high and n < LEAST:
        return Verdict(None, LEAST - n)
    if band_of_low == band_of_high:
        return Verdict(NAMES[band_of_low])
    inside = [border for border in borders if low < border <= high]
    more = [more_trials(value, n, border) for border in inside]
    return Verdict(None, None if None in more else max(m for m in more if m is not None))
