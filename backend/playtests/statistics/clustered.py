"""Shares of sessions of which some are one player's, and differences between them. Pure.

Players may play several sessions of an arm, and those of one player are more alike than others.
So a rate's spread is found from its players: the variance of a ratio of sums over players
(Cochran, *Sampling Techniques*, 1977, 6.3 and 9A), and from it Kish's design effect (*Survey
Sampling*, 1965), by which the number of sessions is divided before an interval is made (as Korn
and Graubard do, *Survey Methodology* 24, 1998). It is never taken to be below 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erfc, exp, gamma, sqrt
from statistics import NormalDist

from backend.lab.statistics.estimates import Difference
from backend.lab.statistics.proportions import newcombe, together
from backend.playtests.statistics.survival import LogRank, Wait, expected_stalls, logrank
from engines.student import t95, two_sided
from engines.tally import Z95, wilson

WARN_BELOW = 0.001
"""A sample ratio with a smaller p is warned of: a stricter border than usual, for it is looked at
again and again (Fabijan et al., *KDD* 2019, use 0.0005)."""

MOST_ALIKE = 1e-9

LEAST_PLAYERS, LEAST_STALLS = 10, 5
"""A group with fewer players, or with fewer stalls to be expected that count as of different ones,

is left out of a test of curves: χ² is no longer distributed as such then (Cochran's rule, and for
the players their number that a design effect must be found from).
"""


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


def compare_curves(
    waits: Sequence[Sequence[Wait]], groups: Sequence[Clustered]
) -> tuple[LogRank | None, list[int]]:
    """The log-rank test of groups that are large enough, with players as units, and the places of

    those that are not. `groups` are the sessions with a stall in each. None where fewer than two
    are left, or nothing can be told apart.
    """
    kept = [at for at, one in enumerate(groups) if one.players >= LEAST_PLAYERS]
    while True:
        expected = expected_stalls([waits[at] for at in kept])
        told = list(zip(kept, expected, strict=True))
        fewer = [at for at, n in told if n / groups[at].design_effect >= LEAST_STALLS]
        if fewer == kept:
            break
        kept = fewer
    small = [at for at, own in enumerate(waits) if own and at not in kept]
    found = logrank([waits[at] for at in kept]) if len(kept) > 1 else None
    return found and corrected(found, [groups[at] for at in kept]), small


@dataclass(frozen=True, slots=True)
class Shared:
    """What two groups of sessions have of the same players: over these, the sums of the one's

    count c and sessions m times the other's: c·c, c·m, m·c and m·m. Nothing where nobody is in
    both.
    """

    cc: int = 0
    cm: int = 0
    mc: int = 0
    mm: int = 0

    def correlation(self, one: Clustered, other: Clustered) -> float:
        """Of the two shares, by what they have of the same players (−1 … 1).

        The players' residuals c − p·m of the one times the other's, over the roots of their sums of
        squares: Taylor's linearisation of two ratios (Cochran 1977, 6.3), players as units. Half a
        session less, where they go together, as Newcombe has it for pairs: those who were all alike
        so far need not all be.
        """
        p, base = one.share, other.share
        spread, base_spread = (
            max(0.0, group.cc - 2 * share * group.cm + share * share * group.mm)
            for group, share in ((one, p), (other, base))
        )
        both = self.cc - base * self.cm - p * self.mc + p * base * self.mm
        both = max(0.0, both - 0.5) if both > 0 else both
        scale = sqrt(spread * base_spread)
        return max(-1.0, min(1.0, both / scale)) if scale > MOST_ALIKE else 0.0


APART = Shared()
"""Nobody is in both."""


def compare(one: Clustered, other: Clustered, shared: Shared = APART) -> Difference | None:
    """`one`'s share less `other`'s: Newcombe's interval and the score test, both of the effective

    numbers and of how far the two shares go together, where players are `shared`: then each is held
    against themself, and Student's t takes the place of the normal, as of differences of so many
    players. None where one has no session.
    """
    if not (one.n and other.n):
        return None
    n, m, r = one.effective, other.effective, shared.correlation(one, other)
    p, base = one.share, other.share
    freedom = min(one.players, other.players) - 1
    paired = shared.mm > 0 and freedom > 0
    z = t95(freedom) if paired else Z95
    estimate = replace(newcombe(p * n, n, base * m, m, r, z), n=one.n + other.n)
    pooled = (p * n + base * m) / (n + m)
    error = sqrt(pooled * (1 - pooled)) * together(1 / sqrt(n), 1 / sqrt(m), r)
    off = abs(p - base) / error if error > MOST_ALIKE else 0.0
    chance = two_sided(off, freedom) if paired else 2 * NormalDist().cdf(-off)
    return Difference(estimate, chance, "proportions")
