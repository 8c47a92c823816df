"""Means from exact integer sums, with normal 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from engines.tally import Z95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % interval, of `n` trials (or pairs of them)."""

    value: float
    low: float
    high: float
    n: int

    def scaled(self, factor: float) -> Estimate:
        """The same in another unit; `factor` is positive."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor, self.n)


@dataclass(frozen=True, slots=True)
class Sums:
    """Of a whole number counted in each of `n` trials: its sum and the sum of its squares."""

    n: int
    total: int
    squares: int

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.n + other.n, self.total + other.total, self.squares + other.squares)


def paired_means(one: Sums, other: Sums, products: int) -> Estimate | None:
    """`one` less `other`, trial by trial; None for less than two pairs.

    `products` is the sum of one's value times the other's over the pairs. The normal interval
    of the mean of n differences: what both have in common (the same board, the same luck) falls
    out of their spread.
    """
    if one.n != other.n:
        raise ValueError(f"{one.n} trials can't be paired with {other.n}")
    n = one.n
    if n < 2:
        return None
    total = one.total - other.total
    squares = one.squares + other.squares - 2 * products
    variance = (n * squares - total * total) / (n * (n - 1))
    value, half = total / n, Z95 * sqrt(max(variance, 0.0) / n)
    return Estimate(value, value - half, value + half, n)
