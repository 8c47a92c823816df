"""Whatever goes wrong under /api/, the answer is a problem document."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client, override_settings
from django.urls import path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from backend.common import problems
from backend.config.urls import urlpatterns as real_urls
from engines import Fault, IllegalMove, InvalidRules, UnknownName, Unreadable
from tests.support.api import Api, pointers, problem
from tests.support.lab import queue

pytestmark = pytest.mark.django_db

UNKNOWN = [
    "/api/",
    "/api/v1/",
    "/api/v1/nope/",
    "/api/v2/games/",
    "/api/v1/puzzles/7/",
    "/api/\x00",
]


@pytest.mark.parametrize("address", UNKNOWN)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "PATCH", "OPTIONS", "BREW"])
def test_an_unknown_address_is_404(api: Api, method: str, address: str) -> None:
    problem(api.call(method, address), 404, "not_found")


def test_elsewhere_an_unknown_address_is_a_page(api: Api) -> None:
    response = api.get("/nope")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")


def test_a_missing_last_slash_redirects_a_read_but_not_a_write(api: Api) -> None:
    assert api.get("games").status_code == 301
    problem(api.post("players", {}), 404, "not_found")
    with override_settings(DEBUG=True):
        problem(api.post("players", {}), 404, "not_found")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "BREW", "POST"])
def test_a_method_that_is_not_offered_is_405_and_says_what_is(api: Api, method: str) -> None:
    response = api.call(method, "games/")
    document = problem(response, 405, "method_not_allowed")
    assert "It takes: GET, HEAD, OPTIONS." in document["detail"]
    assert response["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*", "nonsense"])
def test_an_answer_nobody_can_give_is_406(api: Api, accept: str) -> None:
    document = problem(api.get("games/", accept=accept), 406, "not_acceptable")
    assert "application/json" in document["detail"]


@pytest.mark.parametrize("accept", ["*/*", "application/*", "application/json;q=0.1, text/html"])
def test_json_is_given_to_whoever_takes_it(api: Api, accept: str) -> None:
    assert api.get("games/", accept=accept).status_code == 200


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x", "/", ";"],
)
def test_a_body_that_is_not_json_by_its_type_is_415(player_api: Api, kind: str) -> None:
    response = player_api.post("sessions/", b'{"puzzle": 1}', content_type=kind)
    document = problem(response, 415, "unsupported_media_type")
    assert "has to be application/json" in document["detail"]


def test_a_compressed_body_is_told_to_be_one(player_api: Api) -> None:
    body = gzip.compress(b'{"puzzle": 1}')
    document = problem(player_api.post("sessions/", body, content_encoding="gzip"), 415)
    assert "without Content-Encoding" in document["detail"]
    document = problem(player_api.post("sessions/", body), 400)
    assert document["detail"] == "The body is compressed (gzip): send it as it is."


@pytest.mark.parametrize("number", ["9" * 31, "-" + "9" * 31, "9" * 10_000])
def test_a_number_of_any_size_is_told_the_bounds_that_it_breaks(
    player_api: Api, number: str
) -> None:
    body = f'{{"number": {number}, "move": {{}}}}'.encode()
    address = "sessions/01890a5d-ac96-774b-bcce-b302099a8057/moves/"
    document = problem(player_api.post(address, body), 422, "out_of_bounds")
    bound = "At most 2,147,483,647 is allowed" if number[0] != "-" else "At least 1 is needed"
    assert document["errors"] == [{"pointer": "/number", "detail": f"{bound} here."}]


def test_a_number_too_large_to_be_kept_is_refused_where_nobody_bounds_it(player_api: Api) -> None:
    body = {"number": 1, "move": {"region": 10**30}}
    address = "sessions/01890a5d-ac96-774b-bcce-b302099a8057/moves/"
    document = problem(player_api.post(address, body), 400, "unreadable")
    assert pointers(document) == ["/move/region"]


@pytest.mark.parametrize("body", [[], None, 3])
def test_a_body_that_is_no_object_is_told_the_names(player_api: Api, body: object) -> None:
    response = player_api.post("sessions/", json.dumps(body).encode())
    assert "these names: " in problem(response, 400)["detail"]
    response = player_api.post("players/me/code/", json.dumps(body).encode())
    assert "such as {}." in problem(response, 400)["detail"]


@pytest.mark.parametrize("body", [b"{", b"\xff", b"[" * 10_000, b'{"puzzle": NaN}', b'"\\ud800"'])
def test_a_body_that_is_not_json_is_400(player_api: Api, body: bytes) -> None:
    problem(player_api.post("sessions/", body), 400, "unreadable")


NO_OBJECTS = [b"[]", b"[{}]", b"3", b"0", b'"x"', b'""', b"true", b"false", b"null"]


@pytest.mark.parametrize("body", NO_OBJECTS)
def test_a_body_that_is_no_object_is_400(player_api: Api, body: bytes) -> None:
    for address in ("sessions/", "players/"):  # the second one needs no body at all
        document = problem(player_api.post(address, body), 400, "unreadable")
        assert pointers(document) == [""]
        assert "JSON object is needed" in document["detail"]


def test_what_is_no_object_neither_stops_nor_resumes_an_experiment(admin_client: Client) -> None:
    experiment = queue(trials=8)
    for action in ("cancel", "resume"):
        for body in NO_OBJECTS:
            address = f"experiments/{experiment.pk}/{action}/"
            problem(Api(admin_client).post(address, body), 400, "unreadable")
    experiment.refresh_from_db()
    assert not experiment.ended


@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded", ""])
def test_no_body_is_fine_where_none_is_needed(api: Api, kind: str) -> None:
    assert api.post("players/", b"", content_type=kind).status_code == 201
    assert api.post("players/", b"{}").status_code == 201


def test_a_body_beyond_the_limit_is_413(player_api: Api) -> None:
    body = b'{"puzzle": "' + b"x" * 300_000 + b'"}'
    problem(player_api.post("sessions/", body), 413, "too_large")


def test_a_body_in_chunks_is_411_and_not_taken_for_none(api: Api) -> None:
    problem(api.post("players/", transfer_encoding="chunked"), 411, "length_required")


def test_without_a_token_it_is_401_and_says_how_to_sign_in(api: Api) -> None:
    response = api.get("sessions/")
    problem(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_players_and_staff_are_told_apart_in_words(api: Api, player_api: Api) -> None:
    """A stranger to either kind of address learns what it takes, and so does the wrong one."""
    play = problem(api.get("sessions/"), 401)["detail"]
    assert "Authorization: Bearer" in play
    assert "POST /api/v1/players/" in play
    for response, status in ((api.get("experiments/"), 401), (player_api.get("experiments/"), 403)):
        staff = problem(response, status)["detail"]
        assert "/admin/login/" in staff
        assert "X-CSRFToken" in staff
        assert "player's token does not open it" in staff
    assert api.get("sessions/")["WWW-Authenticate"] == 'Bearer realm="players"'
    assert api.get("experiments/")["WWW-Authenticate"] == 'Cookie realm="staff"'


def test_staff_without_the_header_learn_what_to_send(admin_user: Any) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(admin_user)
    told = problem(Api(strict).post("experiments/", {}), 403, "forbidden")
    assert "csrftoken" in told["detail"]
    assert "X-CSRFToken" in told["detail"]


def test_a_condition_that_does_not_hold_is_412(api: Api) -> None:
    problem(api.get("games/", if_match='"other"'), 412, "precondition_failed")


def test_too_many_parameters_are_400(api: Api) -> None:
    problem(api.get("daily/?" + "&".join(f"a{i}=1" for i in range(600))), 400)


def test_a_foreign_host_is_400(api: Api) -> None:
    problem(api.get("games/", host="evil.example"), 400)


# What views may raise ---------------------------------------------------------------------

RAISED: list[tuple[Exception, int, str]] = [
    (Unreadable("No move.", [Fault("/move/x", "No.")]), 400, "unreadable"),
    (InvalidRules([Fault("/width", "Too wide.")]), 422, "invalid_rules"),
    (UnknownName("game", "go", ["chess"]), 404, "not_found"),
    (
        IllegalMove("No.", code="color_taken", locus="r:1", legal={"colors": [1]}),
        422,
        "color_taken",
    ),
    (problems.Conflict("Not now.", code="finished"), 409, "finished"),
    (OperationalError("gone"), 503, "unavailable"),
    (ZeroDivisionError("secret detail"), 500, "internal"),
]
current: list[Exception] = []


class Raising(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def get(self, request: Request) -> Response:  # noqa: ARG002
        raise current[0]


class Forgotten(APIView):
    """Says nothing about who may use it."""

    def get(self, request: Request) -> Response:  # noqa: ARG002
        return Response("secret")


urlpatterns = [
    path("api/v1/raising/", Raising.as_view()),
    path("api/v1/forgotten/", Forgotten.as_view()),
    *real_urls,
]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(("error", "status", "code"), RAISED, ids=lambda v: type(v).__name__)
@pytest.mark.parametrize("debug", [False, True])
def test_each_error_has_its_document(
    api: Api, error: Exception, status: int, code: str, debug: bool
) -> None:
    current[:] = [error]
    with override_settings(DEBUG=debug):
        document = problem(api.get("raising/"), status, code)
    assert "secret detail" not in str(document)


@pytest.mark.urls(__name__)
def test_an_illegal_move_says_what_would_be_legal(api: Api) -> None:
    current[:] = [IllegalMove("No.", code="taken", locus="r:1", legal={"colors": [1, 2]})]
    document = problem(api.get("raising/"), 422, "taken")
    assert document["legal"] == {"colors": [1, 2]}
    assert document["locus"] == "r:1"
    assert document["errors"] == [{"pointer": "/move", "detail": "No."}]


@pytest.mark.urls(__name__)
def test_unavailable_says_when_to_come_back(api: Api) -> None:
    current[:] = [problems.Unavailable("Later.", retry_after=7)]
    response = api.get("raising/")
    problem(response, 503, "unavailable")
    assert response["Retry-After"] == "7"


@pytest.mark.urls(__name__)
def test_a_view_that_forgot_its_permissions_is_closed(
    api: Api, player_api: Api, admin_client: Client
) -> None:
    problem(api.get("forgotten/"), 401)
    problem(player_api.get("forgotten/"), 403, "forbidden")
    problem(Api(admin_client).get("forgotten/"), 403, "forbidden")
