"""`celery -A workers …`: the application with all its tasks."""

from __future__ import annotations

import logging
import warnings
from typing import Any

from celery.exceptions import CPendingDeprecationWarning, SecurityWarning
from celery.signals import worker_init, worker_ready

from backend.config.celery import app
from workers import children
from workers.hearing import HearingStep
from workers.heartbeat import HeartbeatStep

app.conf.include = ["workers.generation", "workers.simulation", "workers.upkeep"]
app.steps["consumer"].update((HeartbeatStep, HearingStep))
children.connect()

# Celery warns root of messages that run code. Ours are JSON and can't; a container or a
# newcomer's machine may well run as root.
warnings.filterwarnings("ignore", category=SecurityWarning)


@worker_init.connect
def _speak_less(**_: Any) -> None:
    """Celery tells of each message's coming and going; upkeep's alone come every 5 seconds."""
    for name in ("celery.worker.strategy", "celery.app.trace"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("celery.worker.consumer.consumer").addFilter(without_traceback)


@worker_ready.connect  # after Celery's own wish to see all of these
def _ignore_what_comes(**_: Any) -> None:
    """Each time the broker was away Celery tells of a setting of its next version."""
    warnings.filterwarnings("ignore", category=CPendingDeprecationWarning)


def without_traceback(record: logging.LogRecord) -> bool:
    """A broker that went away is told of in one line: Celery comes back to it by itself."""
    if record.levelno < logging.ERROR:
        record.exc_info = record.exc_text = None
    return True


__all__ = ["app"]
