"""How two proportions differ, of the same trials (paired) or of others."""

from __future__ import annotations

from math import sqrt

from backend.common.loading import loading
from backend.lab.statistics.estimates import Difference, Estimate
from engines.tally import Z95, wilson


def paired_proportions(count: int, other: int, both: int, n: int) -> Difference:
    """`count` of n less `other` of the same n trials; in `both` it counted in both.

    Only trials that came out differently tell: ``count - both`` one way, ``other - both`` the
    other way. Interval: Bonett and Price's (Journal of Educational and Behavioral Statistics
    37(4), 2012), an adjusted Wald interval: one trial is added to either kind. It needs no
    iteration, has a width even where no trial differed, and covers about as often as it
    claims from a few trials to millions. p: McNemar's exact test.
    """
    with loading():
        from statsmodels.stats.contingency_tables import mcnemar

    more, less = count - both, other - both
    neither = n - both - more - less
    p = mcnemar([[both, more], [less, neither]], exact=True).pvalue
    return Difference(bonett_price(more, less, n), min(1.0, float(p)), "paired_proportions")


def bonett_price(more: int, less: int, n: int) -> Estimate:
    """The interval of ``(more - less) / n``."""
    up, down = (more + 1) / (n + 2), (less + 1) / (n + 2)
    middle = up - down
    half = Z95 * sqrt((up + down - middle * middle) / (n + 2))
    value = (more - less) / n
    return Estimate(value, max(-1.0, middle - half), min(1.0, middle + half), n)


def unpaired_proportions(count: int, n: int, other: int, other_n: int) -> Difference:
    """``count / n`` less ``other / other_n``, of trials that have nothing in common.

    Interval: `newcombe`. p: the score test, whose variance is that of no difference.
    """
    with loading():
        from statsmodels.stats.proportion import test_proportions_2indep

    if count + other in (0, n + other_n):
        p = 1.0  # nothing ever counted, or everything: the test's variance is 0
    else:
        p = float(test_proportions_2indep(count, n, other, other_n, method="score").pvalue)
    return Difference(newcombe(count, n, other, other_n), p, "proportions")


def newcombe(
    count: float,
    n: float,
    other: float,
    other_n: float,
    correlation: float = 0.0,
    z: float = Z95,
) -> Estimate:
    """Newcombe's interval (method 10, Statistics in Medicine 17, 1998) of a difference:

    the distances to the ends of the two Wilson intervals, their squares added. Where the two
    proportions go together, twice their product times the `correlation` is taken off, as Newcombe
    does for pairs (ibid. 2635) and Zou and Donner for any two estimates (ibid. 27, 2008). What
    counts less than it is many may be less than a whole number.
    """
    value, base = count / n, other / other_n
    low, high = wilson(count, n, z)
    base_low, base_high = wilson(other, other_n, z)
    below = together(value - low, base_high - base, correlation)
    above = together(high - value, base - base_low, correlation)
    d = value - base
    return Estimate(d, d - below, d + above, round(n + other_n))


def together(one: float, other: float, correlation: float) -> float:
    """How far a difference is off where its two parts are, with this correlation."""
    return sqrt(max(0.0, one**2 - 2 * correlation * one * other + other**2))
