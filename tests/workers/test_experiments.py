"""Whole experiments through real workers, Redis and Postgres."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from backend.lab.models import Chunk
from backend.lab.selectors import experiment_progress
from backend.lab.services import cancel_experiment, resume_experiment
from tests.support.lab import GAME, chunks, expected_totals, queue, runs, stored_totals
from tests.support.workers import empty_broker, start_beat, start_worker, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def finished(experiment):
    experiment.refresh_from_db()
    return experiment.ended


@pytest.mark.parametrize("concurrency", [1, 2])
def test_the_counts_are_the_engines_own(concurrency, service_environment, tmp_path, settings):
    settings.CHUNK_SECONDS = 0.2
    with start_worker(service_environment, tmp_path, concurrency=concurrency):
        experiment = queue(trials=20_001)
        wait_until(lambda: finished(experiment))
    assert experiment.status == "done"
    assert experiment.started_at < experiment.finished_at
    assert len(chunks(experiment)) == 4 * 6
    assert stored_totals(experiment) == expected_totals(experiment)


def test_the_command_line_gives_the_same_counts(service_environment, tmp_path, settings):
    settings.CHUNK_SECONDS = 0.05
    with start_worker(service_environment, tmp_path):
        experiment = queue(trials=3_000, seed=11)
        wait_until(lambda: finished(experiment))
    results = {(r.variant.position, r.replicate): r for r in runs(experiment)}
    assert results[0, 1].seed == results[1, 1].seed == 11
    for run in (results[0, 2], results[1, 1]):
        out = subprocess.run(
            [
                *(sys.executable, "-m", "engines", "simulate", GAME, "--json"),
                *("--rules", json.dumps(run.variant.rules), "--policy", run.variant.policy),
                *("--trials", "3000", "--seed", str(run.seed)),
            ],
            capture_output=True,
            check=True,
        )
        stuck = json.loads(out.stdout)["metrics"]["stuck"]
        assert [stuck["count"], stuck["n"]] == run.totals[:2]


def test_a_cancelled_experiment_stops_within_seconds_and_can_be_resumed(
    service_environment, tmp_path, settings
):
    settings.CHUNK_SECONDS = 0.5  # 10,000 trials
    experiment = queue(trials=40_000)
    slow = {"faults": True, "SLOW_SECONDS": "0.1"}
    with start_worker(service_environment, tmp_path, **slow):
        wait_until(lambda: Chunk.objects.filter(status="done").count() >= 2)
        cancel_experiment(experiment=experiment)
        wait_until(lambda: finished(experiment), seconds=60)
        assert experiment.status == "cancelled"
        kept = {c.pk: c.tally for c in chunks(experiment) if c.status == "done"}
        assert kept
        assert {c.status for c in chunks(experiment)} == {"done", "cancelled"}
        assert experiment_progress(experiment)["partial"]
        time.sleep(0.5)
        assert {c.pk for c in chunks(experiment) if c.status == "done"} == set(kept)
    resume_experiment(experiment=experiment)
    with start_worker(service_environment, tmp_path):
        wait_until(lambda: finished(experiment))
    assert experiment.status == "done"
    assert {c.pk: c.tally for c in chunks(experiment) if c.pk in kept} == kept
    assert stored_totals(experiment) == expected_totals(experiment)


def test_beat_and_upkeep_ring_again_when_messages_were_lost(
    service_environment, tmp_path, settings
):
    settings.CHUNK_SECONDS = 0.2
    experiment = queue(trials=8_000)
    empty_broker()
    with start_worker(service_environment, tmp_path) as worker:
        time.sleep(1)
        assert "simulation.run_chunks" not in worker.text.replace(". simulation.run_chunks", "")
        assert not Chunk.objects.exclude(status="waiting").exists()
        with (
            start_worker(service_environment, tmp_path, "upkeep"),
            start_beat(service_environment, tmp_path),
        ):
            wait_until(lambda: finished(experiment))
    assert experiment.status == "done"
    assert stored_totals(experiment) == expected_totals(experiment)
