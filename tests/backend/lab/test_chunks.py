"""Leases and fences, one process playing all the workers."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from django.db import connection
from django.db.models.functions import Now

from backend.lab import bell, upkeep
from backend.lab.chunks import (
    MAX_ATTEMPTS,
    claim_chunk,
    extend_lease,
    fail_chunk,
    finish_chunk,
    release_chunk,
    rescue_chunks,
)
from backend.lab.locking import lock_if_there
from backend.lab.models import Chunk, Experiment, WorkerHeartbeat
from backend.lab.services import cancel_experiment
from backend.lab.work import run_next_chunk
from engines import get_game
from tests.support.lab import chunks, expected_totals, queue, runs, stored_totals, variant

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sizes(settings, monkeypatch):
    settings.CHUNK_SECONDS = 0.002  # 40 trials
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


def tally(claim):
    game = get_game(claim.game)
    rules = game.Rules.model_validate(claim.rules)
    return game.simulate(rules, claim.policy, claim.seed, claim.first_trial, claim.trials)


def finish(claim):
    return finish_chunk(claim, tally(claim), seconds=0.1)


def expire(claim):
    Chunk.objects.filter(pk=claim.chunk).update(lease_until=Now())


def status(claim):
    return Chunk.objects.get(pk=claim.chunk).status


def test_runs_go_forward_together_and_a_small_experiment_need_not_wait():
    big = queue()
    taken = [claim_chunk(worker="w") for _ in range(6)]
    assert len({c.run for c in taken[:4]}) == 4
    assert [c.first_trial for c in taken] == [0, 0, 0, 0, 40, 40]
    small = queue(trials=10, replicates=1, variants=[variant()])
    after = claim_chunk(worker="w")
    assert after.experiment == small.pk
    big.refresh_from_db()
    assert big.status == "running"
    assert big.started_at is not None


def test_a_claim_raises_token_and_attempts_and_leases_by_the_databases_clock(settings):
    settings.CHUNK_LEASE_SECONDS = 30
    queue()
    claim = claim_chunk(worker="somebody")
    chunk = Chunk.objects.annotate(now=Now()).get(pk=claim.chunk)
    assert (chunk.status, chunk.token, chunk.attempts, chunk.worker) == (
        "running",
        1,
        1,
        "somebody",
    )
    assert 25 < (chunk.lease_until - chunk.now).total_seconds() <= 31
    assert extend_lease(claim) == "held"


def test_when_nothing_waits_there_is_nothing_to_claim():
    assert claim_chunk(worker="w") is None
    assert run_next_chunk(worker="w") is None


def test_a_late_write_is_fenced_off():
    queue(trials=8, replicates=1, variants=[variant()])
    late = claim_chunk(worker="frozen")
    expire(late)
    assert rescue_chunks() == 1
    assert finish(late) == "fenced"  # waiting again, claimed by nobody
    again = claim_chunk(worker="other")
    assert (again.chunk, again.token) == (late.chunk, 2)
    assert finish(late) == "fenced"  # in another's hands
    assert extend_lease(late) == "lost"
    release_chunk(late)
    fail_chunk(late, error="too late")
    assert status(again) == "running"
    assert finish(again) == "done"
    assert finish(late) == "repeated"  # the very same numbers, as it must be


def test_a_second_result_that_is_the_same_does_no_harm():
    queue()
    claim = claim_chunk(worker="w")
    assert finish(claim) == "done"
    assert finish(claim) == "repeated"
    assert Chunk.objects.get(pk=claim.chunk).alarm == ""


def test_a_second_result_that_differs_raises_an_alarm(caplog):
    queue()
    claim = claim_chunk(worker="w")
    first = tally(claim)
    finish_chunk(claim, first, seconds=0.1)
    other = tally(replace(claim, seed=claim.seed + 1))
    assert finish_chunk(claim, other, seconds=0.1) == "differs"
    chunk = Chunk.objects.get(pk=claim.chunk)
    assert chunk.tally == first.vector()
    assert "another result" in chunk.alarm
    assert "chunk_result_differs" in caplog.text


def test_three_bad_attempts_and_it_has_failed():
    experiment = queue(trials=8, replicates=1, variants=[variant(), variant(colors=4)])
    bad, good = claim_chunk(worker="w"), claim_chunk(worker="w")
    for attempt in range(1, MAX_ATTEMPTS + 1):
        assert Chunk.objects.get(pk=bad.chunk).attempts == attempt
        fail_chunk(bad, error=f"attempt {attempt}")
        if attempt < MAX_ATTEMPTS:
            assert status(bad) == "waiting"
            bad = claim_chunk(worker="w")
    chunk = Chunk.objects.get(pk=bad.chunk)
    assert (chunk.status, chunk.error) == ("failed", "attempt 3")
    assert chunk.run.status == "failed"
    assert (chunk.run.totals, chunk.run.trials_done) == ([], 0)
    assert finish(good) == "done"
    experiment.refresh_from_db()
    assert experiment.status == "partial"


def test_a_chunk_that_kills_its_worker_holds_nobody_up_and_ends():
    experiment = queue(trials=80, replicates=1, variants=[variant()])
    deadly = claim_chunk(worker="w")
    for token in (1, 2, 3):
        assert (deadly.first_trial, deadly.token) == (0, token)
        expire(deadly)
        assert rescue_chunks() == 1
        if token == 2:
            other = claim_chunk(worker="w")
            assert other.first_trial == 40
            assert finish(other) == "done"
        deadly = claim_chunk(worker="w")
    assert deadly is None
    chunk = chunks(experiment)[0]
    assert (chunk.status, chunk.error) == (
        "failed",
        "Worker w fell silent: killed, frozen or cut off.",
    )
    experiment.refresh_from_db()
    assert experiment.status == "partial"


def test_a_chunk_lost_with_its_worker_keeps_its_place_and_a_failed_one_goes_behind():
    queue(trials=80, replicates=1, variants=[variant()])
    lost = claim_chunk(worker="killed")
    queue(trials=80, replicates=1, variants=[variant()])
    expire(lost)
    assert rescue_chunks() == 1
    again = claim_chunk(worker="w")
    assert again.chunk == lost.chunk
    fail_chunk(again, error="no luck")
    others = [claim_chunk(worker="w").chunk for _ in range(3)]
    assert lost.chunk not in others
    assert claim_chunk(worker="w").chunk == lost.chunk


def test_a_worker_with_other_rules_of_the_game_computes_nothing():
    experiment = queue(trials=8, replicates=1, variants=[variant()])
    Experiment.objects.update(version=99)
    assert run_next_chunk(worker="w") == "failed"
    experiment.refresh_from_db()
    assert experiment.status == "failed"
    assert "begun with version 99" in chunks(experiment)[0].error


def test_giving_back_costs_no_attempt():
    queue()
    claim = claim_chunk(worker="w")
    release_chunk(claim)
    chunk = Chunk.objects.get(pk=claim.chunk)
    assert (chunk.status, chunk.attempts, chunk.token) == ("waiting", 0, 1)


def test_a_cancelled_experiment_wants_no_more():
    experiment = queue()
    running, finishing, dead = (claim_chunk(worker="w") for _ in range(3))
    assert cancel_experiment(experiment=experiment).status == "cancelling"
    assert claim_chunk(worker="w") is None
    assert extend_lease(running) == "cancelled"
    release_chunk(running)
    assert status(running) == "cancelled"
    assert finish(finishing) == "done"  # was all but done: kept
    expire(dead)
    assert rescue_chunks() == 1
    assert status(dead) == "cancelled"
    experiment.refresh_from_db()
    assert experiment.status == "cancelled"
    assert sum(r.trials_done for r in runs(experiment)) == finishing.trials


def test_a_deleted_experiment_is_no_ones_worry():
    experiment = queue()
    claim = claim_chunk(worker="w")
    experiment.delete()
    assert extend_lease(claim) == "lost"
    assert finish(claim) == "fenced"
    release_chunk(claim)
    fail_chunk(claim, error="x")


def test_totals_are_the_sums_of_the_chunks_and_can_be_counted_again():
    experiment = queue()
    while claim := claim_chunk(worker="w"):
        finish(claim)
    experiment.refresh_from_db()
    assert experiment.status == "done"
    assert stored_totals(experiment) == expected_totals(experiment)
    for run in runs(experiment):
        columns = zip(*[c.tally for c in run.chunks.all()], strict=True)
        assert run.totals == [sum(column) for column in columns]
        assert run.trials_done == experiment.trials
        assert run.seconds == pytest.approx(0.5)


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_take_the_same_chunk():
    experiment = queue()
    taken: list[int] = []

    def work() -> None:
        try:
            while claim := claim_chunk(worker="w"):
                taken.append(claim.chunk)
                finish(claim)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(set(taken)) == 20
    experiment.refresh_from_db()
    assert experiment.status == "done"
    assert stored_totals(experiment) == expected_totals(experiment)


def test_bells_are_rung_for_idle_children_only(monkeypatch):
    rung: list[int] = []
    monkeypatch.setattr(bell, "ring", rung.append)
    queue()
    assert upkeep.ring_for_waiting() == 0  # nobody is there to hear
    WorkerHeartbeat.objects.create(
        name="w",
        queue="simulation",
        hostname="h",
        pid=1,
        concurrency=3,
        started_at=Now(),
        seen_at=Now(),
    )
    assert upkeep.ring_for_waiting() == 3
    claim_chunk(worker="w")
    assert upkeep.ring_for_waiting() == 2


def test_upkeep_ends_what_nobody_ended():
    experiment = queue()
    Chunk.objects.update(status="cancelled")
    assert upkeep.settle_idle() == 1
    experiment.refresh_from_db()
    assert experiment.status == "cancelled"
    assert upkeep.settle_idle() == 0


def test_a_small_experiment_is_not_stuck_behind_a_huge_one(settings):
    settings.CHUNK_SECONDS = 0.002  # 40 trials
    huge = queue(trials=4000, replicates=3)  # 600 chunks
    for _ in range(30):
        claim_chunk(worker="w")
    small = queue(trials=80, replicates=1)  # 4 chunks
    claims = [claim_chunk(worker="w").experiment for _ in range(6)]
    assert claims.count(small.pk) == 4
    assert claims.count(huge.pk) == 2
    # Two of a kind, begun together, share the workers.
    Chunk.objects.all().delete()
    both = [queue(trials=400, replicates=1), queue(trials=400, replicates=2)]
    claims = [claim_chunk(worker="w").experiment for _ in range(16)]
    assert [claims.count(one.pk) for one in both] == [8, 8]


def test_what_was_deleted_meanwhile_keeps_upkeep_from_nothing(monkeypatch):
    gone, experiment = queue(trials=8), queue(trials=8)
    claims = [claim_chunk(worker="w") for _ in range(8)]
    for claim in claims:
        expire(claim)

    def deleted(pk):
        Experiment.objects.filter(pk=gone.pk).delete()
        return lock_if_there(pk)

    monkeypatch.setattr("backend.lab.chunks.lock_if_there", deleted)
    assert rescue_chunks() == 4
    assert {chunk.status for chunk in chunks(experiment)} == {"waiting"}
