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
class Errors:
    """Mean absolute errors over the boards (0 … 1): of the predictions, of the others' mean, and

    what chance alone gives a prediction that is right, with so few sessions of a board.
    `slope` is that of the seen rates over the predicted ones, weighed by sessions: 1 if a board
    predicted to be worse by some points is so by as many. None where predictions are all alike.
    """

    boards: tuple[LeftOut, ...]
    predicted: float
    mean: float
    chance: float
    slope: float | None


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
    return Errors(
        boards=boards,
        predicted=float(abs(predicted - seen).mean()),
        mean=float(abs(mean - seen).mean()),
        chance=float(_mean_deviation(sessions, predicted).mean()),
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


def _slope(xs: Any, ys: Any, weights: Any) -> float | None:
    import numpy as np

    dx = xs - np.average(xs, weights=weights)
    below = float(weights @ dx**2)
    return float((weights * dx) @ ys) / below if below > 1e-9 else None
