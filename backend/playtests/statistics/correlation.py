"""Rank correlation over the loci of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh

from backend.common.loading import loading
from engines.tally import Z95

LEAST = 5
"""Fewer loci than this have no rank correlation worth telling."""


@dataclass(frozen=True, slots=True)
class Correlation:
    value: float
    low: float
    high: float
    n: int


def spearman(xs: Sequence[float], ys: Sequence[float]) -> Correlation | None:
    """Spearman's rank correlation with a 95 % interval.

    The interval is Fisher's with Bonett and Wright's standard error, sqrt((1 + r²/2)/(n - 3))
    (Psychometrika 65, 2000). None for fewer than `LEAST` pairs, or where one side is all alike.
    """
    n = len(xs)
    if n < LEAST or len(set(xs)) < 2 or len(set(ys)) < 2:
        return None
    with loading():
        from scipy.stats import spearmanr

    r = float(spearmanr(xs, ys).statistic)
    if abs(r) >= 1 - 1e-12:
        r = round(r)
        return Correlation(r, r, r, n)
    half = Z95 * sqrt((1 + r * r / 2) / (n - 3))
    return Correlation(r, tanh(atanh(r) - half), tanh(atanh(r) + half), n)
