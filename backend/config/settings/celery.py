"""Celery: how messages travel, and what beat sends. Star-imported by `base`.

Postgres owns the work and a message is only a doorbell, so a message is acknowledged when it
is taken (early), has no result, and is never revoked, chained or redelivered.
"""

from __future__ import annotations

import os
from typing import Any

from environs import Env

_env = Env()

# How much work a worker takes at once ------------------------------------------------------
CHUNK_SECONDS = _env.float("CHUNK_SECONDS", 1.5)
"""A chunk is cut so that it takes about this long."""
CHUNK_LEASE_SECONDS = _env.float("CHUNK_LEASE_SECONDS", 30.0)
"""A worker silent for this long loses its chunk to another."""
SIMULATION_WORKERS = _env.int("SIMULATION_WORKERS", os.cpu_count() or 1)
"""Children of the simulation worker: one core each."""

# Messages ----------------------------------------------------------------------------------
CELERY_BROKER_URL = _env.str("REDIS_URL", "redis://localhost:6379/0")
CELERY_BROKER_CONNECTION_RETRY = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    # Without timeouts a half-open connection is waited on for minutes.
    "socket_connect_timeout": 5,
    "socket_timeout": 10,
    "socket_keepalive": True,
    "health_check_interval": 10,
    # A sender gives up at once when nobody listens: the message is only a doorbell.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "interval_max": 0.2,
    # With early acknowledgement nothing is redelivered while a task runs.
    "visibility_timeout": 3600,
}
CELERY_BROKER_POOL_LIMIT = 4
CELERY_TASK_DEFAULT_QUEUE = "upkeep"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_TASK_ROUTES = {
    "generation.*": {"queue": "generation"},
    "simulation.*": {"queue": "simulation"},
    "upkeep.*": {"queue": "upkeep"},
}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_BACKEND = None
CELERY_TASK_STORE_EAGER_RESULT = False
CELERY_TIMEZONE = "UTC"

# Workers -----------------------------------------------------------------------------------
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 600_000  # KiB: a child beyond it is replaced
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TASK_SEND_SENT_EVENT = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False

# What beat sends ---------------------------------------------------------------------------
# Two beats, or a message sent twice, do no harm: every task here looks at the database first.
CELERY_BEAT_SCHEDULER = "workers.beat:MemoryScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "ring-waiting": {"task": "upkeep.ring_waiting", "schedule": 5.0},
    "make-coming-dailies": {"task": "upkeep.make_coming_dailies", "schedule": 600.0},
    "ring-for-orders": {"task": "upkeep.ring_for_orders", "schedule": 60.0},
    "ring-for-proposals": {"task": "upkeep.ring_for_proposals", "schedule": 60.0},
    "ring-for-imports": {"task": "upkeep.ring_for_imports", "schedule": 30.0},
    "read-due-sessions": {"task": "upkeep.read_due_sessions", "schedule": 60.0},
    "ring-for-boards": {"task": "upkeep.ring_for_boards", "schedule": 60.0},
    "forget-old-answers": {"task": "upkeep.forget_old_answers", "schedule": 3600.0},
    "forget-old-codes": {"task": "upkeep.forget_old_codes", "schedule": 3600.0},
    "forget-old-uploads": {"task": "upkeep.forget_old_uploads", "schedule": 3600.0},
    "forget-old-workers": {"task": "upkeep.forget_old_workers", "schedule": 3600.0},
}
