"""Which ε of "looks ahead, but with probability ε plays at random" explains people best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from backend.common.loading import loading
from backend.playtests.statistics.people import Rate, rate_of
from backend.playtests.statistics.plays import Plays
from backend.playtests.statistics.sums import binomials, sum_of, two_sided

STEPS = 200
"""ε is looked for in steps of 1/200."""

CHI95 = 3.841459
"""What twice the log-likelihood may fall by, at 95 % and one parameter."""

FLAT = 0.02
"""Where the simulated rate changes by less from ε = 0 to 1, there is no ε to be found."""

Range = Literal["within", "below", "above"]


@dataclass(frozen=True, slots=True)
class Curves:
    """A row for each board: its simulated stuck rate at each ε of 0, 1/200, … 1. Arrays."""

    epsilons: Any
    rates: Any


@dataclass(frozen=True, slots=True)
class Fit:
    """`epsilon` with its profile-likelihood 95 % interval. `people` is the rate seen, with its

    interval by players (`people_low`, `people_high`), `fitted` the one at ε on the same boards,
    `careful` and `careless` those at ε = 0 and 1. `widened` says how many times more than by chance
    plays vary about the fit. `range` tells whether people's rate can be had by any ε at all.
    """

    epsilon: float
    low: float
    high: float
    people: float
    people_low: float
    people_high: float
    fitted: float
    careful: float
    careless: float
    widened: float
    range: Range

    @property
    def explains(self) -> bool:
        """There is an ε that explains people, so there is an interval of such."""
        return self.range == "within" and not self.flat

    @property
    def flat(self) -> bool:
        """Nothing can be told: the rate hardly depends on ε."""
        return abs(self.careless - self.careful) < FLAT

    @property
    def anything(self) -> bool:
        """Nothing can be told: each ε explains the plays about as well."""
        return self.low <= 0 and self.high >= 1


def smooth(grid: Any, stuck: Any, trials: Any) -> Curves:
    """Curves from counts at the ε of `grid` (ascending, from 0 to 1): a row for each board.

    Rates are made monotone in ε (isotonic regression, Barlow et al., *Statistical Inference under
    Order Restrictions*, 1972), upwards or downwards as all boards' together go, and joined by
    straight lines. So that no play is impossible, half a play is added on either side.
    """
    import numpy as np

    with loading():
        from scipy.optimize import isotonic_regression

    grid, stuck, trials = (np.asarray(one, dtype=float) for one in (grid, stuck, trials))
    rates = (stuck + 0.5) / (trials + 1)
    rising = bool(rates[:, -1].mean() >= rates[:, 0].mean())
    fine = np.arange(STEPS + 1) / STEPS
    smoothed = [
        np.interp(fine, grid, isotonic_regression(row, weights=n, increasing=rising).x)
        for row, n in zip(rates, trials, strict=True)
    ]
    return Curves(fine, np.array(smoothed).reshape(-1, STEPS + 1))


def log_likelihoods(plays: Plays, curves: Curves) -> Any:
    """Of each board (rows) at each ε (columns)."""
    import numpy as np

    sessions, stuck = plays.of_boards()
    through = sessions - stuck
    return stuck[:, None] * np.log(curves.rates) + through[:, None] * np.log1p(-curves.rates)


def fit(plays: Plays, curves: Curves) -> Fit | None:
    """The ε of maximum likelihood. `curves` has a row for each of the plays' boards.

    The interval holds every ε whose log-likelihood is within `CHI95` / 2 of the best, that bound
    widened as the plays vary more about the fit than by chance: by board (Pearson's χ²) or by
    player (see `Plays.spread`), whichever is more (McCullagh & Nelder, *Generalized Linear Models*,
    1989, on quasi-likelihood). None without plays.
    """
    import numpy as np

    if not plays.n:
        return None
    sessions, _ = plays.of_boards()
    total = log_likelihoods(plays, curves).sum(axis=0)
    best = int(total.argmax())
    chances = curves.rates[:, best]
    widened = _widened(plays, chances)
    held = np.flatnonzero(2 * (total[best] - total) <= CHI95 * widened)
    weights = sessions / plays.n
    fitted = float(weights @ chances)
    seen = rate_of(plays, chances[plays.board] + plays.rate - fitted)
    careful, careless = (float(weights @ curves.rates[:, at]) for at in (0, -1))
    return Fit(
        epsilon=float(curves.epsilons[best]),
        low=float(curves.epsilons[held[0]]),
        high=float(curves.epsilons[held[-1]]),
        people=plays.rate,
        people_low=seen.low,
        people_high=seen.high,
        fitted=fitted,
        careful=careful,
        careless=careless,
        widened=widened,
        range=_range(plays, curves, seen, careful, careless),
    )


def _widened(plays: Plays, chances: Any) -> float:
    import numpy as np

    sessions, stuck = plays.of_boards()
    variance = sessions * chances * (1 - chances)
    boards = len(sessions)
    by_board = (
        ((stuck - sessions * chances) ** 2 / variance).sum() / (boards - 1) if boards > 1 else 1
    )
    expected = chances[plays.board]
    independent = variance.sum() / plays.n**2
    by_player = plays.spread(expected) / independent if plays.players > 1 else 1
    return float(np.max([1.0, by_board, by_player]))


def _range(plays: Plays, curves: Curves, seen: Rate, careful: float, careless: float) -> Range:
    """Whether people get stuck less or more often than at any ε, beyond chance: where the exact

    test and the interval by players agree.
    """
    low, high = (0, -1) if careful <= careless else (-1, 0)
    sessions, stuck = plays.of_boards()
    for at, name in ((low, "below"), (high, "above")):
        rates = curves.rates[:, at]
        usual = float(sessions @ rates) / plays.n
        beyond = seen.high < usual if name == "below" else seen.low > usual
        expected = sum_of(binomials(sessions, rates))
        if beyond and two_sided(expected, int(stuck.sum())) < 0.05:
            return name  # type: ignore[return-value]
    return "within"
