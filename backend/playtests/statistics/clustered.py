"""Shares of sessions of which some are one player's, and differences between them. Pure.

Players may play several sessions of an arm, and those of one player are more alike than others.
So a rate's spread is found from its players: the variance of a ratio of sums over players
(Cochran, *Sampling Techniques*, 1977, 6.3 and 9A), and from it Kish's design effect (*Survey
Sampling*, 1965), by which the number of sessions is divided before an interval is made (as Korn
and Graubard do, *Survey Methodology* 24, 1998). It is never taken to be below 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, gamma, sqrt
from statistics import NormalDist

from backend.lab.statistics.estimates import Difference, Estimate
from backend.playtests.statistics.survival import LogRank
from engines.tally import wilson

WARN_BELOW = 0.001
"""A sample ratio with a smaller p is warned of: a stricter border than usual, for it is looked at
again and again (Fabijan et al., *KDD* 2019, use 0.0005)."""

MOST_ALIKE = 1e-9


@dataclass(frozen=True, slots=True)
class SampleRatio:
    """Pearson's χ² of the numbers in the arms against equal shares, and its p."""

    counts: tuple[int, ...]
    chi2: float
    df: int
    p: float

    @property
    def warns(self) -> bool:
        return self.p < WARN_BELOW


def sample_ratio(counts: Sequence[int]) -> SampleRatio | None:
    """Whether as many came to each arm as chance allows; None for one arm, or nobody."""
    n, arms = sum(counts), len(counts)
    if arms < 2 or not n:
        return None
    each = n / arms
    found = sum((count - each) ** 2 / each for count in counts)
    return SampleRatio(tuple(counts), found, arms - 1, chi2_tail(found, arms - 1))


def chi2_tail(x: float, df: int) -> float:
    """The probability that χ² of `df` degrees of freedom is `x` or more.

    The regularised upper incomplete gamma function Q(df / 2, x / 2) by its recurrence (NIST DLMF
    8.8.12), for whole df: no more than a few steps, and SciPy need not be loaded.
    """
    half = x / 2
    a, tail = (0.5, erfc(sqrt(half))) if df % 2 else (1.0, exp(-half))
    while a < df / 2:
        tail += half**a * exp(-half) / gamma(a + 1)
        a += 1
    return min(1.0, tail)


@dataclass(frozen=True, slots=True)
class Clustered:
    """`count` of `n` sessions, of `players` players.

    Of each player's own count c and sessions m: the sums of c², c·m and m².
    """

    count: int
    n: int
    players: int
    cc: int
    cm: int
    mm: int

    @property
    def share(self) -> float:
        return self.count / self.n

    @property
    def design_effect(self) -> float:
        """How many times the variance is that of as many sessions of different players; ≥ 1."""
        p = self.count / self.n if self.n else 0.0
        plain = p * (1 - p) * self.n
        if self.players < 2 or plain <= 0:
            return max(1.0, self.mm / self.n if self.n else 1.0)
        squares = self.cc - 2 * p * self.cm + p * p * self.mm
        return max(1.0, self.players / (self.players - 1) * squares / plain)

    @property
    def effective(self) -> float:
        """So many sessions of different players would tell as much."""
        return self.n / self.design_effect

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, of the effective number; (0, 1) of nothing."""
        return wilson(self.share * self.effective, self.effective) if self.n else (0.0, 1.0)


def corrected(found: LogRank, groups: Sequence[Clustered]) -> LogRank:
    """A log-rank test that takes sessions for independent, made to count players: its χ² is

    divided by the groups' mean design effect. `groups` are the sessions with a stall in each.
    Rao and Scott's first-order correction of a test of homogeneity (*Journal of the American
    Statistical Association* 76, 1981): a group counts by the share of sessions that are not its
    own, which of two groups makes the small one's spread count as it does in their difference.
    """
    told = [one for one in groups if one.n]
    n = sum(one.n for one in told)
    weighed = sum((1 - one.n / n) * one.design_effect for one in told)
    effect = weighed / (len(told) - 1) if len(told) > 1 else 1.0
    chi2 = found.chi2 / effect
    return LogRank(chi2, found.df, chi2_tail(chi2, found.df))


def compare(one: Clustered, other: Clustered) -> Difference | None:
    """`one`'s share less `other`'s: Newcombe's interval (method 10, *Statistics in Medicine* 17,

    1998) and the score test, both of the effective numbers. None where one has no session.
    """
    if not (one.n and other.n):
        return None
    n, m = one.effective, other.effective
    (low, high), (base_low, base_high) = one.interval, other.interval
    p, base = one.share, other.share
    below = sqrt((p - low) ** 2 + (base_high - base) ** 2)
    above = sqrt((high - p) ** 2 + (base - base_low) ** 2)
    d = p - base
    estimate = Estimate(d, d - below, d + above, one.n + other.n)
    pooled = (p * n + base * m) / (n + m)
    error = sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    chance = 2 * NormalDist().cdf(-abs(d) / error) if error > MOST_ALIKE else 1.0
    return Difference(estimate, chance, "proportions")
