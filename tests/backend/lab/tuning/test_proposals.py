"""Level proposals over REST, with the permissions that the admin asks for."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from backend.lab import bell
from backend.lab.models import LevelProposal
from backend.lab.services import create_tuning, measuring, propose_level
from backend.lab.work import run_chunks
from tests.support.api import Api, ok, pointers, problem
from tests.support.lab import GAME, SMALL
from tests.support.staff import signed_in

pytestmark = pytest.mark.django_db(transaction=True)

URL = "tunings/proposals/"


@pytest.fixture
def found(monkeypatch):
    """An ended tuning that everything reaches."""
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)
    monkeypatch.setattr(measuring, "enqueue", lambda *_, **__: True)
    tuning = create_tuning(
        game=GAME,
        rules=SMALL,
        policy="random",
        search=[{"rule": "colors", "low": 3, "high": 4}],
        target=[0, 1],
        trials=20,
        steps=1,
    )
    run_chunks(worker="w")
    tuning.refresh_from_db()
    assert tuning.ended
    return tuning


def test_rules_are_proposed_listed_and_read(found):
    designer = signed_in("view_experiment", "add_experiment")
    (best, other) = ok(designer.get(f"tunings/{found.pk}/"))["short_list"]
    address, body = f"tunings/{found.pk}/proposals/", {"variant": best["variant"]}
    key = str(uuid4())
    answer = designer.post(address, body, idempotency_key=key)
    made = ok(answer, 201)
    assert ok(designer.post(address, body, idempotency_key=key), 201) == made
    assert ok(designer.post(address, body), 201) == made  # without a key, too
    assert ok(designer.get(answer["Location"])) == made
    assert made["rules"]["colors"] == best["values"]["colors"]
    assert (made["difficulty"], made["measuring_error"], made["levels"]) == (None, "", [])
    assert [made["value"], made["low"], made["high"]] == [best[n] for n in ("value", "low", "high")]
    second = ok(designer.post(address, {"variant": other["variant"]}), 201)
    page = ok(designer.get(f"{URL}?limit=1"))
    assert [one["id"] for one in page["results"]] == [second["id"]]
    assert [one["id"] for one in ok(designer.get(page["next"]))["results"]] == [made["id"]]
    assert len(ok(designer.get(f"{URL}?tuning={found.pk}&game={GAME}"))["results"]) == 2
    assert ok(designer.get(f"{URL}?game=chess"))["results"] == []


def test_a_worker_that_was_given_up_has_no_say_in_the_next_ones_attempt(found, monkeypatch):
    best = ok(signed_in("view_experiment").get(f"tunings/{found.pk}/"))["short_list"][0]
    proposal = propose_level(tuning=found, variant=best["variant"])
    later = timezone.now() + timedelta(minutes=11)

    def fail_late(*_):
        LevelProposal.objects.update(measuring_since=later, measuring_attempts=2)
        raise RuntimeError("after another worker has begun")

    monkeypatch.setattr(measuring, "sample_difficulties", fail_late)
    with pytest.raises(RuntimeError):
        measuring.measure_proposal(proposal_id=proposal.pk)
    proposal.refresh_from_db()
    assert (proposal.measuring_since, proposal.measuring_attempts) == (later, 2)


def test_what_can_not_be_proposed_is_refused(found):
    designer = signed_in("view_experiment", "add_experiment")
    address = f"tunings/{found.pk}/proposals/"
    problem(designer.post(address, {"variant": str(uuid4())}), 422)
    assert pointers(problem(designer.post(address, {"variant": "x"}), 400)) == ["/variant"]
    problem(designer.post(address), 400)
    problem(designer.post(f"tunings/{uuid4()}/proposals/", {"variant": str(uuid4())}), 404)
    problem(designer.get(f"{URL}{uuid4()}/"), 404)
    assert not LevelProposal.objects.exists()


def test_each_needs_the_permission_that_the_admin_asks_for(found):
    best = ok(signed_in("view_experiment").get(f"tunings/{found.pk}/"))["short_list"][0]
    address, body = f"tunings/{found.pk}/proposals/", {"variant": best["variant"]}
    viewer, nobody = signed_in("view_experiment"), signed_in()
    assert ok(viewer.get(URL))["results"] == []
    told = problem(viewer.post(address, body), 403)
    assert "lab.add_experiment" in told["detail"]
    problem(nobody.get(URL), 403)
    problem(nobody.post(address, body), 403)
    problem(Api().get(URL), 401)
    assert not LevelProposal.objects.exists()
