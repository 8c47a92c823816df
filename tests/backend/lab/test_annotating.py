"""Notes, tags and bands; who did what; and the same once more."""

from __future__ import annotations

import pytest

from backend.common.problems import NotAllowed
from backend.lab import bell
from backend.lab.models import Experiment
from backend.lab.selectors import describe_experiment
from backend.lab.services import (
    annotate_experiment,
    cancel_experiment,
    rerun_experiment,
    resume_experiment,
)
from backend.lab.work import run_chunks
from tests.support.coin_row import coin_row, queue_coins
from tests.support.lab import queue, stored_totals, variant

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


def test_a_rerun_says_of_what(ann):
    experiment = queue(bands=[0.1, 0.2])
    again = rerun_experiment(experiment=experiment, by=ann)
    other = rerun_experiment(experiment=again, by=ann, seed=99)
    assert again.rerun_of == experiment
    assert describe_experiment(other)["rerun_of"] == str(again.pk)
    title = "“Three colours or four?”"
    assert trail(again) == [("queued", "ann", f"rerun of {title} with the same seed")]
    assert trail(other) == [("queued", "ann", f"rerun of {title} with another seed")]
    experiment.delete()
    again.refresh_from_db()
    assert again.rerun_of is None


def test_bands_that_were_moved_once_figures_were_known_stay_so_in_reruns_of_the_same_seed(ann):
    experiment = queue(bands=[0.1, 0.2])
    annotate_experiment(experiment=experiment, by=ann, bands=[0.3, 0.4])
    experiment.refresh_from_db()
    again = rerun_experiment(experiment=experiment, by=ann)
    once_more = rerun_experiment(experiment=again, by=ann)
    other = rerun_experiment(experiment=once_more, by=ann, seed=99)
    back = rerun_experiment(experiment=other, by=ann, seed=experiment.seed)
    known = "the figures of “Three colours or four?” with the same seed could be known"
    told = ("bands", "ann", f"30 % and 40 % as changed there, when {known}")
    assert [told in trail(one) for one in (again, once_more, other, back)] == [
        *(True, True, False, True)
    ]


def test_bands_of_a_changed_copy_are_known_where_its_seed_and_a_variant_are_the_same(ann):
    experiment = queue()
    changed = {"created_by": ann, "rerun_of": experiment, "bands": [0.3, 0.4]}
    copy = queue(trials=400, **changed)
    assert [kind for kind, _, _ in trail(copy)] == ["queued", "bands"]
    assert trail(copy)[1][2].startswith("none → 30 % and 40 %, when the figures of ")
    fewer = queue(variants=[variant(colors=5), variant()], **changed)
    assert trail(fewer)[0][2].startswith("changed copy of ")
    assert [kind for kind, _, _ in trail(fewer)] == ["queued", "bands"]
    unlike = queue(variants=[variant(colors=5), variant(colors=6)], **changed)
    assert [kind for kind, _, _ in trail(unlike)] == ["queued"]
