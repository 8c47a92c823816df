"""Figures beside the counts: rank correlation and survival, with intervals. Pure."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh

from engines.tally import Z95

LEAST = 5
"""Fewer loci than this have no rank correlation worth telling."""


@dataclass(frozen=True, slots=True)
class Correlation:
    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Survived:
    """The share of sessions with no stall up to and with move `move`, its interval, and how many

    sessions were still watched before it.
    """

    move: int
    share: float
    low: float
    high: float
    at_risk: int


def spearman(xs: Sequence[float], ys: Sequence[float]) -> Correlation | None:
    """Spearman's rank correlation with a 95 % interval.

    The interval is Fisher's with Bonett and Wright's standard error, sqrt((1 + r²/2)/(n - 3))
    (Psychometrika 65, 2000). None for fewer than `LEAST` pairs, or where one side is all alike.
    """
    n = len(xs)
    if n < LEAST or len(set(xs)) < 2 or len(set(ys)) < 2:
        return None
    from scipy.stats import spearmanr

    r = float(spearmanr(xs, ys).statistic)
    if abs(r) >= 1 - 1e-12:
        r = round(r)
        return Correlation(r, r, r, n)
    half = Z95 * sqrt((1 + r * r / 2) / (n - 3))
    return Correlation(r, tanh(atanh(r) - half), tanh(atanh(r) + half), n)


def survival(waits: Sequence[tuple[int, bool]]) -> list[Survived]:
    """The Kaplan–Meier curve of (move, whether the stall came with it or watching ended).

    A point for each move number at which a stall came, after one for move 0. Intervals: Greenwood's
    on the scale of log(-log), 95 %. Empty without sessions.
    """
    if not waits:
        return []
    from scipy.stats import CensoredData, ecdf

    seen = [move for move, came in waits if came]
    ended = [move for move, came in waits if not came]
    curve = [Survived(0, 1.0, 1.0, 1.0, len(waits))]
    if not seen:
        return curve
    found = ecdf(CensoredData(uncensored=seen, right=ended)).sf
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # at a share of 0 there is no interval
        ends = found.confidence_interval(0.95, method="log-log")
    came_at = set(seen)
    for i, move in enumerate(found.quantiles):
        if int(move) in came_at:
            share = float(found.probabilities[i])
            low, high = (float(end.probabilities[i]) for end in (ends.low, ends.high))
            low, high = (share if end != end else end for end in (low, high))
            at_risk = sum(one >= move for one, _ in waits)
            curve.append(Survived(int(move), share, low, high, at_risk))
    return curve
