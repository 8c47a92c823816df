"""How many of many independent plays get stuck, where each board has a chance of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from backend.common.loading import loading

NOTHING = 1e-16
"""Counts less likely than this, at either end, are left out: p-values below it mean nothing."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The chance of each count `first`, `first` + 1, … (an array)."""

    first: int
    chances: Any


def sum_of(parts: Iterable[Counts]) -> Counts:
    """The distribution of the sum of independent counts."""
    import numpy as np

    first, chances = 0, np.ones(1)
    for part in parts:
        first += part.first
        chances = np.convolve(chances, part.chances)
        kept = np.flatnonzero(chances > NOTHING)
        first += int(kept[0])
        chances = chances[kept[0] : kept[-1] + 1]
    return Counts(first, chances / chances.sum())


def binomial(n: int, chance: float) -> Counts:
    """Of `n` plays, each stuck with the same known chance."""
    import numpy as np

    with loading():
        from scipy.stats import binom

    return Counts(0, binom.pmf(np.arange(n + 1), n, chance))


def as_simulated(n: int, stuck: int, trials: int) -> Counts:
    """Of `n` plays of a board on which `stuck` of `trials` simulated ones got stuck.

    Beta-binomial, with Jeffreys' prior: the chance itself is known to no better than the
    simulation tells it. With ever more trials this becomes the binomial distribution.
    """
    import numpy as np

    with loading():
        from scipy.stats import betabinom

    return Counts(0, betabinom.pmf(np.arange(n + 1), n, stuck + 0.5, trials - stuck + 0.5))


def two_sided(counts: Counts, seen: int) -> float:
    """The exact p-value of a count: the chance of all that are no more likely than it."""
    at = seen - counts.first
    if not 0 <= at < len(counts.chances):
        return 0.0
    likely = counts.chances[at] * (1 + 1e-7)
    return min(1.0, float(counts.chances[counts.chances <= likely].sum()))


def at_least(counts: Counts, seen: int) -> float:
    """The chance of so many or more."""
    return min(1.0, float(counts.chances[max(seen - counts.first, 0) :].sum()))
