from __future__ import annotations

import pytest

from backend.common.problems import Conflict
from backend.lab import bell
from backend.lab.chunks import claim_chunk, fail_chunk
from backend.lab.models import Experiment
from backend.lab.selectors import experiment_progress
from backend.lab.services import cancel_experiment, resume_experiment
from backend.lab.work import run_next_chunk
from tests.support.lab import chunks, expected_totals, queue, runs, stored_totals, variant

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sizes(settings, monkeypatch):
    settings.CHUNK_SECONDS = 0.002  # 40 trials
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


def work(times=1000):
    done = 0
    while done < times and run_next_chunk(worker="w"):
        done += 1


@pytest.mark.django_db(transaction=True)
def test_cancel_keeps_what_is_done_and_resume_goes_on():
    experiment = queue()
    work(7)
    cancelled = cancel_experiment(experiment=experiment)
    assert cancelled.status == "cancelled"
    assert cancelled.finished_at is not None
    assert cancel_experiment(experiment=experiment).status == "cancelled"
    kept = {c.pk: c.tally for c in chunks(experiment) if c.status == "done"}
    assert len(kept) == 7
    assert sum(r.trials_done for r in runs(experiment)) == 280
    work()
    assert len([c for c in chunks(experiment) if c.status == "done"]) == 7

    resumed = resume_experiment(experiment=experiment)
    assert (resumed.status, resumed.finished_at) == ("running", None)
    work()
    experiment.refresh_from_db()
    assert experiment.status == "done"
    assert stored_totals(experiment) == expected_totals(experiment)


def test_an_experiment_cancelled_before_it_began():
    experiment = cancel_experiment(experiment=queue())
    assert experiment.status == "cancelled"
    assert experiment.started_at is None
    assert {r.trials_done for r in runs(experiment)} == {0}


@pytest.mark.django_db(transaction=True)
def test_what_is_resumed_before_it_began_begins_when_a_worker_takes_it():
    experiment = queue(trials=80)
    cancel_experiment(experiment=experiment)
    resumed = resume_experiment(experiment=experiment)
    assert (resumed.status, resumed.started_at) == ("queued", None)
    assert {r.status for r in runs(experiment)} == {"queued"}
    work(1)
    experiment.refresh_from_db()
    began = experiment.started_at
    assert experiment.status == "running"
    assert began is not None
    assert experiment_progress(experiment)["seconds"] is not None
    cancel_experiment(experiment=experiment)
    assert resume_experiment(experiment=experiment).status == "running"
    work()
    experiment.refresh_from_db()
    assert (experiment.status, experiment.started_at) == ("done", began)


@pytest.mark.django_db(transaction=True)
def test_failed_chunks_are_tried_afresh_by_resume():
    experiment = queue(trials=8, replicates=1, variants=[variant()])
    for _ in range(3):
        fail_chunk(claim_chunk(worker="w"), error="no luck")
    experiment.refresh_from_db()
    assert experiment.status == "failed"
    resume_experiment(experiment=experiment)
    chunk = chunks(experiment)[0]
    assert (chunk.status, chunk.attempts, chunk.error) == ("waiting", 0, "")
    work()
    experiment.refresh_from_db()
    assert experiment.status == "done"


@pytest.mark.django_db(transaction=True)
def test_what_has_ended_is_not_cancelled_nor_resumed():
    experiment = queue(trials=8)
    work()
    with pytest.raises(Conflict, match="already ended: it is done"):
        cancel_experiment(experiment=experiment)
    with pytest.raises(Conflict, match="nothing left"):
        resume_experiment(experiment=experiment)


def test_resume_does_not_mix_versions_of_a_game():
    experiment = cancel_experiment(experiment=queue())
    Experiment.objects.update(version=99)
    with pytest.raises(Conflict, match="begun with version 99"):
        resume_experiment(experiment=experiment)


def test_resuming_what_goes_on_changes_nothing():
    assert resume_experiment(experiment=queue()).status == "queued"
