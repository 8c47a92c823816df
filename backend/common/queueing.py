"""Ringing a worker's doorbell, by the task's name: the backend never imports the workers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from backend.config.celery import app

log = structlog.get_logger(__name__)


def enqueue(name: str, *, queue: str, kwargs: Mapping[str, Any] | None = None) -> bool:
    """Send one task message; True if the broker took it.

    A broker that cannot be reached is logged and otherwise let be: the work itself is
    written in Postgres, and the upkeep task rings again for whatever waits.
    """
    try:
        app.send_task(name, kwargs=dict(kwargs or {}), queue=queue, retry=False)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("message_not_sent", task=name, queue=queue, error=str(error))
        return False
    return True
