"""The order in which rows are locked: experiment, then chunks, then runs.

Whatever ends a chunk or puts it back (finish, fail, release, rescue, cancel, resume) locks
the experiment's row first. So they can't deadlock, the last chunk of a run is noticed by
exactly one of them, and no chunk of a cancelled experiment can start waiting again. Claiming
takes one chunk row only and skips what is locked.

A claim does not hold the experiment's row, so it may commit while a statement that changes many
chunks waits for one of them. Such a statement says what the rows have to be in its own WHERE, where
Postgres looks at it again after the wait; in a subquery of the same table it would not.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from backend.lab.models import Chunk, Experiment, Run


def lock_experiment(pk: UUID) -> Experiment:
    """The experiment's row, locked until the transaction ends. Raises `DoesNotExist`."""
    return Experiment.objects.select_for_update(no_key=True).get(pk=pk)


def lock_if_there(pk: UUID) -> Experiment | None:
    """The same; None if it has been deleted."""
    return Experiment.objects.select_for_update(no_key=True).filter(pk=pk).first()


def runs_of(experiment: Experiment) -> QuerySet[Run]:
    """The experiment's runs, to be narrowed down and updated."""
    return Run.objects.filter(variant__in=experiment.variants.order_by())


def chunks_of(experiment: Experiment) -> QuerySet[Chunk]:
    """The experiment's chunks, to be narrowed down and updated."""
    return Chunk.objects.filter(run__in=runs_of(experiment))
