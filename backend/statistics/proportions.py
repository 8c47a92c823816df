"""How two proportions differ, of the same trials (paired) or of others."""

from __future__ import annotations

from math import ceil, floor, sqrt

from backend.common.loading import loading
from backend.statistics.chi_squared import are_enough
from backend.statistics.estimates import Difference, Estimate
from engines.intervals import Z95, wilson, within

ROUNDING = 1e-9
"""What is so close to a whole number is one."""


def paired_proportions(count: int, base: int, both: int, n: int) -> Difference:
    """`count` of n less `base` of the same n trials; in `both` it counted in both.

    Only trials that came out differently tell: ``count - both`` one way, ``base - both`` the
    other way. Interval: `bonett_price`. p: `mcnemar`.
    """
    more, less = count - both, base - both
    p = mcnemar(more, less)
    return Difference(bonett_price(more, less, n), p, "paired_proportions")


def mcnemar(more: int, less: int) -> float:
    """McNemar's exact two-sided p: of ``more + less`` pairs that differ, half go either way.

    Psychometrika 12 (1947); here by the binomial distribution, so of any size. 1 of no pair.
    """
    with loading():
        from statsmodels.stats.contingency_tables import mcnemar as test

    return min(1.0, float(test([[0, more], [less, 0]], exact=True).pvalue))


def bonett_price(more: int, less: int, n: int) -> Estimate:
    """The interval of ``(more - less) / n``, of n pairs.

    Bonett and Price's (Journal of Educational and Behavioral Statistics 37(4), 2012), an adjusted
    Wald interval: one trial is added to either kind. It needs no iteration, has a width even where
    no trial differed, and covers about as often as it claims from a few trials to millions.
    """
    up, down = (more + 1) / (n + 2), (less + 1) / (n + 2)
    middle = up - down
    half = Z95 * sqrt((up + down - middle * middle) / (n + 2))
    value = (more - less) / n
    return Estimate(value, *within(value, middle - half, middle + half, -1.0), n)


def unpaired_proportions(count: int, n: int, base: int, base_n: int) -> Difference:
    """``count / n`` less ``base / base_n``, of trials that have nothing in common.

    Interval: `newcombe`. p: the score test, whose variance is that of no difference (Mee,
    Biometrics 40, 1984); Fisher's exact one where too few of either outcome are to be expected.
    """
    estimate = newcombe(count, n, base, base_n)
    if not enough_outcomes(count, n, base, base_n):
        return Difference(estimate, fisher(count, n, base, base_n), "exact_proportions")
    with loading():
        from statsmodels.stats.proportion import test_proportions_2indep

    p = float(test_proportions_2indep(count, n, base, base_n, method="score").pvalue)
    return Difference(estimate, p, "proportions")


def enough_outcomes(count: float, n: float, base: float, base_n: float) -> bool:
    """Whether a normal approximation of the difference holds (Cochran's rule).

    Of either outcome enough are to be expected on either side, were there no difference. Where
    this fails and sizes are unequal, the score test at 5 % is wrong in up to 8 %, and at the
    0.5 % of a tenth comparison in up to 4 %.
    """
    share = (count + base) / (n + base_n)
    return are_enough(size * part for size in (n, base_n) for part in (share, 1 - share))


def fisher(count: float, n: float, base: float, base_n: float) -> float:
    """Fisher's exact two-sided p (*Statistical Methods for Research Workers*, 1934).

    Numbers that are not whole, as effective ones, are rounded so that they tell no more: sizes
    down, and counts towards each other.
    """
    with loading():
        from scipy.stats import fisher_exact

    up = count / n < base / base_n
    table = [_whole(count, n, up=up), _whole(base, base_n, up=not up)]
    return min(1.0, float(fisher_exact(table).pvalue))


def _whole(count: float, n: float, *, up: bool) -> tuple[int, int]:
    """Those that count and those that do not, as whole numbers, in about the same proportion."""
    size = floor(n + ROUNDING)
    counted = count / n * size
    counted = ceil(counted - ROUNDING) if up else floor(counted + ROUNDING)
    return counted, size - counted


def newcombe(
    count: float,
    n: float,
    base: float,
    base_n: float,
    correlation: float = 0.0,
    z: float = Z95,
) -> Estimate:
    """Newcombe's interval (method 10, Statistics in Medicine 17, 1998) of a difference:

    the distances to the ends of the two Wilson intervals, their squares added. Where the two
    proportions go together, twice their product times the `correlation` is taken off, as Newcombe
    does for pairs (ibid. 2635) and Zou and Donner for any two estimates (ibid. 27, 2008). What
    counts less than it is many may be less than a whole number. It holds the difference and lies
    between -1 and 1.
    """
    value, base_value = count / n, base / base_n
    low, high = wilson(count, n, z)
    base_low, base_high = wilson(base, base_n, z)
    below = distance(value - low, base_high - base_value, correlation)
    above = distance(high - value, base_value - base_low, correlation)
    apart = value - base_value
    return Estimate(apart, *within(apart, apart - below, apart + above, -1.0), round(n + base_n))


def distance(part: float, base_part: float, correlation: float) -> float:
    """How far a difference is off where its two parts are, with this correlation."""
    squares = part**2 - 2 * correlation * part * base_part + base_part**2
    return sqrt(max(0.0, squares))
