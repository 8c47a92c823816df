"""Workers that are killed, frozen, fed with faults or told to go in the middle of a chunk."""

from __future__ import annotations

import signal
import time

import psutil
import pytest

from backend.lab import bell, upkeep
from backend.lab.models import Chunk, WorkerHeartbeat
from backend.lab.selectors import experiment_progress, experiment_results
from backend.lab.services import cancel_experiment
from tests.support.lab import chunks, expected_totals, queue, runs, stored_totals
from tests.support.workers import start_worker, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

LEASE = {"CHUNK_LEASE_SECONDS": "2"}
SLOW = {"faults": True, "SLOW_SECONDS": "0.4"}


@pytest.fixture(autouse=True)
def _sizes(settings):
    settings.CHUNK_SECONDS = 0.5  # 10,000 trials
    settings.CHUNK_LEASE_SECONDS = 2.0


def kept_up(experiment) -> bool:
    """Upkeep as beat would have it; whether the experiment has ended."""
    upkeep.ring_waiting()
    experiment.refresh_from_db()
    return experiment.ended


def running() -> Chunk | None:
    return Chunk.objects.filter(status="running").first()


def test_killed_workers_change_no_number(service_environment, tmp_path):
    """SIGKILL for a worker and its children, twice, each time in mid-chunk."""
    experiment = queue(trials=30_000)
    for _ in range(2):
        with start_worker(service_environment, tmp_path, **SLOW, **LEASE) as worker:
            upkeep.ring_waiting()
            children = worker.family()
            chunk = wait_until(running)
            time.sleep(0.3)
            worker.kill()
        assert not psutil.wait_procs(children, timeout=5)[1]
        chunk.refresh_from_db()
        assert chunk.status == "running"
    with start_worker(service_environment, tmp_path, concurrency=2, **LEASE):
        wait_until(lambda: kept_up(experiment))
    disturbed = [c for c in chunks(experiment) if c.token > 1]
    assert len(disturbed) == 2
    assert all(c.attempts == 2 for c in disturbed)
    assert experiment.status == "done"
    assert stored_totals(experiment) == expected_totals(experiment)


def test_children_do_not_outlive_a_killed_parent(service_environment, tmp_path):
    queue(trials=30_000)
    with start_worker(service_environment, tmp_path, **SLOW) as worker:
        upkeep.ring_waiting()
        wait_until(running)
        children = worker.family()[1:]
        assert children
        worker.process.kill()  # the parent alone
        assert not psutil.wait_procs(children, timeout=10)[1]


def test_a_worker_told_to_go_gives_its_chunk_back(service_environment, tmp_path):
    experiment = queue(trials=30_000)
    with start_worker(service_environment, tmp_path, **SLOW) as worker:
        upkeep.ring_waiting()
        chunk = wait_until(running)
        begun = time.monotonic()
        worker.process.terminate()
        assert worker.process.wait(20) == 0
        took = time.monotonic() - begun
    chunk.refresh_from_db()
    assert took < 10
    assert chunk.status in ("waiting", "done")
    assert not running()
    assert not WorkerHeartbeat.objects.exists()
    released = [c for c in chunks(experiment) if c.status == "waiting" and c.token]
    assert released
    assert all(c.attempts == 0 for c in released)


def test_a_frozen_workers_chunk_is_retaken_and_its_late_write_fenced_off(
    service_environment, tmp_path
):
    experiment = queue(trials=20_000)
    with start_worker(service_environment, tmp_path, **SLOW, **LEASE) as frozen:
        upkeep.ring_waiting()
        chunk = wait_until(running)
        frozen.signal_all(signal.SIGSTOP)
        with start_worker(service_environment, tmp_path, **LEASE):
            wait_until(lambda: kept_up(experiment))
        chunk.refresh_from_db()
        assert (chunk.status, chunk.token) == ("done", 2)
        assert chunk.worker.split(":")[1] not in [str(p.pid) for p in frozen.family()]
        frozen.signal_all(signal.SIGCONT)
        time.sleep(2)  # it wakes in mid-slice, and has every chance to write
        before = chunk.tally
        chunk.refresh_from_db()
        assert (chunk.token, chunk.tally, chunk.alarm) == (2, before, "")
    assert stored_totals(experiment) == expected_totals(experiment)


def test_a_chunk_that_always_fails_ends_as_failed_and_blocks_nobody(service_environment, tmp_path):
    experiment = queue(trials=30_000)
    faults = {"faults": True, "FAIL_FIRST_TRIAL": "10000"}
    with start_worker(service_environment, tmp_path, **faults):
        wait_until(lambda: kept_up(experiment))
    failed = [c for c in chunks(experiment) if c.status == "failed"]
    assert [c.first_trial for c in failed] == [10_000] * 4
    assert all(c.attempts == 3 for c in failed)
    assert all("ZeroDivisionError: a deliberate fault" in c.error for c in failed)
    assert {c.status for c in chunks(experiment) if c not in failed} == {"done"}
    assert experiment.status == "partial"
    assert {r.status for r in runs(experiment)} == {"partial"}
    assert {r.trials_done for r in runs(experiment)} == {20_000}
    progress = experiment_progress(experiment)
    assert progress["partial"]
    assert progress["chunks"]["failed"] == 4
    assert "a deliberate fault" in progress["errors"][0]["error"]
    assert experiment_results(experiment)["partial"]


def test_a_cancel_while_a_dead_workers_chunk_is_rescued(service_environment, tmp_path):
    experiment = queue(trials=20_000)
    with start_worker(service_environment, tmp_path, **SLOW, **LEASE) as worker:
        upkeep.ring_waiting()
        chunk = wait_until(running)
        worker.kill()
    cancel_experiment(experiment=experiment)
    experiment.refresh_from_db()
    assert experiment.status == "cancelling"
    wait_until(lambda: kept_up(experiment))
    chunk.refresh_from_db()
    assert (chunk.status, chunk.token) == ("cancelled", 1)
    assert experiment.status == "cancelled"


def test_every_message_delivered_five_times(service_environment, tmp_path):
    experiment = queue(trials=30_000)
    with start_worker(service_environment, tmp_path, concurrency=2):
        for _ in range(5):
            bell.ring(12)
        wait_until(lambda: kept_up(experiment))
    assert all(c.token == 1 for c in chunks(experiment))
    assert stored_totals(experiment) == expected_totals(experiment)
