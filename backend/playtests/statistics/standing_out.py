"""Places at which sessions stalled more often than at their other places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from backend.playtests.statistics.sums import at_least, binomials, sum_of
from backend.statistics.multiplicity import LEVEL, holm

Chances = Mapping[tuple[int, int], int]
"""How many sessions with a timed move at a place stalled at so many of so many places.

One session of a player, for a sum of them takes them for independent.
"""


@dataclass(frozen=True, slots=True)
class StandsOut:
    """`stalled` of `n` sessions did at a place, where `expected` would have, were all places alike.

    `p` is exact, one-sided, and adjusted for all places that were looked at.
    """

    stalled: int
    n: int
    expected: float
    p: float


def standing_out(places: Mapping[str, tuple[int, Chances]]) -> dict[str, StandsOut]:
    """The places that stand out, most certain first; `places` has (sessions stalled, chances).

    A session that stalled at s of its m places did so here with chance s/m, were its places alike:
    so a slow player, or one who never stalls, counts for no place. The number of sessions is a
    sum of such, its tail exact; Holm's adjustment keeps the chance that any place is named
    wrongly at 5 %.
    """
    found = []
    for place, (stalled, chances) in places.items():
        told = {of: n for of, n in chances.items() if of[0]}
        shares = [some / most for some, most in told]
        counts = sum_of(binomials(list(told.values()), shares))
        expected = sum(n * some / most for (some, most), n in told.items())
        n = sum(chances.values())
        found.append((at_least(counts, stalled), place, stalled, n, expected))
    found.sort()
    adjusted = holm([alone for alone, *_ in found])
    return {
        place: StandsOut(stalled, n, expected, p)
        for p, (_, place, stalled, n, expected) in zip(adjusted, found, strict=True)
        if p < LEVEL
    }
