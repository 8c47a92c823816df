"""Workers that are killed, frozen, fed with faults or told to go in the middle of a chunk."""

from __future__ import annotations

import signal
import time

import psutil
import pytest
from django.db.models.functions import Now

from backend.lab import upkeep
from backend.lab.models import Chunk, Expectation, WorkerHeartbeat
from backend.lab.selectors import experiment_progress, experiment_results
from backend.lab.services import cancel_experiment
from engines import get_game
from tests.support.lab import assert_undisturbed, chunks, kept_up, queue, runs
from tests.support.workers import messages, send_again, start_worker, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

LEASE = {"CHUNK_LEASE_SECONDS": "2"}
SLOW = {"faults": True, "SLOW_SECONDS": "0.4"}


@pytest.fixture(autouse=True)
def _sizes(settings):
    settings.CHUNK_SECONDS = 0.5  # 10,000 trials
    settings.CHUNK_LEASE_SECONDS = 2.0


def running() -> Chunk | None:
    return Chunk.objects.filter(status="running").first()


def test_killed_workers_change_no_number(service_environment, tmp_path, disturbed):
    """SIGKILL for a worker and its children, twice, each time in mid-chunk."""
    experiment = queue(trials=30_000)
    for _ in range(2):
        with start_worker(service_environment, tmp_path, **SLOW, **LEASE) as worker:
            upkeep.ring_waiting()
            children = worker.family()
            chunk = wait_until(running)
            time.sleep(0.3)
            worker.kill()
        assert not psutil.wait_procs(children, timeout=60)[1]
        chunk.refresh_from_db()
        assert chunk.status == "running"
    with start_worker(service_environment, tmp_path, concurrency=2, **LEASE):
        wait_until(lambda: kept_up(experiment))
    again = [c for c in chunks(experiment) if c.token > 1]
    assert sum(c.token - 1 for c in again) == 2  # the first to be lost keeps its place
    assert all(c.attempts == c.token for c in again)
    disturbed(len(again), "lost by killed workers and computed again")
    assert_undisturbed(experiment)


def test_children_do_not_outlive_a_killed_parent(service_environment, tmp_path):
    queue(trials=30_000)
    with start_worker(service_environment, tmp_path, **SLOW) as worker:
        upkeep.ring_waiting()
        wait_until(running)
        children = worker.family()[1:]
        assert children
        worker.process.kill()  # the parent alone
        assert not psutil.wait_procs(children, timeout=60)[1]


def test_a_worker_told_to_go_gives_its_chunk_back(service_environment, tmp_path, disturbed):
    """A deploy: the next worker goes on with what the last one has given back."""
    experiment = queue(trials=30_000)
    with start_worker(service_environment, tmp_path, **SLOW) as worker:
        upkeep.ring_waiting()
        chunk = wait_until(running)
        begun = time.monotonic()
        worker.process.terminate()
        assert worker.process.wait(60) == 0
        took = time.monotonic() - begun
    chunk.refresh_from_db()
    assert took < 10
    assert chunk.status in ("waiting", "done")
    assert not running()
    assert not WorkerHeartbeat.objects.exists()
    released = [c for c in chunks(experiment) if c.status == "waiting" and c.token]
    assert all(c.attempts == 0 for c in released)
    disturbed(len(released), "given back by a worker told to go", gone=took)
    with start_worker(service_environment, tmp_path):
        wait_until(lambda: kept_up(experiment))
    assert all(c.token == 2 for c in chunks(experiment) if c in released)
    assert_undisturbed(experiment)


def test_a_frozen_workers_chunk_is_retaken_and_its_late_write_fenced_off(
    service_environment, tmp_path, disturbed
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
    disturbed(1, "taken from a frozen worker")
    assert_undisturbed(experiment)


def test_a_result_that_comes_while_another_computes_is_fenced_off(
    service_environment, tmp_path, disturbed
):
    experiment = queue(trials=10_000, replicates=1)  # two chunks
    deaf = {**SLOW, "DEAF": "1"}
    with start_worker(service_environment, tmp_path, **deaf, **LEASE) as frozen:
        upkeep.ring_waiting()
        chunk = wait_until(running)
        frozen.signal_all(signal.SIGSTOP)
        slower = {"faults": True, "SLOW_SECONDS": "1.0"}
        with start_worker(service_environment, tmp_path, **slower, **LEASE) as other:
            retaken = Chunk.objects.filter(pk=chunk.pk, token=2, status="running")
            wait_until(lambda: kept_up(experiment) or retaken.exists())
            frozen.signal_all(signal.SIGCONT)
            wait_until(lambda: "late_result_fenced" in frozen.text, seconds=90)
            chunk.refresh_from_db()
            assert (chunk.token, chunk.worker.split(":")[1]) == (
                2,
                str(other.family()[1].pid),
            )
            frozen.kill()
            other.kill()
    with start_worker(service_environment, tmp_path, **LEASE):
        wait_until(lambda: kept_up(experiment))
    disturbed(1, "written late by a worker that had lost it")
    assert_undisturbed(experiment)


def test_a_chunk_that_always_fails_ends_as_failed_and_blocks_nobody(
    service_environment, tmp_path, disturbed
):
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
    disturbed(len(failed), "failed three times each")
    progress = experiment_progress(experiment)
    assert progress["partial"]
    assert progress["chunks"]["failed"] == 4
    assert "a deliberate fault" in progress["errors"][0]["error"]
    assert experiment_results(experiment)["partial"]


def test_a_cancel_while_a_dead_workers_chunk_is_rescued(service_environment, tmp_path, disturbed):
    """It never runs again, though a live worker is there and hears every bell."""
    experiment = queue(trials=20_000)
    with start_worker(service_environment, tmp_path, **SLOW, **LEASE) as worker:
        upkeep.ring_waiting()
        chunk = wait_until(running)
        worker.kill()
    with start_worker(service_environment, tmp_path, **LEASE):
        cancel_experiment(experiment=experiment)
        experiment.refresh_from_db()
        assert experiment.status == "cancelling"
        wait_until(lambda: kept_up(experiment))
        tokens = {c.pk: (c.status, c.token) for c in chunks(experiment)}
        other = queue(trials=10_000)  # bells for another experiment bring none of it back
        wait_until(lambda: kept_up(other))
    assert {c.pk: (c.status, c.token) for c in chunks(experiment)} == tokens
    assert tokens[chunk.pk] == ("cancelled", 1)
    experiment.refresh_from_db()
    assert experiment.status == "cancelled"
    disturbed(1, "cancelled in a dead worker's hands")
    assert_undisturbed(other)


def test_a_cancel_while_a_worker_is_frozen(service_environment, tmp_path, disturbed):
    experiment = queue(trials=20_000)
    with start_worker(service_environment, tmp_path, **SLOW, **LEASE) as frozen:
        upkeep.ring_waiting()
        chunk = wait_until(running)
        frozen.signal_all(signal.SIGSTOP)
        cancel_experiment(experiment=experiment)
        wait_until(lambda: kept_up(experiment))
        frozen.signal_all(signal.SIGCONT)
        time.sleep(2)
    chunk.refresh_from_db()
    assert (chunk.status, chunk.token, chunk.tally) == ("cancelled", 1, None)
    disturbed(1, "cancelled in a frozen worker's hands")


def test_every_message_delivered_five_times(service_environment, tmp_path, disturbed):
    experiment = queue(trials=30_000)
    assert messages() == 12
    send_again(4)
    assert messages() == 60
    with start_worker(
        service_environment, tmp_path, concurrency=2, faults=True, SLOW_SECONDS="0.1"
    ):
        wait_until(running)
        send_again(4)
        wait_until(lambda: kept_up(experiment))
    assert all(c.token == 1 for c in chunks(experiment))
    disturbed(len(chunks(experiment)), "rung for five times each and claimed once")
    assert_undisturbed(experiment)


def test_a_slow_player_does_not_keep_a_worker_from_others(service_environment, tmp_path, disturbed):
    """A chunk meant for half a second takes far longer: it is cut, and a small one gets its turn.

    A kill in mid-chunk on top changes no number.
    """
    slow = {"faults": True, "SLOW_SECONDS": "2"}
    experiment = queue(trials=10_000, replicates=1)
    cut = Chunk.objects.filter(
        run__variant__experiment=experiment, status="done", trials__lt=10_000
    )
    with start_worker(service_environment, tmp_path, **slow, **LEASE) as worker:
        upkeep.ring_waiting()
        wait_until(running)
        small = queue(trials=8, replicates=1)
        wait_until(lambda: kept_up(small) or cut.exists(), seconds=90)
        assert cut.exists()
        wait_until(running)
        worker.kill()
    with start_worker(service_environment, tmp_path, concurrency=2, **LEASE):
        wait_until(lambda: kept_up(experiment) and kept_up(small))
    disturbed(cut.count(), "cut shorter, or cut from a longer one")
    assert sum(c.trials for c in chunks(experiment)) == 20_000
    assert_undisturbed(experiment)
    assert_undisturbed(small)


@pytest.mark.parametrize("signum", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "told to go"])
def test_exact_values_outlast_their_worker(signum, service_environment, tmp_path, disturbed):
    """A killed worker costs an attempt and the rest of a lease, a deploy neither."""
    players = ("random,random", "greedy,random")
    experiment = queue(
        game="dots_and_boxes",
        variants=[{"title": p, "rules": {"rows": 1, "cols": 2}, "policy": p} for p in players],
    )
    slow = {"faults": True, "SLOW_EXACT": "30"}
    taken = Expectation.objects.filter(lease_until__isnull=False, figures__isnull=True)
    with start_worker(service_environment, tmp_path, **slow, **LEASE) as worker:
        lost = wait_until(lambda: kept_up(experiment) in (True, False) and taken.first())
        time.sleep(3)  # longer than the lease: it is kept
        assert taken.filter(lease_until__gt=Now(), attempts=1).exists()
        worker.process.send_signal(signum)
        if signum == signal.SIGTERM:
            wait_until(lambda: not taken.exists(), seconds=9)  # as long as a watchdog waits
        worker.kill()
    lost.refresh_from_db()
    assert lost.attempts == (1 if signum == signal.SIGKILL else 0)
    disturbed(1, "(exact values) lost with a worker")
    with start_worker(service_environment, tmp_path, **LEASE):
        wanted = Expectation.objects.filter(figures__isnull=True)
        wait_until(lambda: kept_up(experiment) and not wanted.exists())
    lost.refresh_from_db()
    assert lost.attempts == (2 if signum == signal.SIGKILL else 1)
    game = get_game(experiment.game)
    for one in Expectation.objects.select_related("variant"):
        rules = game.Rules.model_validate(one.variant.rules)
        assert one.figures == game.exact_metrics(rules, one.variant.policy)
        assert one.figures
