"""Requests with a key are done once, however often they arrive."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from backend.idempotency import services
from backend.idempotency.models import KeptAnswer
from backend.play.models import Move, Player, Session
from backend.puzzles.models import Puzzle
from tests.support.api import Api, new_player_api, ok, problem
from tests.support.play import start
from tests.support.races import at_once, other_device

pytestmark = pytest.mark.django_db


def key() -> dict[str, str]:
    return {"idempotency_key": f'"{uuid4()}"'}


def test_a_session_is_begun_once(player_api: Api, puzzle: Puzzle) -> None:
    send = partial(player_api.post, "sessions/", {"puzzle": str(puzzle.id)}, **key())
    first, again = send(), send()
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again["Location"] == first["Location"]
    assert ("Idempotency-Replayed" in first, again["Idempotency-Replayed"]) == (False, "true")
    assert Session.objects.count() == 1
    ok(player_api.post("sessions/", {"puzzle": str(puzzle.id)}, **key()), 201)
    assert Session.objects.count() == 2


def test_turns_are_answered_as_they_were_even_when_others_came_since(
    player_api: Api, puzzle: Puzzle
) -> None:
    play = start(player_api, puzzle)
    path = f"sessions/{play.id}"
    turns = [("moves", {"move": puzzle.certificate[0]}), ("hint", {}), ("undo", {})]
    sends = [
        partial(player_api.post, f"{path}/{action}/", {"number": number, **extra}, **key())
        for number, (action, extra) in enumerate(turns, 1)
    ]
    answers = [send() for send in sends]
    assert [answer.status_code for answer in answers] == [201, 201, 201]
    assert [send().content for send in sends] == [answer.content for answer in answers]
    assert Move.objects.count() == 3
    send = partial(player_api.post, f"{path}/abandon/", {}, **key())
    assert send().content == send().content


def test_quotation_marks_may_be_left_out(player_api: Api, puzzle: Puzzle) -> None:
    body, plain = {"puzzle": str(puzzle.id)}, str(uuid4())
    first = player_api.post("sessions/", body, idempotency_key=plain)
    again = player_api.post("sessions/", body, idempotency_key=f'"{plain}"')
    assert first.content == again.content


def test_the_same_key_with_another_request_is_422(player_api: Api, puzzle: Puzzle) -> None:
    named = key()
    play = start(player_api, puzzle)
    path = f"sessions/{play.id}/hint/"
    ok(player_api.post(path, {"number": 1}, **named), 201)
    problem(player_api.post(path, {"number": 2}, **named), 422, "key_reused")
    other = f"sessions/{play.id}/undo/"
    problem(player_api.post(other, {"number": 1}, **named), 422, "key_reused")
    ok(player_api.post(path, b'{ "number" : 1 }', **named), 201)  # spaces change nothing
    assert Move.objects.count() == 1


def test_a_failure_is_not_kept(player_api: Api, puzzle: Puzzle) -> None:
    named, path = key(), f"sessions/{start(player_api, puzzle).id}/undo/"
    problem(player_api.post(path, {"number": 1}, **named), 422, "nothing_to_undo")
    assert not KeptAnswer.objects.exists()
    move = {"number": 1, "move": puzzle.certificate[0]}
    ok(player_api.post(path.replace("undo", "moves"), move), 201)
    ok(player_api.post(path, {"number": 2}, **named), 201)


def test_a_crash_leaves_neither_the_work_nor_the_key(
    player_api: Api, puzzle: Puzzle, monkeypatch: Any
) -> None:
    play, named = start(player_api, puzzle), key()
    body = {"number": 1, "move": puzzle.certificate[0]}
    send = partial(player_api.post, f"sessions/{play.id}/moves/", body, **named)
    with monkeypatch.context() as broken:
        broken.setattr(services, "keep_answer", lambda **_: 1 / 0)
        assert send().status_code == 500
    assert not Move.objects.exists()
    assert not KeptAnswer.objects.exists()
    ok(send(), 201)
    assert Move.objects.count() == 1


def test_two_players_same_key_is_two_keys(player_api: Api, puzzle: Puzzle) -> None:
    named, body = key(), {"puzzle": str(puzzle.id)}
    mine = ok(player_api.post("sessions/", body, **named), 201)
    theirs = ok(new_player_api().post("sessions/", body, **named), 201)
    assert mine["id"] != theirs["id"]


@pytest.mark.parametrize("odd", ["", '""', " ", "x" * 256, "a b", 'a"b', "schlüssel"])
def test_a_key_that_cannot_be_is_400(player_api: Api, puzzle: Puzzle, odd: str) -> None:
    response = player_api.post("sessions/", {"puzzle": str(puzzle.id)}, idempotency_key=odd)
    problem(response, 400, "key_unreadable")
    assert not Session.objects.exists()


# Tokens ------------------------------------------------------------------------------------
def test_a_player_is_made_once_and_its_token_is_kept_nowhere(api: Api) -> None:
    named = key()
    first, again = api.post("players/", **named), api.post("players/", **named)
    assert (first.status_code, again.content) == (201, first.content)
    assert Player.objects.count() == 1
    token = first.json()["token"]
    ok(Api(token=token).get("players/me/"))
    for row in KeptAnswer.objects.values():
        told = str(row)
        assert token not in told
        assert token.removeprefix("tsu_") not in told
        assert named["idempotency_key"].strip('"') not in told
    other = ok(api.post("players/", **key()), 201)
    assert other["token"] != token


def test_a_key_that_can_be_guessed_makes_no_player(api: Api) -> None:
    problem(api.post("players/", idempotency_key="1"), 422, "key_too_short")
    assert not Player.objects.exists()


def test_after_a_day_the_key_of_a_player_makes_no_second_one(api: Api) -> None:
    named = key()
    ok(api.post("players/", **named), 201)
    KeptAnswer.objects.all().delete()
    problem(api.post("players/", **named), 422, "key_reused")
    assert Player.objects.count() == 1


# Upkeep ------------------------------------------------------------------------------------
def test_answers_are_kept_for_a_day(player_api: Api, puzzle: Puzzle) -> None:
    named = key()
    for hours, sessions in ((0, 1), (23, 1), (25, 2)):
        KeptAnswer.objects.update(created_at=timezone.now() - timedelta(hours=hours))
        ok(player_api.post("sessions/", {"puzzle": str(puzzle.id)}, **named), 201)
        assert Session.objects.count() == sessions
    assert services.forget_old_answers() == 0
    KeptAnswer.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert services.forget_old_answers() == 1


def test_whoever_is_forgotten_leaves_no_answers(player_api: Api, puzzle: Puzzle) -> None:
    ok(player_api.post("sessions/", {"puzzle": str(puzzle.id)}, **key()), 201)
    assert player_api.delete("players/me/").status_code == 204
    assert not KeptAnswer.objects.exists()


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"key_hash": "x"}, "kept_key_hash_hex"),
        ({"request_hash": ""}, "kept_request_hash_hex"),
        ({"status": 409}, "kept_status_is_success"),
    ],
)
def test_a_row_that_cannot_be_is_refused(fields: Any, constraint: str) -> None:
    row = {"key_hash": "0" * 64, "request_hash": "0" * 64, "status": 200, **fields}
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        KeptAnswer.objects.create(**row)


# Races -------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
def test_of_the_same_request_many_times_at_once_one_is_done(
    player_api: Api, puzzle: Puzzle
) -> None:
    named, body = key(), {"puzzle": str(puzzle.id)}
    send = lambda: other_device(player_api).post("sessions/", body, **named)  # noqa: E731
    answers = at_once(*[send] * 6)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotency-Replayed" in answer for answer in answers) == 5
    assert Session.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_players_made_at_once_with_one_key_are_one() -> None:
    named = key()
    answers = at_once(*[lambda: Api().post("players/", **named)] * 5)
    assert len({answer.content for answer in answers}) == 1
    assert Player.objects.count() == 1
