"""What a worker may do with a chunk: claim it, keep it, finish it, fail it, give it back.

A claim is a lease with a fencing token. Every write names the token it was claimed with and
changes nothing when another claim has followed, so a worker that was frozen past its lease,
or a message delivered twice, does no harm. All times are the database's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Coalesce, Greatest, Now

from backend.lab.boards import dealt
from backend.lab.locking import lock_if_there
from backend.lab.models import (
    Chunk,
    ChunkStatus,
    Experiment,
    ExperimentStatus,
    FixedBoard,
    Run,
    RunStatus,
)
from backend.lab.recutting import put_back_rest
from backend.lab.settling import settle_experiment, settle_run
from engines import Tally

log = structlog.get_logger(__name__)

MAX_ATTEMPTS = 3

# Within an experiment chunk 0 of every run comes first, then chunk 1 of every run …: variants go
# forward together. Between experiments those of which less was done go first, so they share the
# workers from the start, and a small one is not stuck behind a huge one. Chunks that failed come
# last, and so do those whose workers died a second time: they may be what killed them. One that was
# lost by a single death keeps its place.
_CLAIM = """
    WITH next AS (
        SELECT id FROM lab_chunk WHERE status = 'waiting'
        ORDER BY setbacks, rank, id LIMIT 1
        FOR UPDATE SKIP LOCKED
    )
    UPDATE lab_chunk chunk
    SET status = 'running', token = chunk.token + 1, attempts = chunk.attempts + 1,
        worker = %(worker)s,
        lease_until = clock_timestamp() + %(lease)s * interval '1 second'
    FROM next
    WHERE chunk.id = next.id
    RETURNING chunk.id, chunk.token, chunk.run_id
"""

_EXTEND = """
    UPDATE lab_chunk chunk
    SET lease_until = clock_timestamp() + %(lease)s * interval '1 second'
    FROM lab_run run
    JOIN lab_variant variant ON variant.id = run.variant_id
    JOIN lab_experiment experiment ON experiment.id = variant.experiment_id
    WHERE chunk.id = %(chunk)s AND chunk.token = %(token)s AND chunk.status = 'running'
      AND run.id = chunk.run_id
    RETURNING experiment.status
"""


@dataclass(frozen=True, slots=True)
class Claim:
    """A chunk in this worker's hands, and all that is needed to compute it."""

    chunk: int
    token: int
    experiment: UUID
    run: UUID
    game: str
    version: int
    rules: dict[str, Any]
    policy: str
    seed: int
    first_trial: int
    trials: int
    board: dict[str, Any] | None = None
    """The fixed board that all its trials play, as JSON."""


LeaseState = Literal["held", "cancelled", "lost"]
Ending = Literal["done", "repeated", "differs", "fenced"]


def claim_chunk(*, worker: str) -> Claim | None:
    """Take the next waiting chunk for `worker`; None when nothing waits (or all is taken)."""
    params: dict[str, Any] = {"worker": worker, "lease": settings.CHUNK_LEASE_SECONDS}
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, params)
        row = cursor.fetchone()
    if row is None:
        return None
    chunk = Chunk.objects.select_related("run__variant__experiment").filter(pk=row[0]).first()
    if chunk is None:  # its experiment was deleted this very moment
        return None
    run, variant = chunk.run, chunk.run.variant
    experiment = variant.experiment
    try:
        fixed = dealt(experiment, chunk.first_trial)
    except FixedBoard.DoesNotExist:  # likewise
        return None
    # Not in the claim's own statement: this would lock the rows in the wrong order.
    if run.status == RunStatus.QUEUED:
        Run.objects.filter(pk=run.pk, status=RunStatus.QUEUED).update(status=RunStatus.RUNNING)
    if experiment.status == ExperimentStatus.QUEUED:
        Experiment.objects.filter(pk=experiment.pk, status=ExperimentStatus.QUEUED).update(
            status=ExperimentStatus.RUNNING, started_at=Coalesce("started_at", Now())
        )
    return Claim(
        chunk=row[0],
        token=row[1],
        experiment=experiment.pk,
        run=run.pk,
        game=experiment.game,
        version=experiment.version,
        rules=variant.rules,
        policy=variant.policy,
        seed=run.seed,
        first_trial=chunk.first_trial,
        trials=chunk.trials,
        board=None if fixed is None else fixed.puzzle.board,
    )


def extend_lease(claim: Claim) -> LeaseState:
    """Keep the chunk for another CHUNK_LEASE_SECONDS, and hear whether it is still wanted."""
    params: dict[str, Any] = {
        "chunk": claim.chunk,
        "token": claim.token,
        "lease": settings.CHUNK_LEASE_SECONDS,
    }
    with connection.cursor() as cursor:
        cursor.execute(_EXTEND, params)
        row = cursor.fetchone()
    if row is None:
        return "lost"
    return "cancelled" if row[0] == ExperimentStatus.CANCELLING else "held"


def finish_chunk(claim: Claim, tally: Tally, *, seconds: float) -> Ending:
    """Write a chunk's tally, and end its run and experiment with the last one.

    A tally of the chunk's first trials only (a multiple of 8) makes the chunk these; the others
    wait as new chunks. Results are the same either way.

    - *done*: written
    - *repeated*: another claim had written the very same result; harmless
    - *differs*: another claim had written another result. The streams are not pure then:
      the chunk is flagged, an error is logged, and the first result stays
    - *fenced*: the chunk is no longer this claim's; nothing is written
    """
    with transaction.atomic():
        experiment = lock_if_there(claim.experiment)
        if experiment is None:
            return "fenced"
        written = _mine(claim).update(
            status=ChunkStatus.DONE,
            trials=tally.trials,
            lease_until=None,
            tally=tally.vector(),
            headline=tally.headline,
            seconds=seconds,
            finished_at=Now(),
            error="",
        )
        if not written:
            return _compare(claim, tally)
        if tally.trials < claim.trials:
            put_back_rest(experiment, claim.chunk, trials=claim.trials, seconds=seconds)
        settle_run(experiment, claim.run)
        return "done"


def fail_chunk(claim: Claim, *, error: str, final: bool = False) -> None:
    """Note a bad attempt. The chunk waits again, or has failed after `MAX_ATTEMPTS`

    (at once if `final`: when trying again can't help).
    """
    with transaction.atomic():
        experiment = lock_if_there(claim.experiment)
        if experiment is None:
            return
        if final:
            _end(claim, ChunkStatus.FAILED, error)
        elif experiment.status == ExperimentStatus.CANCELLING:
            _end(claim, ChunkStatus.CANCELLED, error)
        else:
            _mine(claim).filter(attempts__gte=MAX_ATTEMPTS).update(
                status=ChunkStatus.FAILED, lease_until=None, error=error
            )
            _mine(claim).update(setbacks=F("setbacks") + 1)
            _end(claim, ChunkStatus.WAITING, error)
        settle_run(experiment, claim.run)


def release_chunk(claim: Claim) -> None:
    """Give the chunk back in good order: it waits again (or is cancelled); no attempt is lost."""
    with transaction.atomic():
        experiment = lock_if_there(claim.experiment)
        if experiment is None:
            return
        cancelling = experiment.status == ExperimentStatus.CANCELLING
        _mine(claim).update(
            status=ChunkStatus.CANCELLED if cancelling else ChunkStatus.WAITING,
            lease_until=None,
            attempts=Greatest(F("attempts") - 1, 0),
        )
        settle_run(experiment, claim.run)


def rescue_chunks(*, most: int = 500) -> int:
    """Put chunks whose lease has run out back to waiting (or to failed after `MAX_ATTEMPTS`,

    or to cancelled with their experiment). Returns how many.
    """
    expired = (
        Chunk.objects.filter(status=ChunkStatus.RUNNING, lease_until__lt=Now())
        .order_by("lease_until")
        .values_list("pk", "run__variant__experiment", "token", "worker")[:most]
    )
    by_experiment: dict[UUID, list[tuple[int, int, str]]] = {}
    for pk, experiment_id, token, worker in expired:
        by_experiment.setdefault(experiment_id, []).append((pk, token, worker))
    return sum(_rescue(experiment, rows) for experiment, rows in by_experiment.items())


def _rescue(experiment_id: UUID, rows: list[tuple[int, int, str]]) -> int:
    rescued = 0
    with transaction.atomic():
        experiment = lock_if_there(experiment_id)
        if experiment is None:
            return 0
        cancelling = experiment.status == ExperimentStatus.CANCELLING
        for pk, token, worker in rows:
            mine = Chunk.objects.filter(
                pk=pk, token=token, status=ChunkStatus.RUNNING, lease_until__lt=Now()
            )
            reason = f"Worker {worker} fell silent: killed, frozen or cut off."
            if cancelling:
                rescued += mine.update(status=ChunkStatus.CANCELLED, lease_until=None)
                continue
            rescued += mine.filter(attempts__gte=MAX_ATTEMPTS).update(
                status=ChunkStatus.FAILED, lease_until=None, error=reason
            )
            mine.filter(attempts__gt=1).update(setbacks=F("setbacks") + 1)
            rescued += mine.update(status=ChunkStatus.WAITING, lease_until=None, error=reason)
        settle_experiment(experiment)
    if rescued:
        log.warning("chunks_rescued", experiment=str(experiment_id), chunks=rescued)
    return rescued


def _mine(claim: Claim) -> Any:
    return Chunk.objects.filter(pk=claim.chunk, token=claim.token, status=ChunkStatus.RUNNING)


def _end(claim: Claim, status: ChunkStatus, error: str) -> None:
    _mine(claim).update(status=status, lease_until=None, error=error)


def _compare(claim: Claim, tally: Tally) -> Ending:
    """A result that came late: is it the one already there?"""
    chunk = Chunk.objects.filter(pk=claim.chunk).first()
    if chunk is None or chunk.status != ChunkStatus.DONE or chunk.trials != tally.trials:
        return "fenced"
    if chunk.tally == tally.vector() and bytes(chunk.headline or b"") == tally.headline:
        return "repeated"
    alarm = f"Claim {claim.token} computed another result than the one stored by {chunk.token}."
    Chunk.objects.filter(pk=chunk.pk).update(alarm=alarm)
    log.error("chunk_result_differs", chunk=chunk.pk, run=str(claim.run), alarm=alarm)
    return "differs"
