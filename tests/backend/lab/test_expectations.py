"""Exact values: worked out once by a worker, tried no more than twice, copied where known."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from backend.lab import bell, expectations, upkeep
from backend.lab.models import Expectation, WorkerHeartbeat
from backend.lab.selectors import experiment_results
from backend.lab.work import run_chunks
from tests.support.coin_row import coin_row, player, queue_coins
from tests.support.lab import queue
from tests.support.workers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def game():
    with coin_row() as found:
        yield found


@pytest.fixture(autouse=True)
def rung(monkeypatch):
    messages = []

    def enqueue(name, **_):
        messages.append(name)
        return True

    monkeypatch.setattr(bell, "enqueue", enqueue)
    monkeypatch.setattr(expectations, "enqueue", enqueue)
    return messages


def test_exact_values_stand_beside_the_simulated_ones(game, rung):
    experiment = queue_coins()
    assert expectations.WORK_OUT in rung
    run_chunks(worker="w")
    experiment.refresh_from_db()
    before = experiment_results(experiment)
    assert [v["exact"] for v in before["variants"]] == [{}, {}]
    assert expectations.work_out_next()
    assert expectations.work_out_next()
    assert not expectations.work_out_next()
    for variant in experiment_results(experiment)["variants"]:
        rules = game.Rules.model_validate(variant["rules"])
        assert variant["exact"] == game.exact_metrics(rules, variant["policy"])
        figures = variant["metrics"]["advantage"]
        assert figures["low"] < variant["exact"]["advantage"] < figures["high"]


def test_a_game_that_knows_nothing_exactly_wants_nothing(rung):
    queue()
    assert not Expectation.objects.exists()
    assert expectations.WORK_OUT not in rung


def test_what_is_known_is_not_worked_out_again(game, monkeypatch):
    queue_coins()
    while expectations.work_out_next():
        pass
    calls = []
    monkeypatch.setattr(type(game), "exact_metrics", lambda *_: calls.append(1))
    queue_coins()
    while expectations.work_out_next():
        pass
    assert Expectation.objects.filter(figures__isnull=False).count() == 4
    assert not calls


def test_what_fails_is_tried_twice_and_then_let_be(game, monkeypatch):
    calls = []

    def fail(*_, **__):
        calls.append(1)
        raise MemoryError

    monkeypatch.setattr(type(game), "exact_metrics", fail)
    queue_coins(variants=[player("One")])
    while expectations.work_out_next():
        pass
    assert len(calls) == 2
    assert not expectations.wanted().exists()


def test_two_workers_do_not_take_the_same():
    queue_coins(variants=[player("One")])
    Expectation.objects.update(attempts=1, lease_until=Now() + timedelta(seconds=60))
    assert not expectations.work_out_next()
    Expectation.objects.update(lease_until=Now() - timedelta(seconds=1))
    assert expectations.work_out_next()


def test_a_lease_is_kept_while_it_takes_long(game, monkeypatch, settings):
    settings.CHUNK_LEASE_SECONDS = 0.4
    exact = type(game).exact_metrics
    leases = set()

    def slowly(*given):
        wait_until(lambda: leases.add(Expectation.objects.get().lease_until) or len(leases) > 3)
        assert not expectations.wanted().exists()
        return exact(*given)

    monkeypatch.setattr(type(game), "exact_metrics", slowly)
    queue_coins(variants=[player("One")])
    assert expectations.work_out_next()
    one = Expectation.objects.get()
    assert (one.attempts, one.lease_until, bool(one.figures)) == (1, None, True)


def test_a_worker_told_to_go_gives_the_attempt_back(game, monkeypatch, settings):
    settings.CHUNK_LEASE_SECONDS = 0.4
    given_back = []

    def slowly(*_):
        wait_until(expectations.wanted().exists)
        given_back.append(Expectation.objects.get().attempts)
        raise MemoryError  # ended by force

    monkeypatch.setattr(type(game), "exact_metrics", slowly)
    queue_coins(variants=[player("One")])
    assert expectations.work_out_next(stopping=lambda: True)
    assert given_back == [0]
    assert expectations.wanted().exists()


def test_upkeep_rings_for_exact_values_only_while_a_child_is_idle(rung):
    queue_coins()
    rung.clear()
    upkeep.ring_for_waiting()
    assert rung == []
    WorkerHeartbeat.objects.create(
        name="w", queue="simulation", hostname="h", pid=1, started_at=Now(), seen_at=Now()
    )
    upkeep.ring_for_waiting()
    assert rung.count(expectations.WORK_OUT) == 1
