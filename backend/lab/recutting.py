"""A chunk that turns out far longer than it was meant to be is cut shorter while it is computed.

How fast trials go is a guess until something like them was played. What was computed becomes the
chunk, and the rest goes back as chunks of the speed just seen, so that no slow player keeps the
workers from everybody else. Chunks are not made smaller than `MAX_CHUNKS` allows.
"""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from backend.lab import bell
from backend.lab.cutting import chunk_size, cut
from backend.lab.models import BoardChoice, Chunk, ChunkStatus, Experiment, ExperimentStatus, Run

LONG_SECONDS = 5.0
"""A chunk that has taken so long is cut, unless it is nearly done."""


def is_enough(experiment: Experiment, *, done: int, trials: int, seconds: float) -> bool:
    """Whether to cut a chunk of which `done` of its `trials` took `seconds`."""
    if seconds < LONG_SECONDS or seconds / done * (trials - done) < settings.CHUNK_SECONDS:
        return False
    return done >= _size(experiment, speed=0.0)


def put_back_rest(experiment: Experiment, pk: int, *, trials: int, seconds: float) -> None:
    """Write the rest of a chunk that had `trials` and has fewer now, which took `seconds`.

    The rest comes in turn after this chunk like the run's other chunks, and is cancelled where
    the experiment (its row is locked) is being so.
    """
    chunk = Chunk.objects.get(pk=pk)
    size = _size(experiment, speed=chunk.trials / max(seconds, 1e-9))
    number = Chunk.objects.filter(run=chunk.run_id).aggregate(last=Max("number"))["last"]
    runs = Run.objects.filter(variant__experiment=experiment).count()
    cancelling = experiment.status == ExperimentStatus.CANCELLING
    begin = chunk.first_trial + chunk.trials
    rest = [
        Chunk(
            run_id=chunk.run_id,
            number=number + nth,
            rank=chunk.rank + nth * runs,
            first_trial=begin + first,
            trials=count,
            status=ChunkStatus.CANCELLED if cancelling else ChunkStatus.WAITING,
        )
        for nth, (first, count) in enumerate(cut(trials - chunk.trials, size), 1)
    ]
    Chunk.objects.bulk_create(rest, batch_size=2000)
    if not cancelling:
        transaction.on_commit(lambda: bell.ring(len(rest)))


def _size(experiment: Experiment, *, speed: float) -> int:
    """Trials of one of its chunks, played at `speed`."""
    fixed = experiment.boards == BoardChoice.FIXED
    parts = experiment.fixed_boards.count() if fixed else 1
    runs = Run.objects.filter(variant__experiment=experiment).count()
    return chunk_size(
        trials=experiment.trials // parts,
        runs=runs * parts,
        speed=speed,
        seconds=settings.CHUNK_SECONDS,
    )
