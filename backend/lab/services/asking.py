"""An experiment as a script asks for it: by preset, by variants, by sweep; sized by a wish."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from backend.common.problems import NotAllowed
from backend.lab.checking import VariantRequest, check_variants, find_game
from backend.lab.models import Experiment
from backend.lab.planning import Wish, plan_trials
from backend.lab.services.queueing import queue_experiment, queue_preset
from backend.lab.sweeping import SweptRule, sweep_variants
from engines import Fault, Game

REFUSAL = "This experiment can't be queued as it stands."


def queue_asked(
    *,
    game: str,
    created_by: User | None = None,
    preset: str | None = None,
    variants: Sequence[VariantRequest] | None = None,
    baseline: VariantRequest | None = None,
    sweep: SweptRule | None = None,
    grid: Sequence[SweptRule] = (),
    trials: int | None = None,
    precision: float | None = None,
    difference: float | None = None,
    power: float | None = None,
    **rest: Any,
) -> Experiment:
    """Queue what is asked for; `rest` as `queue_experiment` and `queue_preset` take it.

    Raises `NotAllowed` (422) with a JSON pointer for each fault; then nothing is written.
    """
    faults: list[Fault] = []
    found = find_game(game, faults)
    if found is None:
        raise NotAllowed(REFUSAL, faults=faults)
    if baseline is not None:
        swept = [(f"/grid/{at}", one) for at, one in enumerate(grid)]
        swept += [("/sweep", sweep)] if sweep is not None else []
        variants = sweep_variants(found, baseline, swept, faults)
        if faults:
            raise NotAllowed(REFUSAL, faults=faults)
    if precision is not None or difference is not None:
        wish = Wish(precision, difference, *(() if power is None else (power,)))
        trials = _planned(found, preset, variants, wish, rest)
    if preset is not None:
        return queue_preset(game=game, preset=preset, trials=trials, created_by=created_by, **rest)
    return queue_experiment(
        game=game, variants=variants or (), trials=trials or 0, created_by=created_by, **rest
    )


def _planned(
    game: Game,
    preset: str | None,
    variants: Sequence[VariantRequest] | None,
    wish: Wish,
    rest: dict[str, Any],
) -> int | None:
    """Trials of each run; None for a preset that there is not, which is refused later."""
    replicates = rest.get("replicates")
    if preset is not None:
        chosen = next((one for one in game.presets if one.key == preset), None)
        if chosen is None:
            return None
        replicates = replicates or chosen.replicates
        variants = [
            {"title": v.title, "rules": v.rules.model_dump(mode="json"), "policy": v.policy}
            for v in chosen.variants
        ]
    faults: list[Fault] = []
    checked = check_variants(game, variants or (), faults, bool(rest.get("both_seats")))
    plan = None if faults else plan_trials(game, checked, wish, replicates or 1, faults)
    if plan is None:
        raise NotAllowed(REFUSAL, faults=faults)
    return plan.trials
