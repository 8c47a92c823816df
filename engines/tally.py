"""What a simulation counted, and what that says.

A `Tally` is integers only, so tallies of any chunks add up, in any order, to the same
total. `vector` flattens one for storage; `summarise` turns counters into figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from engines.game import Game
from engines.intervals import LEAST, t95, wilson
from engines.metrics import Metric


@dataclass(frozen=True, slots=True)
class Tally:
    """Counters by metric key (flat, see `Metric.shape`), and the headline trial by trial.

    `headline` holds, where the headline metric is a proportion, one bit a trial, first trial in
    the lowest bit of the first byte (``numpy.packbits(..., bitorder="little")``): 1 where it
    counted. Where it is a mean, one signed byte a trial: the value, -127 to 127.
    """

    trials: int
    counts: Mapping[str, tuple[int, ...]]
    headline: bytes

    def vector(self) -> list[int]:
        """All counters in the order of the game's metrics."""
        return [n for counts in self.counts.values() for n in counts]

    def headline_trials(self) -> list[int]:
        """Offsets (0 … trials - 1) of the trials in which the headline, a proportion, counted."""
        return [i for i in range(self.trials) if self.headline[i >> 3] >> (i & 7) & 1]


def make_tally(metrics: Sequence[Metric], counters: Any, trials: int) -> Tally:
    """The tally of counters that kernels have filled in: see `engines.metrics.make_counters`."""
    counts = {m.key: tuple(getattr(counters, m.key).ravel().tolist()) for m in metrics}
    return Tally(trials, counts, counters.headline.tobytes())


def headline_size(metric: Metric, trials: int) -> int:
    """Bytes of `Tally.headline` for so many trials."""
    return (trials + 7) // 8 if metric.kind == "proportion" else trials


def headline_values(metric: Metric, headline: bytes, trials: int) -> list[int]:
    """What the headline metric says, trial by trial: 0 or 1, or a mean's whole numbers."""
    if metric.kind == "proportion":
        return [headline[i >> 3] >> (i & 7) & 1 for i in range(trials)]
    return [byte - 256 if byte > 127 else byte for byte in headline]


def merge(tallies: Sequence[Tally]) -> Tally:
    """One tally of adjacent slices of trials, first slice first.

    Raises ValueError when there is none, or when a slice but the last is no whole number of
    bytes (8 trials) long, for then the headline's bits do not line up.
    """
    if not tallies:
        raise ValueError("no tally to merge")
    if any(tally.trials % 8 for tally in tallies[:-1]):
        raise ValueError("every slice but the last must be a multiple of 8 trials")
    counts = {
        key: tuple(map(sum, zip(*(tally.counts[key] for tally in tallies), strict=True)))
        for key in tallies[0].counts
    }
    headline = b"".join(tally.headline for tally in tallies)
    return Tally(sum(tally.trials for tally in tallies), counts, headline)


def split_vector(game: Game, rules: Any, vector: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The inverse of `Tally.vector`. Raises ValueError when the length does not fit."""
    counts, at = {}, 0
    for metric in game.metrics:
        size = metric.size(rules)
        counts[metric.key] = tuple(vector[at : at + size])
        at += size
    if at != len(vector):
        raise ValueError(f"{game.slug} needs {at} counters for these rules, got {len(vector)}")
    return counts


def summarise(metric: Metric, rules: Any, counts: Sequence[int]) -> dict[str, Any]:
    """The figures of one metric, JSON-ready: value and 95 % interval, or bins, or a grid."""
    if metric.kind == "proportion":
        count, n = counts
        low, high = wilson(count, n)
        value = count / n if n else None
        return {
            "kind": metric.kind,
            "count": count,
            "n": n,
            "value": value,
            "low": low,
            "high": high,
        }
    if metric.kind == "mean":
        return {"kind": metric.kind, **_mean(*counts)}
    if metric.kind == "histogram":
        n = sum(counts)
        total = sum(i * c for i, c in enumerate(counts))
        squares = sum(i * i * c for i, c in enumerate(counts))
        used = max((i + 1 for i, c in enumerate(counts) if c), default=0)
        return {"kind": metric.kind, "bins": list(counts[:used]), **_mean(n, total, squares)}
    height, width = metric.shape(rules)
    grid = [list(counts[y * width : (y + 1) * width]) for y in range(height)]
    return {"kind": metric.kind, "grid": grid, "n": sum(counts)}


def _mean(n: int, total: int, squares: int) -> dict[str, Any]:
    """Mean, sample standard deviation and Student's 95 % interval from exact integer sums.

    No interval of fewer than `LEAST` numbers, no deviation of a single one.
    """
    if n == 0:
        return {"n": 0, "value": None, "sd": None, "low": None, "high": None}
    value = total / n
    if n == 1:
        return {"n": n, "value": value, "sd": None, "low": None, "high": None}
    variance = (n * squares - total * total) / (n * (n - 1))
    told: dict[str, Any] = {"n": n, "value": value, "sd": sqrt(variance)}
    if n < LEAST:
        return {**told, "low": None, "high": None}
    half = t95(n - 1) * sqrt(variance / n)
    return {**told, "low": value - half, "high": value + half}
