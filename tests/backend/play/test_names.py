"""Names on leaderboards: cleaned, reported, removed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from backend.play.models import Finish, NameReport, Player
from backend.play.names import clean_name, count_characters
from backend.puzzles.models import Puzzle
from tests.support.api import Api, new_player_api, ok, pointers, problem
from tests.support.play import start


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Aiko", "Aiko"),
        ("  two   words\t", "two words"),
        ("Zoe\u0308", "Zoë"),
        ("愛子", "愛子"),
        ("a\u202eb\u2066c\u200bd\ufeff", "abcd"),
        ("line\nbreak\r\n", "line break"),
        ("\u3164\u2800\u115f", ""),
        ("\u00ad\u200d\u2060", ""),
        ("\ue000x\U000e0041", "x"),
        ("q" + "\u0336" * 30, "q" + "\u0336" * 2),
        ("\u0301x", "x"),
        ("\u00a0x\u3000y\u2029", "x y"),
        ("🦊 fox", "🦊 fox"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("👩🏽\u200d🚀 ❤\ufe0f\u200d🔥", "👩🏽\u200d🚀 ❤\ufe0f\u200d🔥"),
        ("\u200d👩\u200d\u200d👧\u200d", "👩👧"),
        ("a\u200d👧 👩\u200db", "a👧 👩b"),
        ("愛\u200d子", "愛子"),
    ],
)
def test_names_are_cleaned(given: str, shown: str) -> None:
    assert clean_name(given) == shown
    assert clean_name(clean_name(given)) == clean_name(given)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("Aiko", 4),
        ("Zo\u00eb", 3),
        ("q\u0336\u0336x", 2),
        ("👨\u200d👩\u200d👧\u200d👦" * 5, 5),
        ("👩🏽\u200d🚀 ❤\ufe0f\u200d🔥", 3),
        ("🇯🇵🇩🇪🇯", 3),
        ("👍🏽👍", 2),
        ("👩" + "\u200d👩" * 19, 5),  # no such picture: drawn side by side
        ("हिन्दी", 3),
        ("", 0),
    ],
)
def test_characters_are_counted_as_people_do(name: str, count: int) -> None:
    assert clean_name(name) == name
    assert count_characters(name) == count


def rename(api: Api, name: Any) -> Any:
    return api.call("PATCH", "players/me/", {"name": name})


@pytest.mark.django_db
def test_a_name_is_taken_and_given_up(player_api: Api) -> None:
    assert ok(player_api.get("players/me/"))["name"] is None
    assert ok(rename(player_api, " Aiko \u200b"))["name"] == "Aiko"
    assert ok(player_api.get("players/me/"))["name"] == "Aiko"
    for nothing in (None, ""):
        rename(player_api, "x")
        assert ok(rename(player_api, nothing))["name"] is None
    rename(player_api, family := "👨\u200d👩\u200d👧\u200d👦" * 20)
    left_out = player_api.call("PATCH", "players/me/", {})
    assert ok(left_out)["name"] == family


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "status"), [("x" * 21, 422), ("\u200b", 422), ("x" * 201, 422), (7, 400), (["x"], 400)]
)
def test_a_name_that_cannot_be_is_refused(player_api: Api, name: Any, status: int) -> None:
    assert pointers(problem(rename(player_api, name), status)) == ["/name"]
    assert ok(rename(player_api, "x" * 20))["name"] == "x" * 20


@pytest.fixture
def finish(player_api: Api, puzzle: Puzzle) -> Finish:
    rename(player_api, "Rude")
    play = start(player_api, puzzle)
    for move in puzzle.certificate:
        play.move(move)
    return Finish.objects.get()


@pytest.mark.django_db
def test_a_name_is_reported_and_removed_for_good(
    player_api: Api, finish: Finish, admin_client: Client
) -> None:
    other = new_player_api()
    for _ in range(2):
        assert other.post(f"leaderboard/{finish.id}/report/").status_code == 204
    assert [report.name for report in NameReport.objects.all()] == ["Rude"]
    page = admin_client.get("/admin/play/player/?reported=yes")
    assert "Rude" in page.content.decode()
    assert str(Player.objects.exclude(name="Rude").get().pk) not in page.content.decode()
    page = admin_client.get(f"/admin/play/player/{finish.player_id}/change/")
    assert "Reported as" in page.content.decode()
    asked = {"action": "remove_names", "_selected_action": [str(finish.player_id)]}
    assert admin_client.post("/admin/play/player/", asked).status_code == 302
    assert ok(player_api.get("players/me/"))["name"] is None
    problem(rename(player_api, "Nice"), 422, "name_barred")
    problem(other.post(f"leaderboard/{finish.id}/report/"), 422, "no_name")
    assert NameReport.objects.count() == 1
    asked["action"] = "dismiss_reports"
    admin_client.post("/admin/play/player/", asked)
    assert not NameReport.objects.exists()


@pytest.mark.django_db
def test_only_who_may_change_players_removes_names(
    client: Client, django_user_model: Any, finish: Finish
) -> None:
    from django.contrib.auth.models import Permission

    user = django_user_model.objects.create_user("viewer", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_player"))
    client.force_login(user)
    asked = {"action": "remove_names", "_selected_action": [str(finish.player_id)]}
    client.post("/admin/play/player/", asked)
    assert Player.objects.get(pk=finish.player_id).name == "Rude"


@pytest.mark.django_db
def test_what_is_no_line_cannot_be_reported(player_api: Api) -> None:
    nobody = "01890a5d-ac96-774b-bcce-b302099a8057"
    problem(player_api.post(f"leaderboard/{nobody}/report/"), 404)
    problem(Api().post(f"leaderboard/{nobody}/report/"), 401)
