"""How long until an event: survival curves, and whether those of several groups are one."""

from __future__ import annotations

import warnings
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from backend.common.loading import loading
from backend.statistics.chi_squared import ChiSquared, chi_squared
from engines.intervals import within

Wait = tuple[int, bool]
"""The time at which the event came (True), or to which it was waited for in vain (False).

Times are whole and from 0 on: here the moves of a session, and the event is its first stall.
"""


@dataclass(frozen=True, slots=True)
class Survived:
    """The share without the event up to and with a `time`, its interval, and how many were still

    watched before it.
    """

    time: int
    share: float
    low: float
    high: float
    at_risk: int

    @property
    def has_interval(self) -> bool:
        return self.low < self.high


def kaplan_meier(waits: Sequence[Wait]) -> list[Survived]:
    """The Kaplan–Meier curve (Journal of the American Statistical Association 53, 1958).

    A point for each time at which an event came, after one for time 0; and where any were watched
    beyond the last event, one for the last time of all, with the share and interval of the event
    before. Intervals: Greenwood's on the scale of log(-log), 95 %; there is none where the event
    came to all or to nobody so far. Empty of nobody.
    """
    if not waits:
        return []
    times = sorted(time for time, _ in waits)
    curve = [Survived(0, 1.0, 1.0, 1.0, len(waits))]
    if any_event([waits]):
        curve += _after_events(waits, times)
    if times[-1] > curve[-1].time:
        curve.append(replace(curve[-1], time=times[-1], at_risk=_at_risk(times, times[-1])))
    return curve


def _after_events(waits: Sequence[Wait], times: Sequence[int]) -> Iterator[Survived]:
    """A point for each time of an event, one at least. `times`: of all, ascending."""
    with loading():
        from scipy.stats import CensoredData, ecdf

    events = [time for time, came in waits if came]
    censored = [time for time, came in waits if not came]
    curve = ecdf(CensoredData(uncensored=events, right=censored)).sf
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # at a share of 0 there is no interval
        interval = curve.confidence_interval(0.95, method="log-log")
    came_at = set(events)
    for i, time in enumerate(map(int, curve.quantiles)):
        if time in came_at:
            share = float(curve.probabilities[i])
            low, high = (float(end.probabilities[i]) for end in (interval.low, interval.high))
            low, high = (share if end != end else end for end in (low, high))
            yield Survived(time, share, *within(share, low, high), _at_risk(times, time))


def _at_risk(times: Sequence[int], time: int) -> int:
    """How many were still watched before this time."""
    return len(times) - bisect_left(times, time)


def any_event(groups: Iterable[Sequence[Wait]]) -> bool:
    return any(came for group in groups for _, came in group)


def logrank(groups: Sequence[Sequence[Wait]]) -> ChiSquared | None:
    """The log-rank test of no difference between the groups' curves.

    Peto & Peto, Journal of the Royal Statistical Society A 135 (1972), for any number of groups,
    by statsmodels' `survdiff`, which leaves one group out, so that the others' covariance can be
    inverted. Waits are taken for independent. Groups that nobody was left of when the first event
    came tell nothing, and are no degree of freedom. None where nothing can be told apart: fewer
    than two other groups, no event, or all that were left had it at once.
    """
    first = min((time for group in groups for time, came in group if came), default=None)
    if first is None:
        return None
    watched = [group for group in groups if any(time >= first for time, _ in group)]
    left = [wait for group in watched for wait in group if wait[0] >= first]
    if len(watched) < 2 or left.count((first, True)) == len(left):
        return None
    import numpy as np

    with loading():
        from statsmodels.duration.survfunc import survdiff

    sizes = [len(group) for group in watched]
    times, came = np.array([wait for group in watched for wait in group], dtype=int).T
    chi2, _ = survdiff(times, came, np.repeat(np.arange(len(watched)), sizes))
    return chi_squared(max(0.0, float(chi2)), len(watched) - 1)


def expected_events(groups: Sequence[Sequence[Wait]]) -> list[float]:
    """How many events would have come in each group, were their curves one."""
    watched, came = _by_time(groups)
    at_risk, events = watched.sum(axis=0), came.sum(axis=0)
    counts = events > 0
    return [float(sums) for sums in watched[:, counts] @ (events[counts] / at_risk[counts])]


def _by_time(groups: Sequence[Sequence[Wait]]) -> tuple[Any, Any]:
    """Of each group (rows) at each time (columns): those still watched, and events."""
    import numpy as np

    last = max((time for group in groups for time, _ in group), default=0)
    ended = np.zeros((len(groups), last + 1))
    came = np.zeros((len(groups), last + 1))
    for at, group in enumerate(groups):
        for time, is_event in group:
            ended[at, time] += 1
            came[at, time] += is_event
    return ended[:, ::-1].cumsum(axis=1)[:, ::-1], came
