"""Faults that take minutes: fifty kills, and the leases of production."""

from __future__ import annotations

import os
import signal
import time

import psutil
import pytest

from backend.lab.models import Chunk
from tests.support.lab import assert_undisturbed, chunks, kept_up, queue, told
from tests.support.workers import start_beat, start_worker, wait_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.timeout(1200),
]

SLOW = {"faults": True, "SLOW_SECONDS": "0.4"}
KILLS = 50
KILLS_OF_ONE_WORKER = 5


@pytest.fixture(autouse=True)
def _sizes(settings):
    settings.CHUNK_SECONDS = 0.5  # 10,000 trials


def running() -> Chunk | None:
    return Chunk.objects.filter(status="running").first()


def test_fifty_kills(service_environment, tmp_path, settings, disturbed):
    """SIGKILL in mid-chunk: of children, which their parent replaces, and every fifth time of all.

    A kill counts if its chunk was left running. The other child's goes on, or is lost as well.
    """
    settings.CHUNK_LEASE_SECONDS = 2.0
    lease = {"CHUNK_LEASE_SECONDS": "2"}
    experiment = queue(trials=300_000)  # 120 chunks
    struck: set[tuple[int, int]] = set()
    while len(struck) < KILLS:
        with start_worker(service_environment, tmp_path, concurrency=2, **SLOW, **lease) as worker:
            for _ in range(KILLS_OF_ONE_WORKER - 1):
                chunk = at_work(worker, experiment)
                os.kill(pid_of(chunk), signal.SIGKILL)
                struck |= left_running(chunk)
            chunk = at_work(worker, experiment)
            everyone = worker.family()
            worker.kill()
            struck |= left_running(chunk)
        assert not psutil.wait_procs(everyone, timeout=60)[1]
        assert not experiment.ended
    with start_worker(service_environment, tmp_path, concurrency=2, **lease):
        wait_until(lambda: kept_up(experiment))
    again = [c for c in chunks(experiment) if c.token > 1]
    claims = sum(c.token - 1 for c in again)
    assert claims >= len(struck) >= KILLS
    disturbed(len(again), f"lost in {len(struck)} kills and claimed {claims} times more")
    assert_undisturbed(experiment)


def at_work(worker, experiment) -> Chunk:
    """A chunk that one of the worker's children has been at for a moment."""

    def found() -> Chunk | None:
        kept_up(experiment)
        alive = {p.pid for p in worker.family()[1:]}
        running = Chunk.objects.filter(status="running")
        return next((c for c in running if pid_of(c) in alive), None)

    wait_until(found)
    time.sleep(0.2)
    return wait_until(found)


def pid_of(chunk: Chunk) -> int:
    return int(chunk.worker.split(":")[1])


def left_running(chunk: Chunk) -> set[tuple[int, int]]:
    time.sleep(0.1)  # it may just have been writing
    same = Chunk.objects.filter(pk=chunk.pk, token=chunk.token, status="running")
    return {(chunk.pk, chunk.token)} if same.exists() else set()


@pytest.mark.parametrize("fault", ["frozen", "killed"])
def test_a_chunk_is_retaken_with_the_leases_of_production(
    fault, service_environment, tmp_path, disturbed
):
    experiment = queue(trials=20_000)
    with (
        start_worker(service_environment, tmp_path, "upkeep"),
        start_beat(service_environment, tmp_path),
        start_worker(service_environment, tmp_path, **SLOW) as victim,
    ):
        chunk = wait_until(running)
        time.sleep(0.3)
        begun = time.monotonic()
        victim.signal_all(signal.SIGSTOP if fault == "frozen" else signal.SIGKILL)
        with start_worker(service_environment, tmp_path):
            wait_until(lambda: Chunk.objects.filter(pk=chunk.pk, token=2).exists())
            recovery = time.monotonic() - begun
            assert recovery < 90
            wait_until(lambda: told(experiment))
            if fault == "frozen":
                victim.signal_all(signal.SIGCONT)
                time.sleep(3)  # it has every chance to write
        chunk.refresh_from_db()
    assert (chunk.status, chunk.token, chunk.alarm) == ("done", 2, "")
    disturbed(1, f"taken from a {fault} worker", recovery=recovery)
    assert_undisturbed(experiment)
