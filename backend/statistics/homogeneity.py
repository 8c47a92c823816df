"""Whether replicates scatter as chance lets them."""

from __future__ import annotations

from collections.abc import Sequence

from backend.statistics.chi_squared import ChiSquared, are_enough, chi_squared
from backend.statistics.means import Sums
from engines.intervals import LEAST


def spread_of_proportions(runs: Sequence[tuple[int, int]]) -> ChiSquared | None:
    """Pearson's χ² test of homogeneity of (count, n) of each replicate.

    None where there is nothing to compare, or too little for χ²: fewer than two replicates, or
    one in which too few trials are to be expected to count, or not to.
    """
    runs = [(count, n) for count, n in runs if n]
    if len(runs) < 2:
        return None
    share = sum(count for count, _ in runs) / sum(n for _, n in runs)
    if not are_enough(n * part for _, n in runs for part in (share, 1 - share)):
        return None
    parts = [(count - n * share) ** 2 / (n * share * (1 - share)) for count, n in runs]
    return chi_squared(sum(parts), len(parts) - 1)


def spread_of_means(runs: Sequence[Sums]) -> ChiSquared | None:
    """Squared distances of the replicates' means from the common one, each in units of its own

    standard error (pooled variance). None where there is nothing to compare, or too little: fewer
    than two replicates, or one of fewer than `LEAST` trials.
    """
    runs = [run for run in runs if run.n]
    if len(runs) < 2 or min(run.n for run in runs) < LEAST:
        return None
    freedom = sum(run.n - 1 for run in runs)
    variance = sum(run.variance * (run.n - 1) for run in runs) / freedom
    if variance <= 0:
        return None
    common = sum(run.total for run in runs) / sum(run.n for run in runs)
    parts = [run.n * (run.mean - common) ** 2 / variance for run in runs]
    return chi_squared(sum(parts), len(parts) - 1)
