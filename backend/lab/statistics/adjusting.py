"""Many comparisons at once: p-values that allow for their number."""

from __future__ import annotations

from collections.abc import Sequence


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
