"""The order in which rows are locked: experiment, then chunks, then runs.

Whatever ends a chunk or puts it back (finish, fail, release, rescue, cancel, resume) locks
the experiment's row first. So they can't deadlock, the last chunk of a run is noticed by
exactly one of them, and no chunk of a cancelled experiment can start waiting again. Claiming
takes one chunk row only and skips what is locked.
"""

from __future__ import annotations

from uuid import UUID

from backend.lab.models import Experiment


def lock_experiment(pk: UUID) -> Experiment:
    """The experiment's row, locked until the transaction ends. Raises `DoesNotExist`."""
    return Experiment.objects.select_for_update(no_key=True).get(pk=pk)
