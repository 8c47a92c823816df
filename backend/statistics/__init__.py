"""Textbook statistics: pure functions of counts, sums and lists, on SciPy and statsmodels.

Each has the textbook's name, and says its source, its units and from which size it holds. What
reads play (who is sloppier than a simulated player, where a place stands out) is with its app.

SciPy and statsmodels are imported inside the functions that need them: they cost seconds and
160 MB, which a web process should pay for only where such a figure is asked for.
"""

from __future__ import annotations

from backend.statistics.clusters import Clustered, Shared, compare, compare_curves, enough_players
from backend.statistics.correlation import spearman
from backend.statistics.estimates import Difference, Estimate
from backend.statistics.homogeneity import spread_of_means, spread_of_proportions
from backend.statistics.means import Sums, paired_means, unpaired_means
from backend.statistics.multiplicity import holm, is_shown
from backend.statistics.proportions import (
    bonett_price,
    fisher,
    mcnemar,
    newcombe,
    paired_proportions,
    unpaired_proportions,
)
from backend.statistics.sample_ratio import sample_ratio
from backend.statistics.survival import kaplan_meier, logrank
from engines.intervals import t95, wilson

__all__ = [
    "Clustered",
    "Difference",
    "Estimate",
    "Shared",
    "Sums",
    "bonett_price",
    "compare",
    "compare_curves",
    "enough_players",
    "fisher",
    "holm",
    "is_shown",
    "kaplan_meier",
    "logrank",
    "mcnemar",
    "newcombe",
    "paired_means",
    "paired_proportions",
    "sample_ratio",
    "spearman",
    "spread_of_means",
    "spread_of_proportions",
    "t95",
    "unpaired_means",
    "unpaired_proportions",
    "wilson",
]
