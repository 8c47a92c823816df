"""How many trials: plain formulas of the normal distribution, nothing to be imported.

The rates here are what is expected, so the answers are too: sizes to plan with.
"""

from __future__ import annotations

from math import ceil
from statistics import NormalDist

from backend.statistics.multiplicity import critical
from engines.intervals import Z95

POWER = 0.8
"""A difference of the planned size is found in so many of such experiments."""


def trials_for_precision(half: float, *, variance: float = 0.25) -> int:
    """Trials after which a 95 % interval reaches `half` to either side.

    `variance` is one trial's: of a proportion p (1 - p), at most a quarter.
    """
    return max(1, ceil(variance * (Z95 / half) ** 2))


def trials_for_difference(
    difference: float,
    *,
    variance: float,
    other_variance: float,
    power: float = POWER,
    comparisons: int = 1,
) -> int:
    """Trials of each of two variants, not paired, after which a true difference of that size

    is seen (at 5 %, two-sided, adjusted for the number of `comparisons`) in the share `power` of
    experiments, or more. Paired ones need fewer.
    """
    z = errors_to_see(power, comparisons)
    return max(1, ceil((variance + other_variance) * (z / difference) ** 2))


def detectable(error: float, power: float = POWER, *, comparisons: int = 1) -> float:
    """The smallest true difference that is seen in the share `power` of experiments, where its
    standard error is `error` and it is one of so many `comparisons`."""
    return errors_to_see(power, comparisons) * error


def errors_to_see(power: float, comparisons: int) -> float:
    """How many standard errors a true difference has to measure, to be seen so often."""
    return critical(comparisons) + NormalDist().inv_cdf(power)


def error_of(low: float, high: float) -> float:
    """The standard error that a 95 % interval of this width stands for."""
    return (high - low) / (2 * Z95)


def more_trials(value: float, n: int, border: float) -> int | None:
    """About so many more trials until a proportion's interval no longer holds the border.

    If the proportion stays what it is; None where it lies on the border. Wilson's interval ends
    where the border itself would have the value just two standard errors away.
    """
    distance = abs(value - border)
    if distance < 1e-12:
        return None
    return max(1, ceil(border * (1 - border) * (Z95 / distance) ** 2) - n)
