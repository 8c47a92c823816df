"""Finding experiments and runs."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from backend.common.problems import NotFound
from backend.lab.models import Experiment, Run


def newest_experiments() -> QuerySet[Experiment]:
    """All experiments, newest first, with who queued them."""
    return Experiment.objects.select_related("created_by")


def find_experiment(pk: UUID) -> Experiment:
    """Raises `NotFound` (404)."""
    try:
        return newest_experiments().get(pk=pk)
    except Experiment.DoesNotExist:
        raise NotFound("There is no such experiment.") from None


def find_run(experiment: Experiment, *, position: int, replicate: int) -> Run:
    """The run of a variant's replicate, its variant and experiment loaded.

    Raises `NotFound` (404).
    """
    try:
        return Run.objects.select_related("variant__experiment").get(
            variant__experiment=experiment, variant__position=position, replicate=replicate
        )
    except Run.DoesNotExist:
        raise NotFound("This experiment has no such variant or replicate.") from None
