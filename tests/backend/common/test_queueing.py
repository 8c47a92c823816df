"""A message is only a doorbell: it is heard by the broker, or it is let be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import redis

from backend.common.queueing import enqueue

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def broker() -> Any:
    queue = redis.Redis.from_url(os.environ["REDIS_URL"])
    queue.delete("a-test")
    yield queue
    queue.delete("a-test")
    queue.close()


def test_a_message_names_its_task_and_lies_in_its_queue(broker: Any) -> None:
    assert enqueue("upkeep.nothing", queue="a-test", kwargs={"day": "2026-01-01"})
    message = json.loads(broker.lpop("a-test"))
    assert message["headers"]["task"] == "upkeep.nothing"
    assert "2026-01-01" in message["headers"]["kwargsrepr"]


def test_a_broker_that_is_not_there_is_let_be_at_once() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import time, django; django.setup()\n"
            "from backend.common.queueing import enqueue\n"
            "started = time.monotonic()\n"
            "print(enqueue('upkeep.nothing', queue='upkeep'))\n"
            "print(time.monotonic() - started)",
        ],
        cwd=ROOT,
        env={
            **os.environ,
            "REDIS_URL": "redis://127.0.0.1:1/0",
            "DJANGO_SETTINGS_MODULE": "backend.config.settings.test",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    sent, seconds = done.stdout.split()
    assert sent == "False"
    assert float(seconds) < 3
    assert "message_not_sent" in done.stderr
