"""Who is there to work."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Now

from backend.lab.models import WorkerHeartbeat
from backend.lab.models.workers import GETTING_READY


def live_workers() -> QuerySet[WorkerHeartbeat]:
    """Workers seen within WORKER_STALE_SECONDS, by the database's clock."""
    return _seen_lately().exclude(queue=GETTING_READY)


def workers_get_ready() -> bool:
    """Whether kernels are being compiled for a worker that will start then."""
    return _seen_lately().filter(queue=GETTING_READY).exists()


def _seen_lately() -> QuerySet[WorkerHeartbeat]:
    stale = timedelta(seconds=settings.WORKER_STALE_SECONDS)
    return WorkerHeartbeat.objects.filter(seen_at__gt=Now() - stale)


def worker_seen_lately(queue: str | None = None) -> bool:
    """Whether some worker (of that queue, if given) is alive."""
    workers = live_workers()
    if queue is None:
        return workers.exists()
    return any(queue in worker.queue.split(",") for worker in workers)
