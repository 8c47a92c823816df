"""Finding experiments and runs, and telling what they are."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from backend.common.problems import NotFound
from backend.lab.boards import puzzle_ids
from backend.lab.models import Experiment, Run


def newest_experiments() -> QuerySet[Experiment]:
    """All experiments, newest first, with who queued them and the puzzles they play."""
    return Experiment.objects.select_related("created_by").prefetch_related("fixed_boards")


def filter_experiments(
    *,
    game: str | None = None,
    status: str | None = None,
    preset: str | None = None,
    tag: str | None = None,
    search: str | None = None,
) -> QuerySet[Experiment]:
    """As `newest_experiments`, those alone that fit everything given.

    `search` is looked for in title, question and note, whatever the case of its letters.
    """
    found = newest_experiments()
    wanted = {"game": game, "status": status, "preset": preset}
    found = found.filter(**{name: value for name, value in wanted.items() if value is not None})
    if tag is not None:
        found = found.filter(tags__contains=[tag])
    if search is not None:
        fields = ("title", "question", "note")
        anywhere = [(f"{field}__icontains", search) for field in fields]
        found = found.filter(Q(*anywhere, _connector=Q.OR))
    return found


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


def describe_experiment(experiment: Experiment) -> dict[str, Any]:
    """The experiment's own fields, JSON-ready."""
    return {
        "id": str(experiment.pk),
        "title": experiment.title,
        "question": experiment.question,
        "note": experiment.note,
        "game": experiment.game,
        "version": experiment.version,
        "preset": experiment.preset,
        "tags": experiment.tags,
        "bands": experiment.bands,
        "boards": experiment.boards,
        "puzzles": [str(pk) for pk in puzzle_ids(experiment)],
        "seed": experiment.seed,
        "trials": experiment.trials,
        "replicates": experiment.replicates,
        "status": experiment.status,
        "rerun_of": experiment.rerun_of_id and str(experiment.rerun_of_id),
        "created_by": experiment.created_by.get_username() if experiment.created_by else None,
        "created_at": experiment.created_at.isoformat(),
        "started_at": experiment.started_at.isoformat() if experiment.started_at else None,
        "finished_at": experiment.finished_at.isoformat() if experiment.finished_at else None,
    }


def describe_events(experiment: Experiment) -> list[dict[str, Any]]:
    """Who did what to the experiment, in order, JSON-ready."""
    return [
        {
            "at": event.at.isoformat(),
            "by": event.by.get_username() if event.by else None,
            "kind": event.kind,
            "detail": event.detail,
        }
        for event in experiment.events.select_related("by")
    ]


def describe_variants(experiment: Experiment) -> list[dict[str, Any]]:
    """The experiment's variants, baseline first, JSON-ready."""
    return [
        {"position": v.position, "title": v.title, "rules": v.rules, "policy": v.policy}
        for v in experiment.variants.all()
    ]
