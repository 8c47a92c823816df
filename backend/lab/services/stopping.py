"""Cancel and resume. Both hold the experiment's row, as everything does that ends a chunk."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from backend.common.problems import Conflict
from backend.lab import bell
from backend.lab.locking import chunks_of, lock_experiment, runs_of
from backend.lab.models import (
    ChunkStatus,
    EventKind,
    Experiment,
    ExperimentStatus,
    RunStatus,
)
from backend.lab.settling import settle_experiment
from backend.lab.trail import record
from backend.lab.versions import game_as_begun


def cancel_experiment(*, experiment: Experiment, by: User | None = None) -> Experiment:
    """Stop an experiment and keep what is done.

    What waits is cancelled at once; what runs stops within seconds, and until then the
    experiment is *cancelling*. Cancelling twice is harmless. Raises `Conflict` (409) when the
    experiment ended otherwise.
    """
    with transaction.atomic():
        locked = lock_experiment(experiment.pk)
        if locked.status in (ExperimentStatus.CANCELLING, ExperimentStatus.CANCELLED):
            return locked
        if locked.ended:
            raise Conflict(f"This experiment has already ended: it is {locked.status}.")
        chunks_of(locked).filter(status=ChunkStatus.WAITING).update(status=ChunkStatus.CANCELLED)
        locked.status = ExperimentStatus.CANCELLING
        locked.save(update_fields=["status"])
        record(locked, EventKind.CANCELLED, by)
        return settle_experiment(locked)


def resume_experiment(*, experiment: Experiment, by: User | None = None) -> Experiment:
    """Compute what was cancelled or failed; what is done stays as it is.

    Resuming what goes on is harmless. Raises `Conflict` (409) when nothing is left to do, or
    when the game's rules have changed since: the new numbers would not belong to the old ones.
    """
    with transaction.atomic():
        locked = lock_experiment(experiment.pk)
        if locked.status == ExperimentStatus.DONE:
            raise Conflict("This experiment is done: there is nothing left to resume.")
        if locked.status in (ExperimentStatus.QUEUED, ExperimentStatus.RUNNING):
            return locked
        game_as_begun(locked)
        ended = chunks_of(locked).filter(status__in=[ChunkStatus.CANCELLED, ChunkStatus.FAILED])
        reopened = ended.update(status=ChunkStatus.WAITING, attempts=0, setbacks=0, error="")
        # What no worker has begun waits to be begun, which is when its clock starts.
        began = locked.started_at is not None
        runs_of(locked).exclude(status=RunStatus.DONE).update(
            status=RunStatus.RUNNING if began else RunStatus.QUEUED,
            totals=None,
            trials_done=None,
            seconds=None,
            finished_at=None,
        )
        locked.status = ExperimentStatus.RUNNING if began else ExperimentStatus.QUEUED
        locked.finished_at = None
        locked.save(update_fields=["status", "finished_at"])
        record(locked, EventKind.RESUMED, by)
        transaction.on_commit(lambda: bell.ring(reopened))
        return settle_experiment(locked)
