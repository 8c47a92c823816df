"""What every interval and every comparison is made of."""

from __future__ import annotations

from dataclasses import dataclass


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
class Difference:
    """How two variants differ: the estimate, its two-sided p, and how both were computed.

    `method` is a key of `METHODS`.
    """

    estimate: Estimate
    p: float
    method: str


METHODS = {
    "paired_proportions": "Bonett–Price interval, exact McNemar test",
    "paired_means": "Student’s interval and test of the differences, play by play",
    "proportions": "Newcombe’s interval, score test",
    "exact_proportions": "Newcombe’s interval, Fisher’s exact test",
    "means": "Welch’s interval and test of two independent means",
}
"""What a method is called; the help page has the formulas."""
