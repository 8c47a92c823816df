"""Whether the arms of an experiment are as large as a fair draw makes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.common.loading import loading
from backend.statistics.chi_squared import are_enough, chi_squared

WARN_BELOW = 0.001
"""A sample ratio with a smaller p is warned of: a stricter border than usual, for it is looked at
again and again (Fabijan et al., *KDD* 2019, use 0.0005)."""


@dataclass(frozen=True, slots=True)
class SampleRatio:
    """Pearson's χ² of the numbers in the arms against equal shares, and its p.

    `is_exact` says that p is of the multinomial distribution, not of χ².
    """

    counts: tuple[int, ...]
    chi2: float
    df: int
    p: float
    is_exact: bool = False

    @property
    def warns(self) -> bool:
        return self.p < WARN_BELOW


def sample_ratio(counts: Sequence[int]) -> SampleRatio | None:
    """Whether as many came to each arm as chance allows; None for one arm, or nobody.

    With few people in each arm p is exact: the chance of all draws whose χ² is as large or larger.
    """
    n, arms = sum(counts), len(counts)
    if arms < 2 or not n:
        return None
    each = n / arms
    chi2 = sum((count - each) ** 2 / each for count in counts)
    if are_enough([each]):
        return SampleRatio(tuple(counts), chi2, arms - 1, chi_squared(chi2, arms - 1).p)
    p = _exact(n, arms, sum(count * count for count in counts))
    return SampleRatio(tuple(counts), chi2, arms - 1, p, is_exact=True)


def _exact(n: int, arms: int, least: int) -> float:
    """How often n people, drawn into as many arms, have a sum of squared counts of `least` or more.

    Where shares are equal χ² rises with that sum. Arm by arm: the chance of having drawn m people
    so far with squares that sum to s, of the multinomial distribution.
    """
    import numpy as np

    with loading():
        from scipy.special import comb

    drawn = np.arange(n + 1)[:, None]
    chances = np.zeros((n + 1, n * n + 1))
    chances[0, 0] = 1.0
    for _ in range(arms):
        after = np.zeros_like(chances)
        for count in range(n + 1):
            square = count * count
            ways = comb(drawn[count:], count) / float(arms) ** count
            after[count:, square:] += ways * chances[: n + 1 - count, : n * n + 1 - square]
        chances = after
    return min(1.0, float(chances[n, least:].sum()))
