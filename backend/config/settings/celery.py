"""Celery's settings."""

from __future__ import annotations

from environs import Env

env = Env()

CELERY_BROKER_URL = env.str("REDIS_URL", "redis://localhost:6379/0")
