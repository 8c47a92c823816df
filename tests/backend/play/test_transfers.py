"""A one-time code moves a player to another device."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from backend.idempotency.models import KeptAnswer
from backend.play.models import Player, TransferCode
from backend.play.services import forget_old_codes
from backend.puzzles.models import Puzzle
from tests.support.api import Api, new_player_api, ok, pointers, problem
from tests.support.play import start
from tests.support.races import at_once, other_device

pytestmark = pytest.mark.django_db


def make_code(api: Api) -> str:
    return str(ok(api.post("players/me/code/"), 201)["code"])


def claim(code: str, **headers: str) -> Api:
    """The device that typed it in."""
    return Api(token=ok(Api().post("players/claim/", {"code": code}, **headers), 201)["token"])


def test_a_player_goes_on_elsewhere_with_all_it_has(player_api: Api, puzzle: Puzzle) -> None:
    play = start(player_api, puzzle)
    play.move(puzzle.certificate[0])
    mine = ok(player_api.get("players/me/"))
    elsewhere = claim(make_code(player_api))
    assert ok(elsewhere.get("players/me/"))["id"] == mine["id"]
    unfinished = ok(elsewhere.get("sessions/?status=active"))["results"]
    assert [row["id"] for row in unfinished] == [play.id]
    play.api = elsewhere
    play.move(puzzle.certificate[1])
    problem(player_api.get("players/me/"), 401)  # the other device is signed out
    assert Player.objects.count() == 1


@pytest.mark.parametrize("spell", [str.lower, lambda code: code.replace("-", ""), " {} ".format])
def test_a_code_may_be_spelled_as_people_do(player_api: Api, spell: object) -> None:
    assert callable(spell)
    claim(spell(make_code(player_api)))


def test_a_code_asked_for_twice_with_one_key_is_one(player_api: Api) -> None:
    key = str(uuid4())
    first = player_api.post("players/me/code/", idempotency_key=key)
    again = player_api.post("players/me/code/", idempotency_key=key)
    assert ok(again, 201) == ok(first, 201)
    assert again["Idempotency-Replayed"] == "true"
    code = first.json()["code"]
    assert code not in KeptAnswer.objects.get().body
    other = new_player_api().post("players/me/code/", idempotency_key=key)
    assert ok(other, 201)["code"] != code  # a key is its caller's
    problem(player_api.post("players/me/code/", idempotency_key="short"), 422, "key_too_short")
    claim(code)


def test_a_code_is_good_once(player_api: Api) -> None:
    code = make_code(player_api)
    claim(code)
    document = problem(Api().post("players/claim/", {"code": code}), 422, "code_unknown")
    assert pointers(document) == ["/code"]


def test_a_code_ends_soon_and_is_replaced_by_the_next(player_api: Api) -> None:
    first = make_code(player_api)
    second = make_code(player_api)
    problem(Api().post("players/claim/", {"code": first}), 422, "code_unknown")
    TransferCode.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    problem(Api().post("players/claim/", {"code": second}), 422, "code_unknown")
    assert forget_old_codes() == 1
    ok(player_api.get("players/me/"))


def test_neither_code_nor_token_is_kept(player_api: Api) -> None:
    code = make_code(player_api)
    row = str(TransferCode.objects.values().get())
    assert code not in row
    assert code.replace("-", "") not in row
    key = str(uuid4())
    first, again = claim(code, idempotency_key=key), claim(code, idempotency_key=key)
    assert first.token == again.token
    ok(first.get("players/me/"))


@pytest.mark.django_db(transaction=True)
def test_of_two_devices_with_one_code_one_goes_on(player_api: Api) -> None:
    for _ in range(5):
        code = make_code(player_api)
        send = lambda code=code: Api().post("players/claim/", {"code": code})  # noqa: E731
        answers = at_once(send, send)
        assert sorted(answer.status_code for answer in answers) == [201, 422]
        (won,) = [answer.json() for answer in answers if answer.status_code == 201]
        player_api = other_device(Api(token=won["token"]))
        ok(player_api.get("players/me/"))


def test_a_forgotten_player_is_not_moved(player_api: Api) -> None:
    code = make_code(player_api)
    player_api.delete("players/me/")
    problem(Api().post("players/claim/", {"code": code}), 422, "code_unknown")
