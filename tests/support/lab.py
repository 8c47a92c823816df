"""Small experiments for tests, and what they must come to."""

from __future__ import annotations

from typing import Any

from backend.lab.models import Chunk, Experiment, Run
from backend.lab.services import VariantRequest, queue_experiment
from engines import get_game

GAME = "map_coloring"

SMALL = {"width": 6, "height": 6, "seeds": 6, "colors": 3}


def variant(title: str = "", policy: str = "random", **rules: Any) -> VariantRequest:
    return {"title": title, "rules": {**SMALL, **rules}, "policy": policy}


def queue(**changes: Any) -> Experiment:
    """A baseline and one variant of small maps, 200 trials in each of two replicates."""
    options: dict[str, Any] = {
        "game": GAME,
        "title": "Three colours or four?",
        "variants": [variant("Three"), variant("Four", colors=4)],
        "trials": 200,
        "replicates": 2,
        "seed": 7,
    }
    return queue_experiment(**{**options, **changes})


def expected_totals(experiment: Experiment) -> dict[tuple[int, int], list[int]]:
    """Every run's counters, computed here and now in one go."""
    game = get_game(experiment.game)
    totals = {}
    for run in runs(experiment):
        rules = game.Rules.model_validate(run.variant.rules)
        tally = game.simulate(rules, run.variant.policy, run.seed, 0, experiment.trials)
        totals[run.variant.position, run.replicate] = tally.vector()
    return totals


def stored_totals(experiment: Experiment) -> dict[tuple[int, int], list[int] | None]:
    return {(run.variant.position, run.replicate): run.totals for run in runs(experiment)}


def runs(experiment: Experiment) -> list[Run]:
    return list(
        Run.objects.filter(variant__experiment=experiment)
        .select_related("variant")
        .order_by("variant__position", "replicate")
    )


def chunks(experiment: Experiment) -> list[Chunk]:
    return list(
        Chunk.objects.filter(run__variant__experiment=experiment)
        .select_related("run__variant")
        .order_by("number", "run_id")
    )
