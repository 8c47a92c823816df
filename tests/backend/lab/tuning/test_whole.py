"""Tunings from the request to the short list, with the workers' own code."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from backend.common.problems import Conflict, NotAllowed
from backend.lab import bell, upkeep
from backend.lab.models import (
    Chunk,
    Experiment,
    LevelProposal,
    Tuning,
    TuningStep,
    WorkerHeartbeat,
)
from backend.lab.selectors.tuning import tuning_findings
from backend.lab.services import cancel_experiment, cancel_tuning, create_tuning, propose_level
from backend.lab.services.tuning import advance_next, wanted
from backend.lab.work import run_chunks, run_next_chunk
from engines import get_game
from tests.support.lab import GAME, SMALL
from tests.support.races import at_once
from tests.support.staff import designer

pytestmark = pytest.mark.django_db(transaction=True)

URL = "/api/v1/tunings/"
PLAYED = {**SMALL, "colors": 4, "width": 10, "height": 10}


@pytest.fixture(autouse=True)
def _no_bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


@pytest.fixture
def staff():
    client = APIClient()
    client.force_login(designer())
    return client


def asked(**changes):
    body = {
        "game": GAME,
        "rules": PLAYED,
        "policy": "random",
        "search": [{"rule": "seeds", "low": 4, "high": 30}],
        "target": [0.2, 0.3],
        "trials": 2_000,
        "steps": 8,
        "seed": 5,
        **changes,
    }
    searched = [one["rule"] for one in body["search"]]
    return {**body, "rules": {k: v for k, v in body["rules"].items() if k not in searched}}


def finish(tuning):
    run_chunks(worker="w")
    tuning.refresh_from_db()
    return tuning


def true_rate(**changes):
    """By a simulation twenty times as large, of other streams."""
    game = get_game(GAME)
    rules = game.Rules.model_validate({**PLAYED, **changes})
    count, n = game.simulate(rules, "random", 987, 0, 40_000).counts["stuck"]
    return count / n


def test_seed_points_are_found_whose_stuck_rate_is_20_to_30_per_cent():
    tuning = finish(create_tuning(**asked()))
    assert tuning.status == "done"
    found = tuning_findings(tuning)
    assert found["conclusion"] == "found"
    for one in found["short_list"]:
        truth = true_rate(**one["values"])
        assert 0.18 < truth < 0.32
        if one["standing"] == "inside":
            assert 0.195 < truth < 0.305
    best = found["short_list"][0]
    assert best["standing"] == "inside"
    # What reaches the target by the large simulation is found, and each step is on record.
    middle = min(range(4, 31), key=lambda seeds: abs(true_rate(seeds=seeds) - 0.25))
    assert {"seeds": middle} in [one["values"] for one in found["short_list"]]
    steps = list(tuning.steps.all())
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    experiment = steps[1].experiment
    assert experiment.status == "done"
    assert experiment.title.startswith("Tuning ")
    assert experiment.title.endswith(", step 2")
    assert experiment.tags == ["tuning"]


def test_colours_jump_over_a_narrow_target_and_that_is_said():
    tuning = create_tuning(
        **asked(
            rules={**PLAYED, "seeds": 14},
            search=[{"rule": "colors", "low": 2, "high": 9}],
            target=[0.29, 0.31],
        )
    )
    found = tuning_findings(finish(tuning))
    rates = {colors: true_rate(seeds=14, colors=colors) for colors in range(2, 10)}
    assert not any(0.28 < rate < 0.32 for rate in rates.values())
    assert found["conclusion"] == "none"
    assert found["complete"]
    assert found["short_list"] == []
    best = min(rates, key=lambda colors: max(0.29 - rates[colors], rates[colors] - 0.31))
    assert found["nearest"][0]["values"] == {"colors": best}
    assert "Nothing is left" in tuning.reason


def test_two_rules_and_a_choice(staff):
    search = [{"rule": "seeds", "low": 4, "high": 30}, {"rule": "adjacency"}]
    answer = staff.post(URL, asked(search=search, trials=800), format="json")
    assert answer.status_code == 201, answer.json()
    finish(Tuning.objects.get())
    told = staff.get(answer["Location"]).json()
    assert told["status"] == "done"
    assert {one["values"]["adjacency"] for one in told["steps"][0]["tried"]} == {"edge", "corner"}
    assert told["short_list"]


def test_a_mean_has_a_range_of_values(staff):
    search = [{"rule": "rows", "low": 1, "high": 4}]
    body = asked(
        game="dots_and_boxes", rules={}, policy="greedy,random", search=search, target=[1, 6]
    )
    answer = staff.post(URL, {**body, "trials": 300}, format="json")
    assert answer.status_code == 201, answer.json()
    assert finish(Tuning.objects.get()).status == "done"
    assert staff.get(answer["Location"]).json()["short_list"]


def test_steps_run_out(staff):
    tuning = finish(create_tuning(**asked(steps=1)))
    assert tuning.status == "done"
    assert "All steps asked for were taken (1)" in tuning.reason
    assert tuning.steps.count() == 1
    told = staff.get(f"{URL}{tuning.pk}/").json()
    assert len(told["steps"][0]["tried"]) == 5
    assert not told["complete"]
    assert [one["id"] for one in staff.get(URL).json()["results"]] == [str(tuning.pk)]


def compute_all():
    while run_next_chunk(worker="w"):
        pass


def test_two_workers_at_once_take_one_step():
    tuning = create_tuning(**asked(trials=200))
    assert not wanted().exists()
    compute_all()
    assert wanted().get() == tuning
    at_once(advance_next, advance_next, advance_next)
    assert tuning.steps.count() == 2
    assert not advance_next()


def test_a_worker_killed_between_steps_loses_nothing(monkeypatch):
    """What it wrote half is rolled back; upkeep rings, and the next one takes the same step."""
    tuning = create_tuning(**asked(trials=200))
    compute_all()

    class Killed(BaseException):
        pass

    def killed(**_):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(TuningStep.objects, "create", killed)
        with pytest.raises(Killed):
            advance_next()
    assert Experiment.objects.count() == tuning.steps.count() == 1
    WorkerHeartbeat.objects.create(
        name="w",
        queue=bell.QUEUE,
        hostname="h",
        pid=1,
        started_at="2026-01-01T00:00Z",
        seen_at=tuning.created_at,
    )
    assert upkeep.ring_for_waiting() == 1
    assert finish(tuning).status == "done"


def test_the_same_request_finds_the_same():
    one, other = (finish(create_tuning(**asked(trials=400))) for _ in range(2))

    def figures(tuning):
        return [
            [(t["values"], t["value"]) for t in step["tried"]]
            for step in tuning_findings(tuning)["steps"]
        ]

    assert figures(one) == figures(other)


def test_a_failed_step_ends_it_with_its_reason():
    tuning = create_tuning(**asked(trials=200))
    Chunk.objects.update(status="failed", error="Traceback …\nMemoryError: too large a map")
    upkeep.settle_idle()
    assert advance_next()
    tuning.refresh_from_db()
    assert tuning.status == "failed"
    assert tuning.reason == "Step 1 failed: MemoryError: too large a map"
    assert not advance_next()


def test_what_nobody_foresaw_ends_it_too(monkeypatch):
    tuning = create_tuning(**asked(trials=200))
    compute_all()
    monkeypatch.setattr("backend.lab.services.tuning.next_step", None)
    assert advance_next()
    tuning.refresh_from_db()
    assert tuning.status == "failed"
    assert "could not be taken" in tuning.reason


def test_a_game_of_another_version_ends_it(staff):
    tuning = create_tuning(**asked(trials=200))
    compute_all()
    Tuning.objects.update(version=tuning.version + 1)
    assert advance_next()
    tuning.refresh_from_db()
    assert tuning.status == "failed"
    assert "version" in tuning.reason
    assert staff.get(f"{URL}{tuning.pk}/").status_code == 409
    assert staff.get(URL).status_code == 200


def test_cancelling_stops_the_step_too(staff):
    tuning = create_tuning(**asked())
    for _ in range(2):
        answer = staff.post(f"{URL}{tuning.pk}/cancel/")
        assert answer.status_code == 200
        assert answer.json()["status"] == "cancelled"
    assert "designer" in answer.json()["reason"]
    assert Experiment.objects.get().status == "cancelled"
    run_chunks(worker="w")
    assert tuning.steps.count() == 1


def test_a_cancelled_step_cancels_the_search():
    tuning = create_tuning(**asked())
    cancel_experiment(experiment=Experiment.objects.get())
    assert finish(tuning).status == "cancelled"
    assert "step 1 was cancelled" in tuning.reason


def test_what_has_ended_is_not_cancelled(staff):
    tuning = finish(create_tuning(**asked(trials=200, steps=1)))
    with pytest.raises(Conflict):
        cancel_tuning(tuning=tuning)
    assert staff.post(f"{URL}{tuning.pk}/cancel/").status_code == 409


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"game": "chess"}, "/game"),
        ({"rules": {"width": 1}}, "/rules/width"),
        ({"policy": "psychic"}, "/policy"),
        ({"target": [0.3, 0.2]}, "/target"),
        ({"target": [20, 30]}, "/target"),
        ({"steps": 31}, "/steps"),
        ({"search": []}, "/search"),
        ({"search": [{"rule": "colour", "low": 1, "high": 2}]}, "/search/0/rule"),
        ({"search": [{"rule": "seeds", "low": 9}]}, "/search/0/high"),
        ({"search": [{"rule": "seeds", "low": 9, "high": 9}]}, "/search/0/high"),
        ({"search": [{"rule": "seeds", "low": 1, "high": 10**9}]}, "/search/0/high"),
        ({"search": [{"rule": "colors", "low": 1, "high": 4}]}, "/search"),
        ({"search": [{"rule": "adjacency", "low": 1, "high": 4}]}, "/search/0/low"),
        ({"search": [{"rule": "adjacency", "values": ["edge"]}]}, "/search/0/values"),
        ({"search": [{"rule": "adjacency", "values": ["edge", "side"]}]}, "/search/0/values"),
        ({"search": [{"rule": "seeds", "low": 1, "high": 9}] * 2}, "/search/1/rule"),
        (
            {
                "search": [
                    {"rule": "seeds", "low": 1, "high": 100},
                    {"rule": "width", "low": 2, "high": 60},
                ]
            },
            "/search",
        ),
    ],
)
def test_what_cannot_be_tuned_is_refused_whole(changes, pointer):
    with pytest.raises(NotAllowed) as refused:
        create_tuning(**asked(**changes))
    assert pointer in [fault.pointer for fault in refused.value.faults]
    assert not Tuning.objects.exists()
    assert not Experiment.objects.exists()


def test_over_rest_a_refusal_has_its_pointers(staff):
    answer = staff.post(URL, asked(target=[0.3, 0.2]), format="json")
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/target"]
    assert staff.post(URL, asked(trials="many"), format="json").status_code == 400


def test_only_staff_may_tune():
    tuning = create_tuning(**asked(trials=200))
    for client in (APIClient(), APIClient()):
        assert client.post(URL, asked(), format="json").status_code in (401, 403)
        assert client.get(URL).status_code in (401, 403)
        assert client.get(f"{URL}{tuning.pk}/").status_code in (401, 403)
        assert client.post(f"{URL}{tuning.pk}/cancel/").status_code in (401, 403)
        client.force_login(User.objects.get_or_create(username="player")[0])


def test_a_level_is_proposed_once_with_its_evidence():
    tuning = create_tuning(**asked())
    variant = tuning.steps.get().experiment.variants.first()
    with pytest.raises(NotAllowed):
        propose_level(tuning=tuning, variant=variant.pk)
    found = tuning_findings(finish(tuning))
    best = found["short_list"][0]
    one, again = (propose_level(tuning=tuning, variant=best["variant"]) for _ in range(2))
    assert one == again == LevelProposal.objects.get()
    assert (one.value, one.interval_low, one.interval_high) == (
        best["value"],
        best["low"],
        best["high"],
    )
    outside = next(
        t for s in found["steps"] for t in s["tried"] if t["standing"] in ("below", "above")
    )
    with pytest.raises(NotAllowed):
        propose_level(tuning=tuning, variant=outside["variant"])
