"""When a worker counts as silent, and when its silence has another cause."""

from __future__ import annotations

import os
import subprocess
import sys

import psycopg
import pytest

from workers import lifeline, watchdog
from workers.watchdog import STARTING_SECONDS, Watchdog


@pytest.fixture
def world(monkeypatch, settings):
    """A clock, a heartbeat and a broker to be set by hand."""
    settings.WORKER_STALE_SECONDS = 30
    state = {"now": 1000.0, "age": None, "broker": True}

    def age(*_: object) -> float | None:
        if isinstance(state["age"], Exception):
            raise state["age"]
        return state["age"]

    monkeypatch.setattr(watchdog.time, "monotonic", lambda: state["now"])
    monkeypatch.setattr(watchdog, "seconds_since_heartbeat", age)
    monkeypatch.setattr(watchdog, "broker_answers", lambda: state["broker"])
    return state


@pytest.fixture
def dog(world):
    dog = Watchdog("simulation", 1)
    dog._alive = world["now"]
    return dog


def test_a_worker_has_time_to_start(dog, world):
    world["now"] += STARTING_SECONDS - 1
    assert not dog._silent(1)
    world["now"] += 2
    assert dog._silent(1)


def test_silence_counts_from_the_last_heartbeat(dog, world):
    world.update(now=1020.0, age=5.0)
    assert not dog._silent(1)
    world.update(now=1044.0, age=29.0)
    assert not dog._silent(1)
    world.update(now=1046.0, age=31.0)
    assert dog._silent(1)


def test_a_database_that_is_away_is_not_the_workers_fault(dog, world):
    world["age"] = 1.0
    dog._silent(1)
    world.update(now=1500.0, age=psycopg.OperationalError("away"))
    assert not dog._silent(1)
    world.update(now=1510.0, age=510.0)  # back, and the worker has not written yet
    assert not dog._silent(1)
    world.update(now=1531.0, age=531.0)
    assert dog._silent(1)


def test_nor_is_a_broker_that_is_away(dog, world):
    world["age"] = 1.0
    dog._silent(1)
    world.update(now=1100.0, age=101.0, broker=False)
    assert not dog._silent(1)
    world.update(now=1110.0, age=111.0, broker=True)
    assert not dog._silent(1)
    world.update(now=1131.0, age=132.0)
    assert dog._silent(1)


def test_a_process_is_tied_to_the_one_that_started_it(monkeypatch):
    monkeypatch.delenv("TSUMI_WATCHDOG_PID", raising=False)
    assert not lifeline.orphaned()
    ask = [sys.executable, "-c", "from workers.lifeline import orphaned; print(orphaned())"]
    for environment, answer in ((lifeline.tied_to_me(), "False"), ({}, "False")):
        out = subprocess.check_output(ask, env={**os.environ, **environment}, text=True)
        assert out.strip() == answer
    gone = {"TSUMI_WATCHDOG_PID": "1"}
    out = subprocess.check_output(ask, env={**os.environ, **gone}, text=True)
    assert out.strip() == str(os.getpid() != 1)


def test_watching_needs_neither_celery_nor_the_applications():
    code = (
        "import sys, workers.watchdog;"
        "print([m for m in ('celery', 'rest_framework', 'numba', 'backend.lab.models')"
        " if m in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"
