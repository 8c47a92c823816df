"""What guards browsers is left out for programs, and for nobody else. Crashes are logged once."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from rest_framework.test import APIClient

from tests.support.api import Api, ok, problem

pytestmark = pytest.mark.django_db

POLICY = "Content-Security-Policy"


def test_a_program_gets_an_answer_without_what_browsers_need(player_api: Api) -> None:
    answer = player_api.get("players/me/")
    ok(answer)
    assert POLICY not in answer
    assert not answer.cookies
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Content-Length"] == str(len(answer.content))


@pytest.mark.parametrize("address", ["/", "/api/v1/docs/", "/api/v1/games/", "/nope"])
def test_whoever_comes_without_a_token_gets_a_policy(api: Api, address: str) -> None:
    assert POLICY in api.get(address)


def test_a_token_on_a_page_changes_nothing(player_api: Api) -> None:
    assert POLICY in player_api.get("/")


def test_a_cookie_makes_it_a_browser(player_api: Api) -> None:
    player_api.client.cookies["any"] = "thing"
    assert POLICY in player_api.get("players/me/")


def test_staff_are_known_by_their_cookie_and_players_are_no_staff(
    admin_client: Client, player_api: Api
) -> None:
    ok(Api(admin_client).get("experiments/"))
    problem(player_api.get("experiments/"), 403, "forbidden")


@pytest.mark.parametrize("host", ["evil.example", "", "[::1"])
def test_a_host_that_is_not_ours_is_called_that(api: Api, host: str) -> None:
    assert "Host" in problem(api.get("games/", host=host), 400, "unknown_host")["detail"]


def test_a_request_is_logged_with_its_address_and_id(player_api: Api, caplog: Any) -> None:
    with caplog.at_level("INFO"):
        player_api.get("players/me/", x_forwarded_for="9.9.9.9")
    (line,) = [record.msg for record in caplog.records if "request_finished" in str(record.msg)]
    assert line["ip"] == "127.0.0.1"
    assert line["request"] == "GET /api/v1/players/me/"
    assert len(line["request_id"]) == 36


@pytest.mark.parametrize(
    ("place", "address"),
    [
        ("rest_framework.views.APIView.initial", "/api/v1/games/"),
        ("django.contrib.admin.sites.AdminSite.each_context", "/admin/login/"),
        ("backend.common.middleware.SlashMiddleware.process_request", "/api/v1/games/"),
    ],
)
def test_a_crash_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: Any, place: str, address: str
) -> None:
    def crash(*_: Any, **__: Any) -> None:
        raise RuntimeError("crashed on purpose")

    monkeypatch.setattr(place, crash)
    answer = APIClient(raise_request_exception=False).get(address)
    assert answer.status_code == 500
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert record.msg["event"] == "request_failed"
    assert record.msg["request"] == f"GET {address}"
    assert record.msg["exc_info"], "with its traceback"


def test_a_database_that_is_away_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("away on purpose")

    monkeypatch.setattr("rest_framework.views.APIView.initial", away)
    answer = APIClient(raise_request_exception=False).get("/api/v1/games/")
    assert answer.status_code == 503
    told = [record.msg["event"] for record in caplog.records if record.levelname == "ERROR"]
    assert told == ["database_unavailable", "request_finished"]  # why, and the request's own line
