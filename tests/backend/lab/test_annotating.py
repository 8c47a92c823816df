"""Notes, tags and bands; who did what; and the same once more."""

from __future__ import annotations

import pytest

from backend.common.problems import NotAllowed
from backend.lab import bell
from backend.lab.models import Experiment
from backend.lab.services import (
    annotate_experiment,
    cancel_experiment,
    rerun_experiment,
    resume_experiment,
)
from backend.lab.work import run_chunks
from tests.support.coin_row import coin_row, queue_coins
from tests.support.lab import queue, stored_totals

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


@pytest.fixture
def ann(django_user_model):
    return django_user_model.objects.create_user("ann")


def trail(experiment):
    return [(e.kind, e.by and e.by.username, e.detail) for e in experiment.events.all()]


def test_every_deed_is_on_the_trail(ann):
    experiment = queue(created_by=ann, tags=[" corners ", "Corners", "corners"], bands=[0.05, 0.2])
    assert experiment.tags == ["corners", "Corners"]
    cancel_experiment(experiment=experiment, by=ann)
    cancel_experiment(experiment=experiment, by=ann)  # changes nothing
    resume_experiment(experiment=experiment)
    annotate_experiment(experiment=experiment, by=ann, note="n", tags=[], bands=[0.1, 0.3])
    annotate_experiment(experiment=experiment, by=ann, note="n", tags=[])
    annotate_experiment(experiment=experiment, by=ann, no_bands=True)
    assert trail(experiment) == [
        ("queued", "ann", ""),
        ("cancelled", "ann", ""),
        ("resumed", None, ""),
        ("noted", "ann", ""),
        ("tagged", "ann", "corners, Corners → none"),
        ("bands", "ann", "5 % and 20 % → 10 % and 30 %, while it was queued"),
        ("bands", "ann", "10 % and 30 % → none, while it was queued"),
    ]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"bands": [0.2, 0.1]}, "/bands"),
        ({"bands": [0.1, 0.1]}, "/bands"),
        ({"bands": [0.1]}, "/bands"),
        ({"bands": [-0.1, 0.1]}, "/bands"),
        ({"bands": [0.1, 1.1]}, "/bands"),
        ({"tags": ["x" * 41]}, "/tags/0"),
        ({"tags": [f"t{n}" for n in range(21)]}, "/tags"),
        ({"tags": ["a,b"]}, "/tags/0"),
    ],
)
def test_what_is_refused_is_refused_before_and_after_the_run(changes, pointer):
    with pytest.raises(NotAllowed) as caught:
        queue(**changes)
    assert [fault.pointer for fault in caught.value.faults] == [pointer]
    experiment = queue()
    with pytest.raises(NotAllowed):
        annotate_experiment(experiment=experiment, by=None, **changes)
    experiment.refresh_from_db()
    assert (experiment.tags, experiment.bands) == ([], None)


def test_a_mean_has_no_bands():
    with coin_row(), pytest.raises(NotAllowed, match="can't be queued") as caught:
        queue_coins(bands=[0.1, 0.2])
    assert "is no rate" in caught.value.faults[0].message


def test_the_same_again_gives_identical_numbers_and_another_seed_others(ann):
    experiment = queue(bands=[0.1, 0.2], tags=["a"], note="n")
    again = rerun_experiment(experiment=experiment, by=ann)
    other = rerun_experiment(experiment=experiment, by=ann, seed=99)
    run_chunks(worker="w")
    assert stored_totals(again) == stored_totals(experiment)
    assert stored_totals(other) != stored_totals(experiment)
    for one in (again, other):
        one.refresh_from_db()
        assert (one.title, one.bands, one.tags, one.note) == (
            *(experiment.title, [0.1, 0.2], ["a"], "n"),
        )
        assert one.created_by == ann
    assert Experiment.objects.count() == 3
