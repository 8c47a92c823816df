"""Whether a study's arms are as large as chance makes them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.playtests.statistics.clusters import chi2_tail

WARN_BELOW = 0.001
"""A sample ratio with a smaller p is warned of: a stricter border than usual, for it is looked at
again and again (Fabijan et al., *KDD* 2019, use 0.0005)."""


@dataclass(frozen=True, slots=True)
class SampleRatio:
    """Pearson's χ² of the numbers in the arms against equal shares, and its p."""

    counts: tuple[int, ...]
    chi2: float
    df: int
    p: float

    @property
    def warns(self) -> bool:
        return self.p < WARN_BELOW


def sample_ratio(counts: Sequence[int]) -> SampleRatio | None:
    """Whether as many came to each arm as chance allows; None for one arm, or nobody."""
    n, arms = sum(counts), len(counts)
    if arms < 2 or not n:
        return None
    each = n / arms
    found = sum((count - each) ** 2 / each for count in counts)
    return SampleRatio(tuple(counts), found, arms - 1, chi2_tail(found, arms - 1))
