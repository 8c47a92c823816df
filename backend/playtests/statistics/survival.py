"""Until the first stall: survival curves, and whether those of several groups are one."""

from __future__ import annotations

import warnings
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from backend.common.loading import loading

Wait = tuple[int, bool]
"""A session's move at which the first stall came (True), or to which it was watched (False)."""


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

    @property
    def has_interval(self) -> bool:
        return self.low < self.high


@dataclass(frozen=True, slots=True)
class LogRank:
    """`chi2` with `df` degrees of freedom: as much as chance gives with probability `p`."""

    chi2: float
    df: int
    p: float


def survival(waits: Sequence[Wait]) -> list[Survived]:
    """The Kaplan–Meier curve of (move, whether the stall came with it or watching ended).

    A point for each move number at which a stall came, after one for move 0; and where sessions
    were watched beyond the last stall, one for the last move of all, with the share and interval of
    the stall before. Intervals: Greenwood's on the scale of log(-log), 95 %; there is none where
    all or no sessions stalled so far. Empty without sessions.
    """
    if not waits:
        return []
    told = sorted(move for move, _ in waits)
    curve = [Survived(0, 1.0, 1.0, 1.0, len(waits))]
    if anybody_stalled([waits]):
        curve += _after_stalls(waits, told)
    if told[-1] > curve[-1].move:
        curve.append(replace(curve[-1], move=told[-1], at_risk=_at_risk(told, told[-1])))
    return curve


def _after_stalls(waits: Sequence[Wait], told: Sequence[int]) -> Iterator[Survived]:
    """A point for each move number at which a stall came, one at least. `told`: all, ascending."""
    with loading():
        from scipy.stats import CensoredData, ecdf

    seen = [move for move, came in waits if came]
    ended = [move for move, came in waits if not came]
    found = ecdf(CensoredData(uncensored=seen, right=ended)).sf
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # at a share of 0 there is no interval
        ends = found.confidence_interval(0.95, method="log-log")
    came_at = set(seen)
    for i, move in enumerate(int(one) for one in found.quantiles):
        if move in came_at:
            share = float(found.probabilities[i])
            low, high = (float(end.probabilities[i]) for end in (ends.low, ends.high))
            low, high = (share if end != end else end for end in (low, high))
            yield Survived(move, share, low, high, _at_risk(told, move))


def _at_risk(told: Sequence[int], move: int) -> int:
    """How many were still watched before this move."""
    return len(told) - bisect_left(told, move)


def anybody_stalled(groups: Iterable[Sequence[Wait]]) -> bool:
    return any(came for group in groups for _, came in group)


def logrank(groups: Sequence[Sequence[Wait]]) -> LogRank | None:
    """The log-rank test of no difference between the groups' curves.

    Peto & Peto, Journal of the Royal Statistical Society A 135 (1972), for any number of groups:
    the stalls that came in each less those expected, and their hypergeometric covariance. It takes
    sessions for independent. None where nothing can be told apart: fewer than two groups with a
    session that was watched while stalls came, or no stall.
    """
    import numpy as np

    with loading():
        from scipy.stats import chi2 as chi_squared

    watched, came = _by_move(groups)
    at_risk, stalls = watched.sum(axis=0), came.sum(axis=0)
    counts = (stalls > 0) & (at_risk > 1)
    share = watched[:, counts] / at_risk[counts]
    stalls, at_risk = stalls[counts], at_risk[counts]
    excess = came[:, counts].sum(axis=1) - share @ stalls
    weight = stalls * (at_risk - stalls) / (at_risk - 1)
    covariance = np.diag(share @ weight) - (share * weight) @ share.T
    df = int(np.linalg.matrix_rank(covariance, hermitian=True))
    if df < 1:
        return None
    chi2 = float(excess @ np.linalg.pinv(covariance, hermitian=True) @ excess)
    return LogRank(chi2, df, float(chi_squared.sf(chi2, df)))


def expected_stalls(groups: Sequence[Sequence[Wait]]) -> list[float]:
    """How many stalls would have come in each group, were their curves one."""
    watched, came = _by_move(groups)
    at_risk, stalls = watched.sum(axis=0), came.sum(axis=0)
    counts = stalls > 0
    return [float(one) for one in watched[:, counts] @ (stalls[counts] / at_risk[counts])]


def _by_move(groups: Sequence[Sequence[Wait]]) -> tuple[Any, Any]:
    """Of each group (rows) at each move (columns): sessions still watched, and stalls."""
    import numpy as np

    last = max((move for group in groups for move, _ in group), default=0)
    ended = np.zeros((len(groups), last + 1))
    came = np.zeros((len(groups), last + 1))
    for at, group in enumerate(groups):
        for move, is_stall in group:
            ended[at, move] += 1
            came[at, move] += is_stall
    return ended[:, ::-1].cumsum(axis=1)[:, ::-1], came
