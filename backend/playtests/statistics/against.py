"""People's stuck rate against a simulated player's, on the very same boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from backend.playtests.statistics.people import rate_of
from backend.playtests.statistics.plays import Plays
from backend.playtests.statistics.sums import as_simulated, sum_of, two_sided
from backend.statistics.clusters import enough_players
from backend.statistics.multiplicity import LEVEL
from engines.intervals import Z95, within

Verdict = Literal["smarter", "not told apart", "sloppier", "too few players"]

Simulated = tuple[int, int]
"""Of a board's simulated plays: how many got stuck, and how many there were."""

MISSED = (Z95 + 0.8416) / Z95
"""A difference so many times an interval's half is found in four of five corpora."""


@dataclass(frozen=True, slots=True)
class Against:
    """`people` and `simulated` are rates, the latter weighed as people played the boards.

    `difference` is people's less the simulated one, with its 95 % interval; `p` is exact.
    `design` says how many times a player's plays being alike widens the variance. A difference
    below `missed` would be missed in more than one corpus of five.
    """

    people: float
    simulated: float
    difference: float
    low: float
    high: float
    p: float
    design: float
    missed: float
    players: int

    @property
    def is_of_few(self) -> bool:
        """Players are too few for any difference to be told."""
        return not enough_players(self.players)

    @property
    def verdict(self) -> Verdict:
        """Something is claimed only of enough players, and where test and interval agree."""
        if self.is_of_few:
            return "too few players"
        if self.p < LEVEL and self.high < 0:
            return "smarter"
        if self.p < LEVEL and self.low > 0:
            return "sloppier"
        return "not told apart"


def against(plays: Plays, simulated: Sequence[Simulated]) -> Against | None:
    """Compare; `simulated` has an entry for each of the plays' boards. None without plays.

    p: were people this policy, the number of plays stuck would be a sum of independent ones
    (Poisson-binomial; here beta-binomial, which carries the simulation's own error).

    Interval: people's (see `rate_of`) and the simulation's normal one; the squares of the distances
    to their ends are added (Zou & Donner, Statistics in Medicine 27, 2008).
    """
    import numpy as np

    if not plays.n:
        return None
    stuck, trials = np.array(simulated, dtype=float).T
    sessions, _ = plays.of_boards()
    chances = stuck / trials
    rate, weights = plays.rate, sessions / plays.n
    base = float(weights @ chances)
    difference = rate - base
    told = rate_of(plays, chances[plays.board] + difference)
    shrunk = (stuck + 0.5) / (trials + 1)
    half = Z95 * sqrt(float((weights**2 * shrunk * (1 - shrunk) / trials).sum()))
    below, above = (sqrt((end - rate) ** 2 + half**2) for end in (told.low, told.high))
    low, high = within(difference, difference - below, difference + above, -1.0)
    expected = sum_of(as_simulated(sessions, *zip(*simulated, strict=True)))
    return Against(
        people=rate,
        simulated=base,
        difference=difference,
        low=low,
        high=high,
        p=two_sided(expected, int(plays.stuck.sum())),
        design=told.design,
        missed=MISSED * (below + above) / 2,
        players=plays.players,
    )
