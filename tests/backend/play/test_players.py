"""Players are anonymous, known by a token that only they have, and may be forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from backend.play.models import Player, Session
from backend.play.services.players import hash_token
from backend.puzzles.models import Puzzle
from tests.support.api import Api, new_player_api, ok, problem

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("body", [None, {}])
def test_anyone_may_become_a_player(api: Api, body: Any) -> None:
    told = ok(api.post("players/", body), 201)
    assert set(told) == {"id", "token"}
    assert told["token"].startswith("tsu_")
    assert len(told["token"]) == 4 + 43  # 256 bits
    mine = ok(Api(token=told["token"]).get("players/me/"))
    assert mine["id"] == told["id"]


def test_only_the_hash_of_the_token_is_kept(api: Api) -> None:
    token = ok(api.post("players/"), 201)["token"]
    row = Player.objects.values().get()
    assert row["token_hash"] == hash_token(token=token)
    assert token not in str(row)


def test_every_player_has_another_token(api: Api) -> None:
    tokens = {ok(api.post("players/"), 201)["token"] for _ in range(5)}
    assert len(tokens) == 5


def test_a_player_says_nothing_of_itself(api: Api) -> None:
    problem(api.post("players/", {"name": "me"}), 400, "unreadable")
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer tsu_wrong",
        "Bearer a b c",
        "Bearer " + "x" * 5000,
        "Bearer \xff\xfe",
        "Bearer \x00",
        "Basic dXNlcjpwYXNz",
        "bearer: x",
        "Token tsu_x",
    ],
)
def test_a_wrong_token_is_401(api: Api, header: str) -> None:
    response = api.get("players/me/", authorization=header)
    problem(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"] == 'Bearer realm="players"'


def test_the_scheme_may_be_spelled_in_small_letters(player_api: Api) -> None:
    ok(Api().get("players/me/", authorization=f"bearer  {player_api.token}"))


def test_staff_are_no_players(admin_client: Client) -> None:
    problem(Api(admin_client).get("players/me/"), 401)
    problem(Api(admin_client).get("sessions/"), 401)


def test_being_seen_is_written_at_most_once_a_minute(
    player_api: Api, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        ok(player_api.get("players/me/"))
    before = timezone.now() - timedelta(seconds=61)
    Player.objects.update(last_seen=before)
    with django_assert_num_queries(2):
        ok(player_api.get("players/me/"))
    assert Player.objects.get().last_seen > before
    with django_assert_num_queries(1):
        ok(player_api.get("players/me/"))


def test_a_forgotten_player_leaves_sessions_that_belong_to_nobody(
    player_api: Api, puzzle: Puzzle
) -> None:
    session = ok(player_api.post("sessions/", {"puzzle": str(puzzle.id)}), 201)
    response = player_api.delete("players/me/")
    assert (response.status_code, response.content) == (204, b"")
    assert not Player.objects.exists()
    assert Session.objects.get().player is None
    problem(player_api.get("players/me/"), 401)
    problem(player_api.delete("players/me/"), 401)
    problem(new_player_api().get(f"sessions/{session['id']}/"), 404)
