"""People's stuck rate against a simulated player's, on the very same boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from backend.common.loading import loading
from backend.playtests.statistics.plays import Plays
from backend.playtests.statistics.sums import as_simulated, sum_of, two_sided
from engines.tally import Z95, wilson

Verdict = Literal["smarter", "alike", "sloppier"]

Simulated = tuple[int, int]
"""Of a board's simulated plays: how many got stuck, and how many there were."""

LEVEL = 0.05
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

    @property
    def verdict(self) -> Verdict:
        """Something is claimed only where the test and the interval agree."""
        if self.p < LEVEL and self.high < 0:
            return "smarter"
        if self.p < LEVEL and self.low > 0:
            return "sloppier"
        return "alike"


def against(plays: Plays, simulated: Sequence[Simulated]) -> Against | None:
    """Compare; `simulated` has an entry for each of the plays' boards. None without plays.

    p: were people this policy, the number of plays stuck would be a sum of independent ones
    (Poisson-binomial; here beta-binomial, which carries the simulation's own error).

    Interval: Wilson's for people, of so many plays as count once each player's are taken as one
    (by the t distribution where players are few, and never narrower than for independent plays),
    and the simulation's normal one; the squares of the distances to their ends are added (Zou &
    Donner, Statistics in Medicine 27, 2008).
    """
    import numpy as np

    with loading():
        from scipy.stats import t

    if not plays.n:
        return None
    stuck, trials = np.array(simulated, dtype=float).T
    sessions, _ = plays.of_boards()
    chances = stuck / trials
    rate, weights = plays.rate, sessions / plays.n
    base = float(weights @ chances)
    difference = rate - base
    players = plays.players
    if players < 2:
        design, z = float(plays.n), Z95
    else:
        z = float(t.ppf(0.975, players - 1))
        independent = rate * (1 - rate) / plays.n
        found = plays.spread(chances[plays.board] + difference)
        design = max(1.0, found / independent) if independent else 1.0
    count = plays.n / design
    low, high = wilson(rate * count, count, z)
    shrunk = (stuck + 0.5) / (trials + 1)
    half = Z95 * sqrt(float((weights**2 * shrunk * (1 - shrunk) / trials).sum()))
    below, above = sqrt((rate - low) ** 2 + half**2), sqrt((high - rate) ** 2 + half**2)
    expected = sum_of(as_simulated(sessions, *zip(*simulated, strict=True)))
    return Against(
        people=rate,
        simulated=base,
        difference=difference,
        low=difference - below,
        high=difference + above,
        p=two_sided(expected, int(plays.stuck.sum())),
        design=design,
        missed=MISSED * (below + above) / 2,
    )
