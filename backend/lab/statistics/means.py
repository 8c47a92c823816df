"""How two means differ, from exact integer sums, of the same trials (paired) or of others."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from backend.lab.statistics.estimates import Difference, Estimate
from engines.student import t95, two_sided
from engines.tally import LEAST


@dataclass(frozen=True, slots=True)
class Sums:
    """Of a whole number counted in each of `n` trials: its sum and the sum of its squares."""

    n: int
    total: int
    squares: int

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.n + other.n, self.total + other.total, self.squares + other.squares)

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


def paired_means(one: Sums, other: Sums, products: int) -> Difference | None:
    """`one` less `other`, trial by trial; None for fewer than `LEAST` pairs.

    `products` is the sum of one's value times the other's over the pairs. Student's interval and
    test of the mean of n differences: what both have in common (the same board, the same luck)
    falls out of their spread.
    """
    if one.n != other.n:
        raise ValueError(f"{one.n} trials can't be paired with {other.n}")
    squares = one.squares + other.squares - 2 * products
    apart = Sums(one.n, one.total - other.total, squares)
    if apart.n < LEAST:
        return None
    error = sqrt(apart.variance / apart.n)
    return _student(apart.mean, error, apart.n - 1, apart.n, "paired_means")


def unpaired_means(one: Sums, other: Sums) -> Difference | None:
    """`one` less `other`, of trials that have nothing in common; None for fewer than `LEAST` each.

    The variances add up (Welch, Biometrika 34, 1947), as Student's degrees of freedom do by
    Satterthwaite's formula (Biometrics Bulletin 2, 1946).
    """
    if min(one.n, other.n) < LEAST:
        return None
    parts = [(part.variance / part.n, part.n - 1) for part in (one, other)]
    whole = sum(variance for variance, _ in parts)
    freedom = float(min(one.n, other.n) - 1)
    if whole:
        freedom = whole**2 / sum(variance**2 / df for variance, df in parts)
    return _student(one.mean - other.mean, sqrt(whole), freedom, one.n + other.n, "means")


def _student(value: float, error: float, freedom: float, n: int, method: str) -> Difference:
    half = t95(freedom) * error
    p = two_sided(value / error, freedom) if error else float(value == 0)
    return Difference(Estimate(value, value - half, value + half, n), p, method)
