"""How two means differ, from exact integer sums, of the same trials (paired) or of others."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from backend.common.loading import loading
from backend.statistics.estimates import Difference, Estimate
from engines.intervals import LEAST, t95


@dataclass(frozen=True, slots=True)
class Sums:
    """Of a whole number counted in each of `n` trials: its sum and the sum of its squares."""

    n: int
    total: int
    squares: int

    def __add__(self, more: Sums) -> Sums:
        return Sums(self.n + more.n, self.total + more.total, self.squares + more.squares)

    @property
    def opposite(self) -> Sums:
        """Of the same numbers, each with the other sign."""
        return Sums(self.n, -self.total, self.squares)

    @property
    def mean(self) -> float:
        return self.total / self.n

    @property
    def variance(self) -> float:
        """The sample variance; 0 for a single trial."""
        if self.n < 2:
            return 0.0
        return (self.n * self.squares - self.total**2) / (self.n * (self.n - 1))


def paired_means(sums: Sums, base: Sums, products: int) -> Difference | None:
    """The mean of `sums` less that of `base`, trial by trial; None for fewer than `LEAST` pairs.

    `products` is the sum, over the pairs, of the one value times the other. Student's interval and
    test of the mean of n differences: what both have in common (the same board, the same luck)
    falls out of their spread. Raises ValueError where there are not as many of each.
    """
    if sums.n != base.n:
        raise ValueError(f"{sums.n} trials can't be paired with {base.n}")
    squares = sums.squares + base.squares - 2 * products
    apart = Sums(sums.n, sums.total - base.total, squares)
    if apart.n < LEAST:
        return None
    error = sqrt(apart.variance / apart.n)
    return _student(apart.mean, error, apart.n - 1, apart.n, "paired_means")


def unpaired_means(sums: Sums, base: Sums) -> Difference | None:
    """The mean of `sums` less that of `base`, of trials that have nothing in common.

    The variances add up (Welch, Biometrika 34, 1947), as Student's degrees of freedom do by
    Satterthwaite's formula (Biometrics Bulletin 2, 1946). None for fewer than `LEAST` of either.
    """
    if min(sums.n, base.n) < LEAST:
        return None
    parts = [(part.variance / part.n, part.n - 1) for part in (sums, base)]
    whole = sum(variance for variance, _ in parts)
    freedom = float(min(sums.n, base.n) - 1)
    if whole:
        freedom = whole**2 / sum(variance**2 / df for variance, df in parts)
    return _student(sums.mean - base.mean, sqrt(whole), freedom, sums.n + base.n, "means")


def two_sided(t: float, freedom: float) -> float:
    """How often chance alone gives a t so far from 0 or farther, by Student's distribution.

    Of any degrees of freedom above 0; they need not be whole.
    """
    with loading():
        from scipy.special import stdtr

    return min(1.0, 2 * float(stdtr(freedom, -abs(t))))


def _student(value: float, error: float, freedom: float, n: int, method: str) -> Difference:
    half = t95(freedom) * error
    p = two_sided(value / error, freedom) if error else float(value == 0)
    return Difference(Estimate(value, value - half, value + half, n), p, method)
