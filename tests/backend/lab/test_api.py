from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from backend.lab import bell
from backend.lab.models import Chunk, Experiment
from backend.lab.work import run_next_chunk
from engines import get_game
from tests.support.lab import GAME, queue, variant
from tests.support.staff import designer

pytestmark = pytest.mark.django_db

URL = "/api/v1/experiments/"


@pytest.fixture(autouse=True)
def _sizes(settings, monkeypatch):
    settings.CHUNK_SECONDS = 0.002  # 40 trials
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


@pytest.fixture
def staff():
    client = APIClient()
    client.force_login(designer())
    return client


def body(**changes):
    return {
        "game": GAME,
        "title": "Three or four",
        "variants": [variant("Three"), variant("Four", colors=4)],
        "trials": 80,
        "replicates": 2,
        "seed": 9,
        **changes,
    }


@pytest.mark.django_db(transaction=True)
def test_an_experiment_is_queued_followed_and_read(staff):
    answer = staff.post(URL, body())
    assert answer.status_code == 201, answer.json()
    told = answer.json()
    assert answer["Location"] == f"{URL}{told['id']}/"
    assert told["created_by"] == "designer"
    assert told["progress"]["trials"] == {"done": 0, "total": 320}
    assert [v["title"] for v in told["variants"]] == ["Three", "Four"]

    while run_next_chunk(worker="w"):
        pass
    detail = staff.get(answer["Location"]).json()
    assert detail["status"] == "done"
    assert detail["progress"]["share"] == 1
    results = staff.get(f"{answer['Location']}results/").json()
    assert not results["partial"]
    assert results["variants"][1]["metrics"]["stuck"]["n"] == 160

    assert staff.post(f"{answer['Location']}cancel/").status_code == 409
    assert staff.post(f"{answer['Location']}resume/").status_code == 409


def test_a_preset_is_named(staff):
    preset = get_game(GAME).presets[0]
    answer = staff.post(URL, {"game": GAME, "preset": preset.key, "trials": 16})
    assert answer.status_code == 201
    assert answer.json()["preset"] == preset.key
    assert answer.json()["seed"] == preset.seed
    wrong = staff.post(URL, {"game": GAME, "preset": "nothing"})
    assert wrong.status_code == 422
    assert wrong.json()["errors"][0]["pointer"] == "/preset"


def test_variants_that_can_not_be_told_apart_are_refused(staff):
    alike = [variant("Three"), variant("Also three"), variant("three", colors=4)]
    answer = staff.post(URL, body(variants=alike))
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [
        "/variants/1",
        "/variants/2/title",
    ]
    assert not Experiment.objects.exists()


def test_cancel_and_resume(staff):
    address = staff.post(URL, body())["Location"]
    run_next_chunk(worker="w")
    cancelled = staff.post(f"{address}cancel/").json()
    assert cancelled["status"] == "cancelled"
    assert cancelled["progress"]["partial"]
    assert staff.get(f"{address}results/").json()["partial"]
    assert staff.post(f"{address}resume/").json()["status"] == "running"
    assert Chunk.objects.filter(status="waiting").count() == 7


@pytest.mark.parametrize(
    ("changes", "status", "pointers"),
    [
        ({"variants": [variant(), variant(seeds=0)]}, 422, {"/variants/1/rules/seeds"}),
        ({"game": "chess"}, 422, {"/game"}),
        ({"trials": 0}, 422, {"/trials"}),
        ({"trials": "80"}, 400, {"/trials"}),
        ({"trials": 80.5}, 400, {"/trials"}),
        ({"trials": True}, 400, {"/trials"}),
        ({"variants": []}, 422, {"/variants"}),
        ({"variants": {}}, 400, {"/variants"}),
        ({"variants": [{"rules": {}}]}, 400, {"/variants/0/policy"}),
        ({"variants": [{"policy": "random", "colour": 1}]}, 400, {"/variants/0/colour"}),
        ({"variants": [{"policy": "random", "rules": []}]}, 400, {"/variants/0/rules"}),
        ({"preset": "x"}, 400, {"/variants"}),
        ({"seed": 2**63 - 1, "replicates": 51}, 422, {"/replicates"}),
        ({"colour": "red"}, 400, {"/colour"}),
    ],
)
def test_bad_input_is_told_where(staff, changes, status, pointers):
    answer = staff.post(URL, body(**changes))
    assert answer.status_code == status, answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert {e["pointer"] for e in answer.json()["errors"]} == pointers
    assert not Experiment.objects.exists()


def test_what_is_missing_is_named(staff):
    answer = staff.post(URL, {"game": GAME})
    assert answer.status_code == 400
    assert {e["pointer"] for e in answer.json()["errors"]} == {"/title", "/variants", "/trials"}


def test_the_list_is_paged_newest_first(staff):
    made = [str(queue(trials=8).pk) for _ in range(5)]
    first = staff.get(URL, {"limit": 3}).json()
    second = staff.get(first["next"]).json()
    assert [e["id"] for e in first["results"] + second["results"]] == made[::-1]
    assert second["next"] is None


def test_staff_only():
    experiment = queue(trials=8)
    addresses = [URL, *(f"{URL}{experiment.pk}/{end}" for end in ("", "results/"))]
    anonymous, player, user = APIClient(), APIClient(), APIClient()
    token = anonymous.post("/api/v1/players/").json()["token"]
    player.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    user.force_login(User.objects.create_user("someone"))
    for client, status in ((anonymous, 401), (player, 403), (user, 403)):
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code == status
            assert answer["Content-Type"] == "application/problem+json"
        for end in ("cancel/", "resume/"):
            assert client.post(f"{URL}{experiment.pk}/{end}").status_code == status
        assert client.post(URL, body()).status_code == status
    assert Experiment.objects.count() == 1


def test_unknown_ids_are_404(staff):
    for end in ("", "results/"):
        answer = staff.get(f"{URL}01890a5d-ac96-774b-bcce-b302099a8057/{end}")
        assert answer.status_code == 404
        assert answer["Content-Type"] == "application/problem+json"


def test_results_of_another_version_of_the_game_are_not_read_as_this_ones(staff):
    experiment = queue()
    run_next_chunk(worker="w")
    Experiment.objects.update(version=99)

    refused = staff.get(f"{URL}{experiment.pk}/results/")
    detail = staff.get(f"{URL}{experiment.pk}/")

    assert refused.status_code == 409
    assert refused.json()["code"] == "other_version"
    assert "begun with version 99" in refused.json()["detail"]
    assert detail.status_code == 200
    assert detail.json()["progress"]["variants"][0]["headline"] is None


# Finding, annotating, repeating, taking out ------------------------------------------------


def test_the_list_is_filtered(staff):
    one = queue(title="Corners", tags=["article"], note="Mind the gap")
    queue(title="Edges")
    preset = get_game(GAME).presets[0].key
    staff.post(URL, {"game": GAME, "preset": preset, "trials": 8, "replicates": 1})

    def titles(**query):
        return [row["title"] for row in staff.get(URL, query).json()["results"]]

    assert len(titles()) == 3
    assert titles(tag="article") == ["Corners"]
    assert titles(search="mind THE") == ["Corners"]
    assert titles(search="100%") == []
    assert len(titles(preset=preset)) == 1
    assert len(titles(game=GAME, status="queued")) == 3
    assert titles(status="done") == []
    assert titles(game="gone") == []
    assert titles(tag="article", after=str(one.pk)) == []
    assert staff.get(URL, {"status": "lost"}).status_code == 400
    assert staff.get(URL, {"colour": "red"}).status_code == 400


def test_notes_tags_and_bands_are_changed_and_told(staff):
    address = f"{URL}{queue(note='old', bands=[0.1, 0.2]).pk}/"
    told = staff.patch(address, {"tags": ["a", "b"], "bands": None}).json()
    assert (told["note"], told["tags"], told["bands"]) == ("old", ["a", "b"], None)
    assert [event["kind"] for event in told["events"]] == ["queued", "tagged", "bands"]
    assert told["events"][-1]["by"] == "designer"
    told = staff.patch(address, {"note": "new"}).json()
    assert (told["note"], told["tags"]) == ("new", ["a", "b"])
    for wrong, status in (
        ({"bands": [0.2, 0.1]}, 422),
        ({"bands": [0.1]}, 422),
        ({"bands": [0.1, "x"]}, 400),
        ({"tags": "a"}, 400),
        ({"title": "x"}, 400),
    ):
        assert staff.patch(address, wrong).status_code == status, wrong
    assert staff.patch(f"{URL}{uuid.uuid4()}/", {}).status_code == 404


def test_an_experiment_is_queued_once_more(staff):
    first = queue(tags=["a"])
    same = staff.post(f"{URL}{first.pk}/rerun/", {})
    assert same.status_code == 201
    assert (same.json()["seed"], same.json()["tags"]) == (first.seed, ["a"])
    assert same["Location"] == f"{URL}{same.json()['id']}/"
    assert staff.post(f"{URL}{first.pk}/rerun/", {"seed": 99}).json()["seed"] == 99
    assert staff.post(f"{URL}{first.pk}/rerun/", {"seed": -1}).status_code == 422


def test_single_trials_are_told_move_by_move(staff):
    experiment = queue()
    while run_next_chunk(worker="w"):
        pass
    address = f"{URL}{experiment.pk}/trial/"
    first = staff.get(address).json()
    assert (first["status"], first["headline"], first["position"]) == ("stuck", 1, 0)
    assert first["loci"]
    again = staff.get(address, {"trial": first["trial"]}).json()
    assert again == first
    worst = staff.get(address, {"which": "worst", "replicate": 2, "position": 1}).json()
    assert (worst["position"], worst["replicate"]) == (1, 2)
    for query, status in (
        ({"trial": 200}, 404),
        ({"position": 2}, 404),
        ({"nth": 201}, 404),
        ({"which": "highest"}, 404),
        ({"which": "best"}, 400),
        ({"trial": "x"}, 400),
    ):
        assert staff.get(address, query).status_code == status, query
