"""A worker says that it is alive, from its own event loop: a loop that hangs falls silent."""

from __future__ import annotations

import logging
import os
import signal
import socket
from typing import Any

from celery import bootsteps
from django.conf import settings
from django.db import Error, connection

from workers.lifeline import orphaned

log = logging.getLogger(__name__)


def beat_seconds() -> float:
    """How often: often enough that a lost beat or two don't look like silence."""
    return min(5.0, max(0.5, settings.WORKER_STALE_SECONDS / 6))


class HeartbeatStep(bootsteps.StartStopStep):
    """Part of the consumer: started again with it after the broker was away."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **kwargs: Any) -> None:
        super().__init__(consumer, **kwargs)
        self._timer: Any = None

    def start(self, consumer: Any) -> None:
        self._beat(consumer)
        self._timer = consumer.timer.call_repeatedly(beat_seconds(), self._beat, (consumer,))

    def stop(self, consumer: Any) -> None:  # noqa: ARG002
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def shutdown(self, consumer: Any) -> None:
        from backend.lab.heartbeats import forget_worker

        self.stop(consumer)
        try:
            forget_worker(name=consumer.hostname)
        except Error as error:
            log.warning("heartbeat not taken back: %s", error)
        finally:
            connection.close()

    def _beat(self, consumer: Any) -> None:
        from backend.lab.heartbeats import record_heartbeat

        if orphaned():
            log.warning("the watchdog is gone; stopping")
            os.kill(os.getpid(), signal.SIGTERM)
            return
        try:
            record_heartbeat(
                name=consumer.hostname,
                queues=[queue.name for queue in consumer.task_consumer.queues],
                hostname=socket.gethostname(),
                pid=os.getpid(),
                concurrency=consumer.pool.num_processes or 1,
            )
        except Error as error:  # a Postgres that restarts: the next beat tries again
            log.warning("heartbeat not written: %s", error)
        finally:
            # Children are forked from this process: it must not hold a connection then.
            connection.close()
