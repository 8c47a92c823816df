"""People's stuck rate as far as their plays tell it, each player's plays taken as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from backend.common.loading import loading
from backend.playtests.statistics.plays import Plays
from engines.intervals import Z95, wilson


@dataclass(frozen=True, slots=True)
class Rate:
    """The ends of the 95 % interval, and by how much the number of plays was divided for it."""

    low: float
    high: float
    design: float


def rate_of(plays: Plays, expected: Any) -> Rate:
    """Wilson's interval of so many plays as count once each player's are taken as one: by the t

    distribution where players are few, and never narrower than for independent plays. `expected`
    is each play's chance, about which players vary; all of them together have people's rate.
    """
    with loading():
        from scipy.stats import t

    rate, players = plays.rate, plays.players
    if players < 2:
        design, z = float(plays.n), Z95
    else:
        z = float(t.ppf(0.975, players - 1))
        independent = rate * (1 - rate) / plays.n
        design = max(1.0, plays.spread(expected) / independent) if independent else 1.0
    count = plays.n / design
    low, high = wilson(rate * count, count, z)
    return Rate(low, high, design)
