"""How two means differ, from exact integer sums, of the same trials (paired) or of others."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from backend.lab.statistics.estimates import Difference, Estimate
from engines.tally import Z95


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
    """`one` less `other`, trial by trial; None for less than two pairs.

    `products` is the sum of one's value times the other's over the pairs. The normal interval
    of the mean of n differences: what both have in common (the same board, the same luck) falls
    out of their spread.
    """
    if one.n != other.n:
        raise ValueError(f"{one.n} trials can't be paired with {other.n}")
    squares = one.squares + other.squares - 2 * products
    apart = Sums(one.n, one.total - other.total, squares)
    if apart.n < 2:
        return None
    return _normal(apart.mean, sqrt(max(apart.variance, 0.0) / apart.n), apart.n, "paired_means")


def unpaired_means(one: Sums, other: Sums) -> Difference | None:
    """`one` less `other`, of trials that have nothing in common; None for less than two each.

    The variances add up (Welch); with the hundreds of trials of a run the normal distribution
    stands for Student's.
    """
    if min(one.n, other.n) < 2:
        return None
    error = sqrt(one.variance / one.n + other.variance / other.n)
    return _normal(one.mean - other.mean, error, one.n + other.n, "means")


def _normal(value: float, error: float, n: int, method: str) -> Difference:
    half = Z95 * error
    p = 2 * NormalDist().cdf(-abs(value) / error) if error else float(value == 0)
    return Difference(Estimate(value, value - half, value + half, n), p, method)
