"""What a tuning's steps have measured, read from their experiments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from backend.common.problems import Conflict
from backend.lab.models import Chunk, Experiment, Run, Tuning, TuningStep, Variant
from backend.lab.tuning.search import Axis, Cell, Target
from backend.statistics.estimates import Estimate
from engines import Game, get_game, headline_of, split_vector, summarise


@dataclass(frozen=True, slots=True)
class Tried:
    """A cell, the variant that played it and its headline, if enough was counted to say."""

    cell: Cell
    step: TuningStep
    variant: Variant
    found: Estimate | None


def axes_of(tuning: Tuning) -> list[Axis]:
    return [Axis(one["rule"], tuple(one["values"]), one["ordered"]) for one in tuning.axes]


def target_of(tuning: Tuning) -> Target:
    return Target(tuning.low, tuning.high)


def tried(tuning: Tuning, steps: Sequence[TuningStep]) -> list[Tried]:
    """Every cell of these steps, in order; figures of runs that have ended.

    Raises `Conflict` (409) when the game has another version now.
    """
    game = get_game(tuning.game)
    if game.version != tuning.version:
        raise Conflict(
            f"This tuning was begun with version {tuning.version} of the game; it is now at "
            f"version {game.version}: the figures would not belong together.",
            code="other_version",
        )
    runs = Run.objects.filter(
        variant__experiment__in=[step.experiment_id for step in steps]
    ).select_related("variant")
    by_place = {(run.variant.experiment_id, run.variant.position): run for run in runs}
    return [
        Tried(tuple(cell), step, run.variant, _headline(game, run))
        for step in steps
        for at, cell in enumerate(step.cells)
        for run in [by_place[step.experiment_id, at]]
    ]


def steps_of(tuning: Tuning) -> list[TuningStep]:
    return list(tuning.steps.select_related("experiment").order_by("number"))


def _headline(game: Game, run: Run) -> Estimate | None:
    if not run.totals:
        return None
    headline = headline_of(game)
    rules = game.Rules.model_validate(run.variant.rules)
    told: dict[str, Any] = summarise(
        headline, rules, split_vector(game, rules, run.totals)[headline.key]
    )
    if told["low"] is None or told["value"] is None:
        return None
    return Estimate(told["value"], told["low"], told["high"], told["n"])


def why_not_done(experiment: Experiment) -> str:
    """The first error of a failed experiment's chunks, its last line."""
    error = (
        Chunk.objects.filter(run__variant__experiment=experiment, status="failed")
        .values_list("error", flat=True)
        .first()
    )
    return (error or "").strip().splitlines()[-1] if (error or "").strip() else ""
