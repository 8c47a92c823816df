"""Whether replicates scatter as chance lets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.common.loading import loading
from backend.lab.statistics.means import Sums


@dataclass(frozen=True, slots=True)
class Spread:
    """A χ² of `df` degrees of freedom, and how often chance alone gives one as large."""

    chi2: float
    df: int
    p: float


def spread_of_proportions(runs: Sequence[tuple[int, int]]) -> Spread | None:
    """The χ² test of homogeneity of (count, n) of each replicate; None where there is nothing

    to compare: fewer than two replicates, or none or all of the trials counted.
    """
    runs = [(count, n) for count, n in runs if n]
    count, n = sum(c for c, _ in runs), sum(m for _, m in runs)
    if len(runs) < 2 or count in (0, n):
        return None
    p = count / n
    return _spread([(c - m * p) ** 2 / (m * p * (1 - p)) for c, m in runs])


def spread_of_means(runs: Sequence[Sums]) -> Spread | None:
    """Squared distances of the replicates' means from the common one, each in units of its own

    standard error (pooled variance); None where there is nothing to compare.
    """
    runs = [run for run in runs if run.n > 1]
    if len(runs) < 2:
        return None
    freedom = sum(run.n - 1 for run in runs)
    variance = sum(run.variance * (run.n - 1) for run in runs) / freedom
    if variance <= 0:
        return None
    common = sum(run.total for run in runs) / sum(run.n for run in runs)
    return _spread([run.n * (run.mean - common) ** 2 / variance for run in runs])


def _spread(parts: Sequence[float]) -> Spread:
    with loading():
        from scipy.stats import chi2

    total, df = sum(parts), len(parts) - 1
    return Spread(total, df, float(chi2.sf(total, df)))
