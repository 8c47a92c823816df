"""How many of many independent plays get stuck, where each board has a chance of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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


def binomials(ns: Sequence[int], chances: Sequence[float]) -> list[Counts]:
    """For each, of `n` plays stuck with the same known chance."""
    import numpy as np

    with loading():
        from scipy.stats import binom

    n, p = np.asarray(ns, dtype=int), np.asarray(chances, dtype=float)
    return _all_counts(n, lambda count, place: binom.pmf(count, n[place], p[place]))


def as_simulated(ns: Sequence[int], stuck: Sequence[int], trials: Sequence[int]) -> list[Counts]:
    """For each board, of `n` plays of it, where `stuck` of `trials` simulated ones got stuck.

    Beta-binomial, with Jeffreys' prior: the chance itself is known to no better than the
    simulation tells it. With ever more trials this becomes the binomial distribution.
    """
    import numpy as np

    with loading():
        from scipy.stats import betabinom

    n, got, of = (np.asarray(one, dtype=int) for one in (ns, stuck, trials))
    a, b = got + 0.5, of - got + 0.5
    return _all_counts(n, lambda count, place: betabinom.pmf(count, n[place], a[place], b[place]))


def _all_counts(ns: Any, pmf: Callable[[Any, Any], Any]) -> list[Counts]:
    """The `pmf` of each count 0 … n, for all of these n. It takes arrays, of counts and of places

    in `ns`: one call of SciPy's for all, for it takes longer than to answer.
    """
    import numpy as np

    sizes = np.asarray(ns, dtype=int) + 1
    ends = np.cumsum(sizes)
    place = np.repeat(np.arange(len(sizes)), sizes)
    count = np.arange(sizes.sum()) - np.repeat(ends - sizes, sizes)
    chances = pmf(count, place)
    return [Counts(0, chances[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


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
