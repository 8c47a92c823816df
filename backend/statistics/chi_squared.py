"""Tests whose statistic is distributed as χ², and the sizes from which it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from backend.common.loading import loading

LEAST_EXPECTED = 5
"""Of fewer to be expected in a cell, χ² is no approximation to rely on (Cochran, Biometrics 10,

1954): a test of counts is then exact, or none is made.
"""


@dataclass(frozen=True, slots=True)
class ChiSquared:
    """A χ² of `df` degrees of freedom, and how often chance alone gives one as large."""

    chi2: float
    df: int
    p: float


def chi_squared(value: float, df: int) -> ChiSquared:
    """The upper tail of the χ² distribution, at any size and any whole `df`."""
    with loading():
        from scipy.special import chdtrc

    return ChiSquared(value, df, float(chdtrc(df, value)))


def are_enough(expected: Iterable[float]) -> bool:
    """Whether all these numbers to be expected are large enough for χ²."""
    return all(number >= LEAST_EXPECTED - 1e-9 for number in expected)
