"""Rank correlation, also of few pairs and of many ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import Any

from backend.common.loading import loading
from engines.intervals import Z95

LEAST = 5
"""Fewer pairs than this have no rank correlation to speak of."""

SHUFFLES = 5_040
"""So many permutations are gone through: all of them up to seven pairs, else as many drawn."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """Of `n` pairs, with its two-sided p. Without an interval `low` and `high` are None."""

    value: float
    low: float | None
    high: float | None
    n: int
    p: float


def spearman(xs: Sequence[float], ys: Sequence[float]) -> Correlation | None:
    """Spearman's rank correlation (American Journal of Psychology 15, 1904), ties at mean ranks.

    p is of permutations (see `SHUFFLES`), drawn with a fixed seed, so it holds for few pairs and
    any ties. The 95 % interval is Fisher's with Bonett and Wright's standard error,
    sqrt((1 + r²/2) / (n - 3)) (Psychometrika 65, 2000). There is none of a perfect correlation, nor
    where more than half of one side is the same: there it held the truth in only 80 to 87 % of
    simulated samples of 20 and 50 pairs. None for fewer than `LEAST` pairs, or where one side is
    all alike.
    """
    n = len(xs)
    if n < LEAST or len(set(xs)) < 2 or len(set(ys)) < 2:
        return None
    with loading():
        from scipy.stats import rankdata

    x_ranks, y_ranks = rankdata(xs), rankdata(ys)
    x_off, y_off = x_ranks - x_ranks.mean(), y_ranks - y_ranks.mean()
    r = float(x_off @ y_off / sqrt((x_off @ x_off) * (y_off @ y_off)))
    p = _permuted(x_ranks, y_ranks)
    if abs(r) > 1 - 1e-12:
        return Correlation(float(round(r)), None, None, n, p)
    if max(*Counter(xs).values(), *Counter(ys).values()) > n / 2:
        return Correlation(r, None, None, n, p)
    half = Z95 * sqrt((1 + r * r / 2) / (n - 3))
    return Correlation(r, tanh(atanh(r) - half), tanh(atanh(r) + half), n, p)


def _permuted(x_ranks: Any, y_ranks: Any) -> float:
    """How often pairing these ranks at random gives a product so far off on either side.

    Twice the smaller tail. Ranks are multiples of a half, so their products are exact.
    """
    import numpy as np

    with loading():
        from scipy.stats import permutation_test

    test = permutation_test(
        (x_ranks,),
        lambda shuffled, axis: (shuffled * y_ranks).sum(axis=axis),
        permutation_type="pairings",
        vectorized=True,
        n_resamples=SHUFFLES,
        batch=1_000,
        rng=np.random.default_rng(0),
    )
    return float(test.pvalue)
