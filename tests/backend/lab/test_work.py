"""The loop of a worker, and its heart."""

from __future__ import annotations

import time

import pytest
from django.db import OperationalError

from backend.lab import bell, chunks, expectations, work
from backend.lab.heart import Heart
from backend.lab.models import Chunk
from backend.lab.services import cancel_experiment, create_tuning
from tests.support.lab import GAME, SMALL, queue, told
from tests.support.workers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def rung(settings, monkeypatch):
    settings.CHUNK_SECONDS = 0.002  # 40 trials
    bells: list[int] = []
    monkeypatch.setattr(bell, "ring", bells.append)
    return bells


def test_the_loop_ends_in_time_and_rings_for_the_rest(rung):
    queue()
    rung.clear()
    assert work.run_chunks(worker="w", seconds=0.0) == 0
    assert rung == [1]
    assert work.run_chunks(worker="w") == 20
    assert rung == [1]


def test_a_worker_told_to_stop_takes_nothing_new_and_gives_back(rung):
    queue()
    rung.clear()
    assert work.run_chunks(worker="w", stopping=lambda: True) == 0
    asked = iter([False, True, True])
    assert work.run_chunks(worker="w", stopping=lambda: next(asked)) == 0
    assert Chunk.objects.filter(status="waiting", attempts=0).count() == 20
    assert Chunk.objects.filter(token=1).count() == 1
    assert rung == [1, 1]


def test_the_heart_keeps_the_lease_and_hears_a_cancel(settings):
    settings.CHUNK_LEASE_SECONDS = 0.4
    experiment = queue()
    claim = chunks.claim_chunk(worker="w")
    with Heart(chunks.extend_lease) as heart:
        heart.hold(claim)
        first = Chunk.objects.get(pk=claim.chunk).lease_until
        wait_until(lambda: Chunk.objects.get(pk=claim.chunk).lease_until > first, seconds=5)
        time.sleep(0.6)
        assert chunks.rescue_chunks() == 0
        assert heart.state == "held"
        cancel_experiment(experiment=experiment)
        wait_until(lambda: heart.state == "cancelled", seconds=5)
        chunks.release_chunk(claim)
        wait_until(lambda: heart.state == "lost", seconds=5)


def test_a_result_is_held_while_the_database_is_away(monkeypatch):
    queue(trials=8, replicates=1)
    real, tries = chunks.finish_chunk, []

    def away_twice(*args, **options):
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError("restarting")
        return real(*args, **options)

    monkeypatch.setattr(work, "finish_chunk", away_twice)
    assert work.run_next_chunk(worker="w") == "done"
    assert len(tries) == 3


def test_a_result_that_the_database_refuses_is_a_bad_attempt(monkeypatch):
    queue(trials=8, replicates=1)
    whole = work.compute

    def no_headline(*args, **options):
        tally = whole(*args, **options)
        return type(tally)(tally.trials, tally.counts, b"")

    monkeypatch.setattr(work, "compute", no_headline)
    assert work.run_next_chunk(worker="w") == "failed"
    chunk = Chunk.objects.get(attempts=1)
    assert chunk.status == "waiting"
    assert "lab_chunk_headline_bit_or_byte_each" in chunk.error


def _compute_all(experiment):
    """The chunks alone: nothing beside them."""
    while not experiment.ended:
        assert work.run_next_chunk(worker="w") == "done"
        experiment.refresh_from_db()


def test_what_is_beside_the_chunks_has_its_turn_while_chunks_wait(monkeypatch):
    small = queue(trials=8)
    _compute_all(small)
    tuning = create_tuning(
        game=GAME,
        rules={**SMALL, "colors": 4, "width": 10, "height": 10},
        policy="random",
        search=[{"rule": "seeds", "low": 4, "high": 30}],
        target=(0.2, 0.3),
        trials=40,
        steps=3,
    )
    _compute_all(tuning.steps.get().experiment)
    big = queue(trials=20_000)
    assert not told(small)
    monkeypatch.setattr(work, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(work, "SHARE", 1)
    asked = iter([False] * 200)

    def both_went_on():
        tuning.refresh_from_db()
        return told(small) and (tuning.ended or tuning.steps.count() == 2)

    work.run_chunks(worker="w", stopping=lambda: next(asked, True) or both_went_on(), seconds=60)
    assert both_went_on()
    assert Chunk.objects.filter(status="waiting").exists()
    big.refresh_from_db()
    assert big.status == "running"


def test_a_turn_beside_the_chunks_is_short_and_rare(monkeypatch):
    now, looked = [0.0], []
    monkeypatch.setattr(work, "monotonic", lambda: now[0])

    def look(seconds, times=10**6):
        def one():
            now[0] += seconds
            looked.append(seconds)
            return len(looked) < times

        looked.clear()
        monkeypatch.setattr(work, "_look_beside", one)
        return work._take_turn(lambda: False) - now[0]

    assert look(0.125, times=1) == work.PAUSE_SECONDS  # nothing more is wanted
    assert look(0.125) == 3 * 0.375
    assert len(looked) == 3
    assert look(4.0) == 12.0  # a long one is paid for
    assert len(looked) == 1


def test_exact_values_that_nobody_is_at_are_rung_for_while_chunks_wait(monkeypatch):
    queue(
        game="dots_and_boxes",
        variants=[{"title": "One", "rules": {"rows": 1, "cols": 2}, "policy": "random,random"}],
    )
    rung = []
    monkeypatch.setattr(expectations, "ring", lambda: rung.append(1))
    work.run_chunks(worker="w", seconds=0.0)
    assert rung == [1]
    assert expectations._claim() is not None
    work.run_chunks(worker="w", seconds=0.0)
    assert rung == [1]


def test_what_cannot_be_worked_out_keeps_nothing_else_back(monkeypatch):
    done = []

    def broken() -> bool:
        raise RuntimeError("no")

    def once() -> bool:
        done.append(True)
        return len(done) == 1

    monkeypatch.setattr(work.pairing, "pair_next", broken)
    monkeypatch.setattr(work.loci, "look_next", once)
    assert work.run_chunks(worker="w") == 0
    assert len(done) == 2
