"""Many comparisons at once: what is shown, and p-values and widths that allow for their number."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

LEVEL = 0.05
"""At most this share of experiments, or pages, claim anything at all that is not so."""


def holm(ps: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values (Scandinavian Journal of Statistics 6, 1979), in the same order.

    The smallest of m is multiplied by m, the next one by m - 1, …, and none is less than the
    one before. Calling a difference real where its adjusted p is under 0.05 gives a false alarm
    anywhere among them in at most 5 % of experiments.
    """
    adjusted, least = [0.0] * len(ps), 0.0
    for rank, at in enumerate(sorted(range(len(ps)), key=lambda at: ps[at])):
        least = max(least, min(1.0, (len(ps) - rank) * ps[at]))
        adjusted[at] = least
    return adjusted


def is_shown(low: float, high: float, p_adjusted: float) -> bool:
    """Whether a difference may be claimed: its interval is clear of 0, and its p is small even

    when adjusted for all comparisons that stand with it. The one rule for sentences and tables.
    """
    return p_adjusted < LEVEL and not low <= 0 <= high


def critical(count: int) -> float:
    """Standard errors to either side, so that `count` intervals hold all at once (Bonferroni).

    A difference that is clear of 0 by so many passes Holm's adjustment among `count` of them:
    his first step is Bonferroni's, and the later ones ask for less.
    """
    return NormalDist().inv_cdf(1 - LEVEL / (2 * max(1, count)))
