"""Studies for those who script: staff only."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.test import Client

from backend.playtests.models import ArmPuzzle, Study
from backend.playtests.services import close_study
from backend.puzzles.models import PuzzleOrder
from backend.puzzles.services import make_ordered_puzzle
from tests.support.api import RULES, Api, make_map, ok, pointers, problem
from tests.support.studies import Told, tell, tell_many

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(admin_user) -> Api:
    client = Client(raise_request_exception=False)
    client.force_login(admin_user)
    return Api(client)


@pytest.fixture(autouse=True)
def _bell():
    with patch("backend.puzzles.services.orders.enqueue", return_value=False):
        yield


def asked(**changes):
    arms = [{"rules": RULES, "fresh": 1}, {"rules": {**RULES, "colors": 5}, "fresh": 1}]
    return {
        "name": "Four or five",
        "game": "map_coloring",
        "assignment": "one",
        "wanted": 10,
        "consent": "Your moves are kept.",
        "arms": arms,
        **changes,
    }


def test_a_study_from_its_making_to_its_end(staff) -> None:
    answer = staff.post("studies/", asked())
    made = ok(answer, 201)
    path = f"studies/{made['code']}/"
    assert answer["Location"] == f"/api/v1/{path}plan/"
    assert [arm["title"] for arm in made["arms"]] == ["Colours 4", "Colours 5"]
    assert [arm["puzzles"] for arm in made["arms"]] == [[{"puzzle": None, "state": "waiting"}]] * 2
    assert problem(staff.post(f"{path}open/"), 409, "puzzles_missing")
    for order in PuzzleOrder.objects.all():
        make_ordered_puzzle(order_id=order.pk)
    opened = ok(staff.post(f"{path}open/"))
    assert opened["status"] == "open"
    assert {arm["puzzles"][0]["state"] for arm in opened["arms"]} == {"ready"}
    problem(staff.post(f"{path}open/"), 409, "open_already")
    assert ok(staff.call("PATCH", f"{path}plan/", {"wanted": 20}))["wanted"] == 20
    assert ok(staff.post(f"{path}close/"))["status"] == "closed"
    problem(staff.post(f"{path}close/"), 409)
    told = ok(staff.post(f"{path}open/"))
    assert told["closed_at"] is None
    kinds = [(event["kind"], event["by"]) for event in told["events"]]
    assert kinds == [(kind, "admin") for kind in ("created", "opened", "changed", "closed")] + [
        ("opened", "admin")
    ]
    (listed,) = ok(staff.get("studies/"))["results"]
    assert (listed["code"], listed["joined"], listed["sessions"]) == (made["code"], 0, 0)


def test_no_fewer_people_are_wanted_than_have_joined(staff, make_study) -> None:
    study = make_study()
    for _ in range(2):
        tell(study, 0, [])
    path = f"studies/{study.code}/plan/"
    document = problem(staff.call("PATCH", path, {"wanted": 1}), 422, "out_of_bounds")
    assert [fault["pointer"] for fault in document["errors"]] == ["/wanted"]
    assert "At least 2" in document["errors"][0]["detail"]
    assert ok(staff.call("PATCH", path, {"wanted": 2}))["wanted"] == 2


def test_a_puzzle_that_can_not_be_made_is_said(staff) -> None:
    code = ok(staff.post("studies/", asked()), 201)["code"]
    PuzzleOrder.objects.update(status="failed", error="No luck.")
    assert "2 could not be made" in problem(staff.post(f"studies/{code}/open/"), 409)["detail"]
    assert {item.puzzle for item in ArmPuzzle.objects.all()} == {None}


def test_every_fault_has_its_pointer(staff) -> None:
    puzzle = make_map(seed=7)
    arms = [
        {"rules": {"width": -1}, "fresh": 1},
        {"puzzles": [str(puzzle.pk), str(puzzle.pk)]},
        {"rules": RULES},
        {"puzzles": ["01890a5d-ac96-774b-bcce-b302099a8057"]},
    ]
    told = problem(staff.post("studies/", asked(arms=arms, name=" ", consent=" ")), 422)
    assert pointers(told) == [
        "/arms/0/rules/width", "/arms/1/puzzles/1", "/arms/2/fresh", "/arms/3/puzzles/0",
        "/consent", "/name",
    ]  # fmt: skip
    twins = [{"rules": RULES, "fresh": 1, "title": title} for title in ("A", "a ")]
    assert pointers(problem(staff.post("studies/", asked(arms=twins)), 422)) == ["/arms/1/title"]
    told = problem(staff.post("studies/", asked(game="chess", assignment="three")), 422)
    assert pointers(told) == ["/assignment"]
    assert pointers(problem(staff.post("studies/", asked(game="chess")), 422)) == ["/game"]
    problem(staff.post("studies/", asked(wanted="10")), 400)
    assert not Study.objects.exists()
    assert not PuzzleOrder.objects.exists()


def test_results_as_json(staff, make_study) -> None:
    study = make_study()
    tell(study, 0, [Told(stuck=True), Told()])
    tell(study, 1, [Told(), Told()])
    told = ok(staff.get(f"studies/{study.code}/results/"))
    assert told["joined"] == 2
    assert [arm["measures"]["stuck"]["value"] for arm in told["arms"]] == [0.5, 0]
    assert [one["of"] for one in told["sample_ratio"]] == ["joined", "played"]
    assert (told["partial"], told["comparisons"]) == (True, [])
    tell_many(study, 0, [Told(), Told()], 8)
    tell_many(study, 1, [Told(), Told()], 9)
    close_study(study=study, by=None)
    closed = ok(staff.get(f"studies/{study.code}/results/"))
    assert closed["comparisons"] == []  # nine players are too few
    tell(study, 0, [Told(), Told()])
    closed = ok(staff.get(f"studies/{study.code}/results/"))
    assert [(one["position"], one["measure"]) for one in closed["comparisons"]] == [
        (1, "stuck"), (1, "stalled"), (1, "gave_up")
    ]  # fmt: skip
    other = ok(staff.get(f"studies/{study.code}/results/?who=synthetic"))
    assert (other["joined"], other["sample_ratio"]) == (0, [])
    problem(staff.get(f"studies/{study.code}/results/?who=both"), 400)


def test_staff_only(api, player_api, make_study) -> None:
    code = make_study().code
    for who in (api, player_api):
        for path in ("", f"{code}/plan/", f"{code}/results/"):
            assert who.get(f"studies/{path}").status_code in (401, 403)
        for path in ("", f"{code}/open/", f"{code}/close/"):
            assert who.post(f"studies/{path}").status_code in (401, 403)


def test_there_is_no_such_study(staff) -> None:
    for path in ("plan/", "results/"):
        problem(staff.get(f"studies/XXXXXX/{path}"), 404)
    problem(staff.post("studies/XXXXXX/open/"), 404)


def test_a_study_is_made_once_for_a_key(staff) -> None:
    first, again = (
        ok(staff.post("studies/", asked(), idempotency_key="one"), 201) for _ in range(2)
    )
    assert first == again
    assert Study.objects.count() == 1
    ok(staff.post("studies/", asked(), idempotency_key="two"), 201)
    assert Study.objects.count() == 2
