"""`celery -A workers …`: the application with all its tasks."""

from __future__ import annotations

from backend.config.celery import app
from workers import children
from workers.heartbeat import HeartbeatStep

app.conf.include = ["workers.generation", "workers.simulation", "workers.upkeep"]
app.steps["consumer"].add(HeartbeatStep)
children.connect()

__all__ = ["app"]
