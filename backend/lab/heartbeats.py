"""Workers coming and going."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection

from backend.lab.models import WorkerHeartbeat

_RECORD = """
    INSERT INTO lab_workerheartbeat
        (name, queue, hostname, pid, concurrency, started_at, seen_at)
    VALUES (%(name)s, %(queue)s, %(hostname)s, %(pid)s, %(concurrency)s,
            clock_timestamp(), clock_timestamp())
    ON CONFLICT (name) DO UPDATE
    SET queue = excluded.queue, hostname = excluded.hostname, concurrency = excluded.concurrency,
        started_at = CASE WHEN lab_workerheartbeat.pid = excluded.pid
                          THEN lab_workerheartbeat.started_at ELSE excluded.started_at END,
        pid = excluded.pid, seen_at = excluded.seen_at
"""


def record_heartbeat(
    *, name: str, queues: Sequence[str], hostname: str, pid: int, concurrency: int
) -> None:
    """The worker `name` is alive now, by the database's clock."""
    params: dict[str, Any] = {
        "name": name,
        "queue": ",".join(sorted(queues)),
        "hostname": hostname,
        "pid": pid,
        "concurrency": concurrency,
    }
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, params)


def forget_worker(*, name: str) -> None:
    """The worker `name` has stopped in good order."""
    WorkerHeartbeat.objects.filter(name=name).delete()
