"""Beat ends and comes back; two of them beat at once; clocks are a day off."""

from __future__ import annotations

import datetime
import time
from pathlib import Path

import pytest

from backend.lab.models import Chunk
from tests import support
from tests.support.lab import assert_undisturbed, chunks, queue, told
from tests.support.workers import empty_broker, messages, start_beat, start_worker, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

LEASE = {"CHUNK_LEASE_SECONDS": "2"}
SLOW = {"faults": True, "SLOW_SECONDS": "0.2"}
DAY = 24 * 3600


@pytest.fixture(autouse=True)
def _sizes(settings):
    settings.CHUNK_SECONDS = 0.5  # 10,000 trials


def off(environment, seconds: int) -> dict[str, str]:
    """For a process whose clock is so far off. What is shifted: see `clock/sitecustomize.py`."""
    return {
        **environment,
        "LOG_FORMAT": "json",  # whole dates
        "CLOCK_OFF_SECONDS": str(seconds),
        "PYTHONPATH": str(Path(support.__file__).parent / "clock"),
    }


def running() -> Chunk | None:
    return Chunk.objects.filter(status="running").first()


def of(worker) -> list[Chunk]:
    """The chunks that are, or were last, in this worker's hands."""
    pids = {str(p.pid) for p in worker.family()}
    return [c for c in Chunk.objects.exclude(worker="") if c.worker.split(":")[1] in pids]


def test_beat_stopped_and_restarted(service_environment, tmp_path, disturbed):
    """A worker dies while beat is away: nothing is rescued until it comes back."""
    experiment = queue(trials=20_000)
    with start_worker(service_environment, tmp_path, "upkeep"):
        with (
            start_beat(service_environment, tmp_path) as beat,
            start_worker(service_environment, tmp_path, **SLOW, **LEASE) as worker,
        ):
            chunk = wait_until(running)
            beat.kill()
            worker.kill()
        empty_broker()
        with start_worker(service_environment, tmp_path, **LEASE):
            time.sleep(3)  # the lease runs out, and nobody looks
            chunk.refresh_from_db()
            assert chunk.status == "running"
            begun = time.monotonic()
            with start_beat(service_environment, tmp_path):
                wait_until(lambda: told(experiment))
                took = time.monotonic() - begun
    again = [c for c in chunks(experiment) if c.token > 1]
    disturbed(len(again), "left to a worker that died without beat", recovery=took)
    assert chunk in again
    assert_undisturbed(experiment)


def test_two_beats_at_once(service_environment, tmp_path, settings, disturbed):
    experiment = queue(trials=20_000)
    with (
        start_beat(service_environment, tmp_path) as one,
        start_beat(service_environment, tmp_path) as other,
    ):
        sent = len(settings.CELERY_BEAT_SCHEDULE)
        wait_until(lambda: messages("upkeep") >= 2 * sent)  # each sends all at its start
        with start_worker(service_environment, tmp_path, **SLOW, **LEASE) as worker:
            chunk = wait_until(running)
            worker.kill()
        with (
            start_worker(service_environment, tmp_path, "upkeep", concurrency=2),
            start_worker(service_environment, tmp_path, **LEASE),
        ):
            wait_until(lambda: told(experiment))
        assert one.process.poll() is other.process.poll() is None
    again = [c for c in chunks(experiment) if c.token > 1]
    disturbed(len(again), "rescued by two beats at once")
    assert again == [c for c in chunks(experiment) if c.pk == chunk.pk]
    assert all(c.token == 2 for c in again)
    assert_undisturbed(experiment)


def test_clocks_a_day_off(service_environment, tmp_path, disturbed):
    """One worker lives tomorrow, one yesterday, upkeep and beat do too; leases hold all the same.

    Nobody's chunk is taken for expired, and that of a dead worker is.
    """
    experiment = queue(trials=30_000)
    tomorrow, yesterday = off(service_environment, DAY), off(service_environment, -DAY)
    lease = {"CHUNK_LEASE_SECONDS": "6"}
    with (
        start_worker(tomorrow, tmp_path, "upkeep", **lease) as upkeep,
        start_beat(yesterday, tmp_path) as beat,
        start_worker(tomorrow, tmp_path, **SLOW, **lease) as ahead,
    ):
        with start_worker(yesterday, tmp_path, **SLOW, **lease) as behind:
            wait_until(lambda: of(behind) and len(of(ahead)) > 1)
            chunk = wait_until(lambda: next((c for c in of(behind) if c.status == "running"), None))
            behind.kill()
        wait_until(lambda: told(experiment))
        wrong = len(of(ahead))
        today = datetime.datetime.now(datetime.UTC).date()
        day = datetime.timedelta(days=1)
        assert str(today + day) in ahead.text
        assert str(today - day) in behind.text
        assert str(today + day) in upkeep.text
        assert str(today - day) in beat.text
    again = [c for c in chunks(experiment) if c.token > 1]
    assert [c.pk for c in again] == [chunk.pk]
    disturbed(wrong + 1, "computed with a clock a day off, one of them twice")
    assert_undisturbed(experiment)
