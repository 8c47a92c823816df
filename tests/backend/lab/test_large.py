"""A large experiment's result page: a fixed number of queries, whatever it holds."""

from __future__ import annotations

import time
from statistics import median

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from backend.lab import bell, findings
from backend.lab.models import Chunk, Experiment, Pairing, Run
from engines import get_game
from tests.support.lab import GAME, SMALL, queue, variant

pytestmark = pytest.mark.django_db


def made_up(variants, replicates, chunks):
    """A done experiment; every chunk has the same made-up counts."""
    experiment = queue(
        variants=[variant(f"V{n}", seeds=1 + n % 40, colors=2 + n // 40) for n in range(variants)],
        trials=8 * chunks,
        replicates=replicates,
    )
    game = get_game(GAME)
    tally = game.simulate(game.Rules(**SMALL), "random", 1, 0, 8).vector()
    runs = list(Run.objects.filter(variant__experiment=experiment))
    Chunk.objects.all().delete()
    Chunk.objects.bulk_create(
        (
            Chunk(
                run=run,
                number=n,
                first_trial=8 * n,
                trials=8,
                status="done",
                tally=tally,
                headline=b"\x05",
                seconds=1.0,
                finished_at=Now(),
            )
            for run in runs
            for n in range(chunks)
        ),
        batch_size=5000,
    )
    rules = {v.pk: game.Rules(**v.rules) for v in experiment.variants.all()}
    for run in runs:
        run.status, run.seconds, run.finished_at = "done", 1.0, Now()
        run.trials_done = 8 * chunks
        vector = game.simulate(rules[run.variant_id], "random", run.seed, 0, 8).vector()
        run.totals = [n * chunks for n in vector]
    Run.objects.bulk_update(
        runs, ["status", "seconds", "finished_at", "trials_done", "totals"], batch_size=500
    )
    Experiment.objects.update(status="done", started_at=Now(), finished_at=Now())
    Pairing.objects.update(products=0)
    assert findings.find_next()
    return experiment


def opened(client, experiment):
    """(queries, seconds of this process) of opening its page."""
    url = reverse("admin:lab_experiment_change", args=[experiment.pk])
    with CaptureQueriesContext(
        connection,
    ) as queries:
        begun = time.process_time()
        page = client.get(url)
        took = time.process_time() - begun
    assert page.status_code == 200
    assert page.context["comparisons"] == experiment.variants.count() - 1
    return len(queries), took


@pytest.fixture(autouse=True)
def _bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


def test_the_number_of_queries_is_fixed(admin_client):
    small, _ = opened(admin_client, made_up(2, 1, 4))  # 30 plays or more: compared
    larger, _ = opened(admin_client, made_up(6, 3, 4))
    assert larger == small <= 20


@pytest.mark.long
def test_fifty_variants_of_ten_replicates(admin_client, record_property):
    experiment = made_up(50, 10, 100)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    opened(admin_client, experiment)
    found = [opened(admin_client, experiment) for _ in range(5)]
    assert {queries for queries, _ in found} == {found[0][0]}
    assert found[0][0] <= 20
    # Of this process's own time; the goal is under half a second.
    record_property("server_seconds", median(seconds for _, seconds in found))
