"""How many plays a wish needs: a precision, or a difference to be seen.

Of a rate the variance of one play is never more than a quarter, so the answer always suffices. Of
a mean it is what plays of the same rules by the same policy had before; where there are none, of
a few dozen played here and now, which makes the answer a good guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isfinite
from time import perf_counter
from typing import Any

from backend.lab.checking import CheckedVariant
from backend.lab.models import MAX_TRIALS, BoardChoice, Run
from backend.statistics.means import Sums
from backend.statistics.planning import (
    POWER,
    trials_for_difference,
    trials_for_precision,
)
from engines import EngineError, Fault, Game, headline_of, split_vector

PILOT = 64
"""So many plays are tried where nothing like them was played before."""

PILOT_SECONDS = 3.0
"""All variants of an experiment together may take so long to be tried."""

PILOT_SEED = 20_261

FINEST = 1e-6
"""No finer wish: it would take more plays than can be counted."""

LARGEST = 1e9
"""No figure is as large: nothing would be wished for."""

LEAST = 100
"""Plays of each variant, at least: fewer tell nothing of a mean."""

LOOK_BACK = 20
"""Ended runs that are looked at."""

WIDEST = 0.25
"""The variance of one play of a rate, at most: that of a rate of a half."""

_tried: dict[tuple[str, int, str, str], float] = {}
_MOST_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class Wish:
    """What an experiment shall tell; of a rate shares (0.01 is a point), else the mean's unit.

    Where both are given, whichever needs more plays decides.
    """

    precision: float | None = None
    difference: float | None = None
    power: float = POWER


@dataclass(frozen=True, slots=True)
class Spread:
    """The variance of one play of each variant, in their order.

    `plays` is how many earlier ones they were measured on; some may have been `tried` here. Of
    `guessed` of them nothing is known: they are taken to vary as the most varied of the others.
    """

    variances: tuple[float, ...]
    plays: int = 0
    tried: bool = False
    guessed: int = 0

    @property
    def largest(self) -> float:
        return max(self.variances)


@dataclass(frozen=True, slots=True)
class Plan:
    """`trials` of each of `replicates` runs, for at least `plays` of each variant."""

    trials: int
    replicates: int
    plays: int
    spread: Spread


def plan_trials(
    game: Game,
    variants: Sequence[CheckedVariant],
    wish: Wish,
    replicates: int,
    faults: list[Fault],
) -> Plan | None:
    """The plan that fulfils a wish. None where something is wrong, which `faults` then say."""
    before = len(faults)
    _check_wish(game, wish, len(variants), faults)
    if len(faults) > before:
        return None
    named = "precision" if wish.precision is not None else "difference"
    spread = spread_of(game, variants, PILOT_SECONDS)
    if spread is None:
        text = (
            "How far plays scatter is not known: none of these rules by these players have been "
            f"simulated yet, and {PILOT} of them take too long to be tried out here. Give the "
            "number of trials this time, such as 1,000; afterwards it is known."
        )
        faults.append(Fault(f"/{named}", text))
        return None
    plays = plays_for(wish, spread)
    if not is_rate(game):
        plays = max(LEAST, plays)
    trials = ceil(plays / replicates)
    if trials > MAX_TRIALS:
        text = (
            f"That takes {plays:,} plays of each variant; at most {MAX_TRIALS:,} in each replicate "
            "can be simulated. Wish for less."
        )
        faults.append(Fault(f"/{named}", text))
        return None
    return Plan(trials, replicates, plays, spread)


def plays_for(wish: Wish, spread: Spread) -> int:
    """Plays of each variant."""
    needed = [1]
    if wish.precision is not None:
        needed.append(trials_for_precision(wish.precision, variance=spread.largest))
    if wish.difference is not None:
        others = spread.variances[1:] or spread.variances
        needed.append(
            trials_for_difference(
                wish.difference,
                variance=spread.variances[0],
                other_variance=max(others),
                power=wish.power,
                comparisons=len(spread.variances) - 1,
            )
        )
    return max(needed)


def spread_of(game: Game, variants: Sequence[CheckedVariant], seconds: float) -> Spread | None:
    """How far plays of these scatter; None where nothing is known and trying takes longer."""
    if is_rate(game):
        return Spread((WIDEST,) * len(variants))
    end = perf_counter() + seconds
    measured = [_measured(game, one) for one in variants]
    variances = [
        _try_out(game, one, end) if sums is None else sums.variance
        for one, sums in zip(variants, measured, strict=True)
    ]
    known = [variance for variance in variances if variance is not None]
    if not known:
        return None
    return Spread(
        tuple(max(known) if variance is None else variance for variance in variances),
        plays=sum(sums.n for sums in measured if sums is not None),
        tried=any(one is None for one in measured) and variances.count(None) < measured.count(None),
        guessed=variances.count(None),
    )


def is_rate(game: Game) -> bool:
    """Whether its headline is a share of plays, so that bands can be set for it."""
    return headline_of(game).kind == "proportion"


def _check_wish(game: Game, wish: Wish, variants: int, faults: list[Fault]) -> None:
    for name, value, most in (
        ("precision", wish.precision, 0.5),
        ("difference", wish.difference, 1),
    ):
        if value is None:
            continue
        if not (isfinite(value) and value >= FINEST):
            faults.append(Fault(f"/{name}", f"A number from {FINEST:.6f}."))
        elif is_rate(game) and value > most:
            faults.append(Fault(f"/{name}", f"Of a rate at most {most:g}: 0.01 is one point."))
        elif value > LARGEST:
            faults.append(Fault(f"/{name}", f"A number up to {LARGEST:,.0f}."))
    if not 0.5 <= wish.power <= 0.999:
        faults.append(Fault("/power", "From 0.5 to 0.999, such as 0.8."))
    if wish.difference is not None and variants < 2:
        faults.append(Fault("/difference", "A difference needs a variant besides the baseline."))


def _measured(game: Game, variant: CheckedVariant) -> Sums | None:
    """The headline's sums over the latest runs of the same, if there are plays enough.

    Of runs on stored puzzles nothing is taken: those few boards scatter less than all do.
    """
    rules, policy = variant.plain
    headline = headline_of(game)
    runs = Run.objects.filter(
        variant__experiment__game=game.slug,
        variant__experiment__version=game.version,
        variant__policy=policy,
        variant__rules=rules,
        trials_done__gt=0,
    ).exclude(variant__experiment__boards=BoardChoice.FIXED)
    total = Sums(0, 0, 0)
    for run in runs.order_by("-finished_at")[:LOOK_BACK]:
        assert run.totals is not None  # as it has ended
        total += Sums(*split_vector(game, variant.rules, run.totals)[headline.key])
    return total if total.n >= PILOT else None


def _try_out(game: Game, variant: CheckedVariant, end: float) -> float | None:
    """The variance of the first plays, in plain Python; None if they won't be done by `end`.

    The same for the same rules and policy always: kept for the next time.
    """
    rules, policy = variant.plain
    key = (game.slug, game.version, repr(sorted(rules.items())), policy)
    if key in _tried:
        return _tried[key]
    values: list[int] = []
    began = perf_counter()
    while len(values) < PILOT:
        now = perf_counter()
        left = (now - began) / max(1, len(values)) * (PILOT - len(values))
        if now > end or (len(values) >= 3 and now + left > end):  # the first ones warm up
            return None
        try:
            played = game.replay_trial(variant.rules, policy, PILOT_SEED, len(values))
        except EngineError:
            return None
        values.append(played.headline_value)
    if len(_tried) >= _MOST_KEPT:
        _tried.clear()
    _tried[key] = _sums(values).variance
    return _tried[key]


def _sums(values: Sequence[Any]) -> Sums:
    return Sums(len(values), sum(values), sum(value * value for value in values))
