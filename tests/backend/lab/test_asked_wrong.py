"""What is readable but not meant is refused: nothing of it is queued."""

from __future__ import annotations

import pytest
from django.utils import timezone

from backend.lab import bell
from backend.lab.admin.queueing import QueueForm
from backend.lab.admin.reckoning import checked
from backend.lab.differences import written_out
from backend.lab.forms import ExperimentForm, Variants
from backend.lab.models import Experiment, Run, Tuning
from backend.lab.selectors.comparing import comparable_variants
from engines import get_game
from tests.support.api import Api, make_map, ok, pointers, problem
from tests.support.lab import GAME, SMALL, queue
from tests.support.staff import designer

pytestmark = pytest.mark.django_db

UNSEEN = ["\u200b", "a\u202eb", "\u2060\ufeff", "a\x07", "a\nb", "\u3164", "\u200d"]


@pytest.fixture(autouse=True)
def _bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


@pytest.fixture
def staff():
    api = Api()
    api.client.force_login(designer())
    return api


def asked(**changes):
    variants = [{"rules": SMALL, "policy": "random"}]
    return {"game": GAME, "title": "Which?", "trials": 80, "variants": variants, **changes}


def swept(**changes):
    body = asked(baseline={"rules": SMALL, "policy": "random"}, **changes)
    del body["variants"]
    return body


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (asked(both_seats=True), "/both_seats"),
        (swept(sweep={"rule": "colors", "values": [SMALL["colors"]]}), "/sweep"),
        (
            swept(
                grid=[
                    {"rule": "colors", "values": [SMALL["colors"]]},
                    {"rule": "seeds", "values": [SMALL["seeds"]]},
                ]
            ),
            "/grid",
        ),
        (asked(tags=["fine", "\u200b"]), "/tags/1"),
        (asked(note="a\u202eb"), "/note"),
        (asked(question="a\x07"), "/question"),
        *((asked(title=text), "/title") for text in UNSEEN),
        (asked(variants=[{"title": "\u200b", "policy": "random"}]), "/variants/0/title"),
    ],
)
def test_an_experiment(staff, body, wrong):
    assert pointers(problem(staff.post("experiments/", body), 422)) == [wrong]
    assert not Experiment.objects.exists()


def test_what_is_spelled_with_joiners_or_in_lines_is_fine(staff):
    told = ok(staff.post("experiments/", asked(title="👩\u200d🔬 où?", note="one\n\ttwo")), 201)
    assert told["title"] == "👩\u200d🔬 où?"


@pytest.mark.parametrize(("wish", "most"), [("precision", 1e9), ("difference", 1e9)])
def test_no_wish_is_larger_than_any_figure(staff, wish, most):
    policy = {"rules": {"rows": 2, "cols": 2}, "policy": "random"}
    body = swept(game="dots_and_boxes", sweep={"rule": "extra_turn", "values": [False]})
    body |= {"baseline": policy, wish: 1e300}
    del body["trials"]
    found = problem(staff.post("experiments/", body), 422)
    assert pointers(found) == [f"/{wish}"]
    assert f"{most:,.0f}" in found["errors"][0]["detail"]


def test_a_tuning_does_not_set_what_it_searches(staff):
    search = [{"rule": "colors", "low": 3, "high": 5}]
    body = {"game": GAME, "policy": "random", "search": search, "target": [0.2, 0.3]}
    wrong = staff.post("tunings/", {**body, "rules": {**SMALL, "colors": 4}})
    assert pointers(problem(wrong, 422)) == ["/rules/colors"]
    assert not Tuning.objects.exists()


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (asked(sweep={"rule": "colors", "values": [4]}), ["/sweep"]),
        (swept(), ["/sweep"]),
        ({"game": GAME}, ["/title", "/trials", "/variants"]),
    ],
)
def test_one_fault_is_said_once(staff, body, wrong):
    found = problem(staff.post("experiments/", body), 400)
    assert sorted(pointers(found)) == wrong
    if "baseline" in body:
        assert "grid" in found["errors"][0]["detail"]


def test_addresses_know_their_parameters(staff):
    experiment = queue()
    for path in (f"experiments/{experiment.pk}/", f"experiments/{experiment.pk}/results/"):
        ok(staff.get(path))
        found = problem(staff.get(f"{path}?x=1"), 400)
        assert [one["parameter"] for one in found["errors"]] == ["x"]


def test_variants_that_were_played_are_offered_those_of_tunings_last(staff):
    search = [{"rule": "colors", "low": 3, "high": 5}]
    body = {"game": GAME, "policy": "random", "search": search, "target": [0.2, 0.3]}
    played = queue()
    ok(staff.post("tunings/", body), 201)
    queue(title="Cancelled", seed=8)
    Run.objects.exclude(variant__experiment__title="Cancelled").update(
        trials_done=1, status="done", totals=[0], seconds=1, finished_at=timezone.now()
    )
    Experiment.objects.update(status="cancelled", finished_at=timezone.now())
    found = comparable_variants(GAME, get_game(GAME).version)
    assert [one.experiment_id for one in found[:2]] == [played.pk] * 2
    assert [one.of_tuning for one in found] == [False] * 2 + [True] * (len(found) - 2)
    assert len(found) > 2
    assert "Cancelled" not in {one.experiment.title for one in found}


def _filled(slug, variants, **size):
    game = get_game(slug)
    data = {"title": "T", "trials": 157, "replicates": 3, "seed": 1, **size}
    data |= {"variants-TOTAL_FORMS": len(variants), "variants-INITIAL_FORMS": 0}
    usual = written_out(game, {})
    for at, one in enumerate(variants):
        for name, value in (usual | one).items():
            key = name if name.startswith("policy") else f"rule_{name}"
            if value is not False:
                data[f"variants-{at}-{key}"] = value
    form = ExperimentForm(data, game=game)
    return QueueForm(game, form, Variants(data, prefix="variants", form_kwargs={"game": game}))


def test_the_form_counts_what_will_be_queued():
    two = [{"policy": "random", "policy_second": "greedy", "extra_turn": e} for e in (True, False)]
    told = checked(_filled("dots_and_boxes", two, both_seats="on"))
    assert told["counted"] == {"variants": 4, "trials": 157}
    assert f"4 variants, {4 * 157 * 3:,} plays in all" in told["said"]


def test_the_form_counts_whole_rounds_of_the_stored_puzzles():
    puzzle = make_map(seed=1)
    one = {**puzzle.rules, "policy": "random"}
    told = checked(_filled(GAME, [one], boards="fixed", puzzles=str(puzzle.pk)))
    assert told["counted"] == {"variants": 1, "trials": 160}
    wrong = checked(_filled(GAME, [one], boards="fixed", puzzles=f"{puzzle.pk}\nnonsense"))
    assert "nonsense" in wrong["errors"]["puzzles"][0]
    assert wrong["counted"] is None


def test_a_wish_is_worked_out_before_there_is_a_title():
    one = {"policy": "random"}
    told = checked(_filled(GAME, [one, one | {"colors": 5}], title="", precision="0.5", trials=""))
    assert "title" in told["errors"]
    assert told["trials"] == 12_805
    assert "± 0.50 points, or better (95 %)" in told["said"]
    assert "38,415 plays of each variant" in told["planned"]


def test_with_a_fault_in_the_size_nothing_is_promised():
    one = {"policy": "random"}
    told = checked(_filled(GAME, [one, one | {"colors": 5}], precision="-1", title=""))
    assert (told["trials"], told["said"], told["planned"]) == (None, "", "")


def test_a_change_without_effect_is_told_and_swept_away(staff):
    one = {"policy": "random"}
    told = checked(_filled(GAME, [one, one | {"cells": 60}]))
    assert "Nothing changes in “Variant 1”: what differs there has no effect" in told["said"]
    body = swept(sweep={"rule": "cells", "values": [4, 5, 6]})
    assert pointers(problem(staff.post("experiments/", body), 422)) == ["/sweep"]
