"""Alive is not ready, and not ready says why, soon."""

from __future__ import annotations

import socket
import time
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

pytestmark = pytest.mark.django_db


def heartbeat(seconds_ago: float) -> None:
    then = timezone.now() - timedelta(seconds=seconds_ago)
    apps.get_model("lab", "WorkerHeartbeat").objects.create(
        name="w1",
        queue="simulation",
        hostname="here",
        pid=1,
        started_at=then,
        seen_at=then,
    )


def test_it_lives_without_anything(client: Client, settings: Any, monkeypatch: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(connection, "cursor", unreachable)
    response = client.get("/livez")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_it_is_ready_with_database_redis_and_a_worker(client: Client) -> None:
    heartbeat(seconds_ago=5)
    response = client.get("/readyz")
    assert response.status_code == 200, response.content
    assert response.json()["parts"] == {"database": "ok", "redis": "ok", "worker": "ok"}
    assert "no-store" in response["Cache-Control"]


def test_without_a_worker_lately_it_is_not_ready(client: Client) -> None:
    heartbeat(seconds_ago=3600)
    assert failed(client.get("/readyz")) == ["worker"]


def test_without_redis_it_is_not_ready(client: Client, settings: Any) -> None:
    heartbeat(seconds_ago=5)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert failed(client.get("/readyz")) == ["redis"]


def test_a_redis_that_never_answers_costs_little_time(client: Client, settings: Any) -> None:
    heartbeat(seconds_ago=5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        started = time.monotonic()
        assert failed(client.get("/readyz")) == ["redis"]
        assert time.monotonic() - started < 3


def test_without_the_database_it_is_not_ready(client: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr(connection, "cursor", unreachable)
    assert failed(client.get("/readyz")) == ["database", "worker"]


def unreachable(*_: Any) -> Any:
    raise OperationalError("connection refused at 10.0.0.7")


def failed(response: Any) -> Any:
    document = response.json()
    assert response.status_code == 503
    assert response["Content-Type"] == "application/problem+json"
    assert "10.0.0.7" not in str(document)
    assert document["code"] == "not_ready"
    return document["failed"]
