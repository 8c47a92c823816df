"""How far predictions are off, on boards that were left out of the fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from backend.common.loading import loading
from backend.playtests.statistics.fitting import Curves, log_likelihoods
from backend.playtests.statistics.plays import Plays

LEAST = 3
"""With fewer boards nothing is left to fit by."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One board, predicted from the others: by their ε, and by their mean rate."""

    board: Any
    sessions: int
    stuck: int
    epsilon: float
    predicted: float
    mean: float

    @property
    def seen(self) -> float:
        return self.stuck / self.sessions


@dataclass(frozen=True, slots=True)
class Interval:
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Errors:
    """Mean absolute errors (0 … 1), boards weighed by sessions: of the predictions, of the others'

    mean, and what chance alone gives a prediction that is right, with so few sessions of a board.
    `gain` is by how much less the predictions are off than the mean, with boards as units. `slope`
    is that of the seen rates over the predicted ones: 1 if a board predicted to be worse by some
    points is so by as many. None where predictions are all alike.
    """

    boards: tuple[LeftOut, ...]
    predicted: float
    mean: float
    chance: float
    gain: Interval
    slope: Interval | None


def leave_boards_out(plays: Plays, curves: Curves) -> Errors | None:
    """Predict each board from the others' plays. None with fewer than `LEAST` boards."""
    import numpy as np

    if len(plays.boards) < LEAST:
        return None
    sessions, stuck = plays.of_boards()
    parts = log_likelihoods(plays, curves)
    without = parts.sum(axis=0) - parts
    best = without.argmax(axis=1)
    predicted = curves.rates[np.arange(len(best)), best]
    mean = (stuck.sum() - stuck) / (sessions.sum() - sessions)
    seen = stuck / sessions
    boards = tuple(
        LeftOut(
            board,
            int(sessions[at]),
            int(stuck[at]),
            float(curves.epsilons[best[at]]),
            float(predicted[at]),
            float(mean[at]),
        )
        for at, board in enumerate(plays.boards)
    )
    off, mean_off = abs(predicted - seen), abs(mean - seen)
    return Errors(
        boards=boards,
        predicted=float(np.average(off, weights=sessions)),
        mean=float(np.average(mean_off, weights=sessions)),
        chance=float(np.average(_mean_deviation(sessions, predicted), weights=sessions)),
        gain=_weighed(mean_off - off, sessions),
        slope=_slope(predicted, seen, sessions),
    )


def _mean_deviation(n: Any, p: Any) -> Any:
    """E|X/n - p| of binomial X (arrays), by De Moivre (Diaconis & Zabell, Statistical Science 6,

    1991).
    """
    import numpy as np

    with loading():
        from scipy.stats import binom

    least = np.floor(n * p) + 1
    return 2 * least * (1 - p) * binom.pmf(least, n, p) / n


def _weighed(xs: Any, weights: Any) -> Interval:
    """The weighed mean over boards with a 95 % interval: the variance of a ratio of sums (Cochran,

    *Sampling Techniques*, 1977, 6.3), and Student's t of as many boards as count, (Σw)² / Σw².
    """
    import numpy as np

    value = float(np.average(xs, weights=weights))
    boards = len(xs)
    squares = float(((weights * (xs - value)) ** 2).sum()) * boards / (boards - 1)
    return _around(value, squares**0.5 / float(weights.sum()), weights, fitted=1)


def _slope(xs: Any, ys: Any, weights: Any) -> Interval | None:
    """The weighed least squares, with an interval that takes no board's variance for known (White,

    *Econometrica* 48, 1980).
    """
    import numpy as np

    dx = xs - np.average(xs, weights=weights)
    below = float(weights @ dx**2)
    if below <= 1e-9:
        return None
    value = float((weights * dx) @ ys) / below
    rest = ys - np.average(ys, weights=weights) - value * dx
    boards = len(xs)
    squares = float(((weights * dx * rest) ** 2).sum()) * boards / (boards - 2)
    return _around(value, squares**0.5 / below, weights, fitted=2)


def _around(value: float, error: float, weights: Any, fitted: int) -> Interval:
    """`value` with the interval of its standard error, after `fitted` figures were fitted."""
    with loading():
        from scipy.stats import t

    counts = float(weights.sum()) ** 2 / float((weights.astype(float) ** 2).sum())
    half = float(t.ppf(0.975, max(1.0, counts - fitted))) * error
    return Interval(value, value - half, value + half)
