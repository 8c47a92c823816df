"""What keeps experiments going when something went wrong: run every few seconds."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from backend.lab import bell, expectations, findings, loci, pairing
from backend.lab.chunks import rescue_chunks
from backend.lab.locking import lock_if_there
from backend.lab.models import Chunk, ChunkStatus, Experiment, WorkerHeartbeat
from backend.lab.models.experiments import ENDED
from backend.lab.selectors.workers import live_workers
from backend.lab.services import tuning
from backend.lab.settling import settle_experiment

log = structlog.get_logger(__name__)

FORGET_AFTER = timedelta(days=1)


def ring_waiting() -> dict[str, int]:
    """Rescue expired chunks, end what has nothing left to do, ring for whatever waits.

    Returns how many chunks were rescued, experiments settled and bells rung.
    """
    return {"rescued": rescue_chunks(), "settled": settle_idle(), "rung": ring_for_waiting()}


def ring_for_waiting() -> int:
    """Ring for chunks, pairings and exact values that wait: not more than there are idle children.

    So bells don't pile up while all are busy, nor while no worker is there.
    """
    waiting = Chunk.objects.filter(status=ChunkStatus.WAITING)[: bell.MOST_BELLS].count()
    beside = (pairing.wanted(), findings.wanted(), tuning.wanted(), loci.wanted())
    waiting = waiting or int(any(wanted.exists() for wanted in beside))
    exact = expectations.wanted().exists()
    if not waiting and not exact:
        return 0
    running = Chunk.objects.filter(status=ChunkStatus.RUNNING).count()
    children = sum(w.concurrency for w in live_workers() if bell.QUEUE in w.queue.split(","))
    idle = max(0, children - running)
    if exact and idle:
        expectations.ring()
    bells = min(waiting, idle)
    bell.ring(bells)
    return bells


def settle_idle() -> int:
    """End experiments that have no chunk waiting or running. Normally the last chunk did."""
    open_chunks = Chunk.objects.filter(
        run__variant__experiment=OuterRef("pk"),
        status__in=[ChunkStatus.WAITING, ChunkStatus.RUNNING],
    )
    idle = Experiment.objects.exclude(status__in=ENDED).exclude(Exists(open_chunks))
    settled = 0
    for pk in idle.values_list("pk", flat=True):
        with transaction.atomic():
            experiment = lock_if_there(pk)
            if experiment is not None and not experiment.ended:
                settled += settle_experiment(experiment).ended
    return settled


def forget_old_workers() -> int:
    """Delete heartbeats of workers that have been gone for a day."""
    deleted, _ = WorkerHeartbeat.objects.filter(seen_at__lt=Now() - FORGET_AFTER).delete()
    return deleted
