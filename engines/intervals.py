"""Intervals of 95 %: of a proportion (Wilson's) and of a mean (Student's)."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)

LEAST = 30
"""Of fewer numbers a mean has no interval: nobody knows yet how they scatter."""


def within(
    value: float, low: float, high: float, least: float = 0.0, most: float = 1.0
) -> tuple[float, float]:
    """The interval's ends, cut to what can be (`least` to `most`) and never past the estimate.

    A formula that is exact on paper leaves its own estimate out by the last binary digit.
    """
    return min(value, max(least, low)), max(value, min(most, high))


def wilson(count: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a proportion (Wilson, JASA 22, 1927); (0, 1) for n = 0.

    It holds ``count / n`` and lies between 0 and 1. Neither need be whole: where plays are alike,
    `n` is of how many different ones they tell.
    """
    if n == 0:
        return 0.0, 1.0
    p, zz = min(1.0, count / n), z * z
    centre = (p + zz / (2 * n)) / (1 + zz / n)
    half = z / (1 + zz / n) * sqrt(p * (1 - p) / n + zz / (4 * n * n))
    return within(p, centre - half, centre + half)


@lru_cache(maxsize=4096)
def t95(freedom: float) -> float:
    """So many standard errors to either side make a 95 % interval of a mean.

    The 97.5 % point of Student's t, of 1 degree of freedom or more; they need not be whole. From
    `LEAST` numbers on by Cornish and Fisher's expansion (Abramowitz & Stegun 26.7.5), which is off
    by less than 1e-7 there: processes that serve play answer with such means, and have no room for
    SciPy, which tells the points below.
    """
    if freedom < LEAST - 1:
        from scipy.special import stdtrit

        return float(stdtrit(freedom, 0.975))
    z, n = Z95, freedom
    z2 = z * z
    first = (z2 + 1) / 4
    second = ((5 * z2 + 16) * z2 + 3) / 96
    third = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384
    fourth = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92_160
    return z * (1 + (first + (second + (third + fourth / n) / n) / n) / n)
