"""How fast trials go, from what like runs took."""

from __future__ import annotations

from math import prod
from typing import Any

from django.db.models import QuerySet, Sum

from backend.lab.models import Run
from engines.game import Game

DEFAULT_SPEED = 20_000.0
"""Trials a second by which the first chunks are cut, until something like it was measured. A guess:
what it would make of times is shown to nobody."""

LOOK_BACK = 20
"""Ended runs that are looked at."""


def expected_speed(*, game: Game, rules: Any, policy: str) -> float:
    """Trials a second of one worker: as far as it is known, else `DEFAULT_SPEED`."""
    return known_speed(game=game, rules=rules, policy=policy) or DEFAULT_SPEED


def known_speed(*, game: Game, rules: Any, policy: str) -> float | None:
    """Trials a second of one worker: of the same rules and policy where they were run before,

    else of the same policy under other rules, in proportion to the number of counters (which
    grows with the board). None where the policy has not run yet.
    """
    like = Run.objects.filter(
        variant__experiment__game=game.slug,
        variant__experiment__version=game.version,
        variant__policy=policy,
        trials_done__gt=0,
        seconds__gt=0,
    )
    same = _speed(like.filter(variant__rules=rules.model_dump(mode="json")))
    if same is not None:
        return same
    latest = like.order_by("-finished_at").select_related("variant").first()
    if latest is None or latest.trials_done is None or latest.seconds is None:
        return None
    then = game.Rules.model_validate(latest.variant.rules)
    return latest.trials_done / latest.seconds * counters(game, then) / counters(game, rules)


def counters(game: Game, rules: Any) -> int:
    """How many integers a tally of these rules has: a measure of the board's size."""
    return sum(prod(metric.shape(rules)) for metric in game.metrics)


def _speed(runs: QuerySet[Run]) -> float | None:
    latest = runs.order_by("-finished_at").values("pk")[:LOOK_BACK]
    sums = Run.objects.filter(pk__in=latest).aggregate(n=Sum("trials_done"), s=Sum("seconds"))
    return sums["n"] / sums["s"] if sums["s"] else None
