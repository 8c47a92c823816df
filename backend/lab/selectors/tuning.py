"""What a tuning was asked for, how far it is and what it has found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from backend.common.problems import NotFound
from backend.lab.models import Tuning, TuningStatus, TuningStep
from backend.lab.tuning.measuring import Tried, axes_of, steps_of, target_of, tried
from backend.lab.tuning.search import Cell, nearest, next_step, short_list, standing, turns
from backend.statistics.estimates import Estimate
from engines import get_game, headline_of


def newest_tunings() -> QuerySet[Tuning]:
    """All tunings, newest first, with who began them."""
    return Tuning.objects.select_related("created_by")


def find_tuning(pk: UUID) -> Tuning:
    """Raises `NotFound` (404)."""
    try:
        return newest_tunings().get(pk=pk)
    except Tuning.DoesNotExist:
        raise NotFound("There is no such tuning.") from None


def describe_tuning(tuning: Tuning) -> dict[str, Any]:
    """The tuning's own fields, JSON-ready."""
    return {
        "id": str(tuning.pk),
        "title": tuning.title,
        "game": tuning.game,
        "version": tuning.version,
        "rules": tuning.rules,
        "policy": tuning.policy,
        "search": [{"rule": axis["rule"], "values": axis["values"]} for axis in tuning.axes],
        "target": [tuning.low, tuning.high],
        "trials": tuning.trials,
        "max_steps": tuning.max_steps,
        "seed": tuning.seed,
        "status": tuning.status,
        "reason": tuning.reason,
        "created_by": tuning.created_by.get_username() if tuning.created_by else None,
        "created_at": tuning.created_at.isoformat(),
        "finished_at": tuning.finished_at.isoformat() if tuning.finished_at else None,
    }


def tuning_findings(tuning: Tuning) -> dict[str, Any]:
    """JSON-ready, in three queries::

        {"headline": the metric's key,
         "conclusion": "found", "across" (intervals reach out of the target), "none" or "unknown",
         "turns": whether the headline was seen both to rise and to fall along a rule,
         "complete": whether it is done and nothing within the bounds is left worth trying,
         "steps": [{"number", "way", "experiment", "status", "tried": [a try, …]}],
         "short_list": [tries that reach the target, the best one first],
         "nearest": [those that come nearest, where none reaches it]}

    A try is ``{"variant", "values": {rule: value}, "value", "low", "high", "n", "standing"}``;
    its figures are null as long as nothing was counted. Raises `Conflict` (409) when the game has
    another version now.
    """
    steps, axes, target = steps_of(tuning), axes_of(tuning), target_of(tuning)
    every = tried(tuning, steps)
    by_cell = {one.cell: one for one in every}
    measured: dict[Cell, Estimate | None] = {one.cell: one.found for one in every}
    listed = short_list(target, measured)

    def told(one: Tried) -> dict[str, Any]:
        found = one.found
        return {
            "variant": str(one.variant.pk),
            "values": {a.rule: a.values[i] for a, i in zip(axes, one.cell, strict=True)},
            "value": found and found.value,
            "low": found and found.low,
            "high": found and found.high,
            "n": found.n if found else 0,
            "standing": standing(target, found),
        }

    return {
        "headline": headline_of(get_game(tuning.game)).key,
        "conclusion": _conclusion([told(by_cell[cell])["standing"] for cell in listed], measured),
        "turns": turns(axes, measured),
        "complete": tuning.status == TuningStatus.DONE
        and next_step(axes, target, measured) is None,
        "steps": [
            {
                "number": step.number,
                "way": step.way,
                "experiment": str(step.experiment_id),
                "status": step.experiment.status,
                "tried": [told(one) for one in every if _of(one, step)],
            }
            for step in steps
        ],
        "short_list": [told(by_cell[cell]) for cell in listed],
        "nearest": [] if listed else [told(by_cell[cell]) for cell in nearest(target, measured)],
    }


def _of(one: Tried, step: TuningStep) -> bool:
    return one.step.pk == step.pk


def _conclusion(listed: Sequence[str], measured: dict[Cell, Estimate | None]) -> str:
    if "inside" in listed:
        return "found"
    if listed:
        return "across"
    return "none" if any(measured.values()) else "unknown"
