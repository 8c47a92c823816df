"""Moves that the rules refuse: remembered apart from the history, whatever the answer was."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from backend.play.models import Move, Session, WrongTry
from backend.play.services import wrong
from backend.puzzles.models import Puzzle
from tests.support.api import Api, ok, problem
from tests.support.play import Play, start
from tests.support.races import at_once, other_device

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(player_api: Api, puzzle: Puzzle) -> Play:
    return start(player_api, puzzle)


def lines(play: Play, query: str = "") -> Any:
    return ok(play.api.get(f"sessions/{play.id}/moves/?wrong=true{query}"))


def tried() -> list[tuple[int, Any]]:
    return list(WrongTry.objects.order_by("id").values_list("number", "payload"))


def test_a_refused_move_stands_before_the_entry_that_took_its_number(
    play: Play, puzzle: Puzzle
) -> None:
    first, second, *_ = puzzle.certificate
    play.move(first)
    told = problem(play.send("moves", move=first, think_ms=5, hidden_ms=2), 422)
    play.move(second)
    problem(play.send("moves", move=first), 422)
    assert [entry["number"] for entry in play.history()] == [1, 2]
    found = lines(play)["results"]
    assert [(one["number"], one["kind"]) for one in found] == [
        *[(1, "move"), (2, "wrong"), (2, "move"), (3, "wrong")],
    ]
    assert found[1] == found[1] | {
        "payload": first,
        "locus": told["locus"],
        "reason": told["detail"],
        "think_ms": 5,
        "hidden_ms": 2,
        "legal_count": None,
        "outcome": None,
    }
    assert "reason" not in found[0]
    page = lines(play, "&limit=1")
    assert [one["number"] for one in page["results"]] == [1]
    assert "wrong=true" in page["next"]
    rest = ok(play.api.get(page["next"]))
    assert [one["kind"] for one in rest["results"]] == ["wrong", "move", "wrong"]


def test_a_repeat_counts_once_and_another_move_or_number_again(play: Play, puzzle: Puzzle) -> None:
    first, second, *_ = puzzle.certificate
    play.move(first)
    for _ in range(3):
        problem(play.send("moves", move=first), 422)
    play.move(second)
    problem(play.send("moves", move=first), 422)
    problem(play.send("moves", move=second), 422)
    assert tried() == [(2, first), (3, first), (3, second)]


def test_in_a_list_the_first_refused_is_remembered(play: Play, puzzle: Puzzle) -> None:
    first, second, *_ = puzzle.certificate
    turns = [{"number": n, "move": move} for n, move in enumerate([first, first, second], 1)]
    answer = ok(play.api.post(f"sessions/{play.id}/moves/", {"moves": turns}), 201)
    assert (answer["stored"], answer["problem"]["status"]) == (1, 422)
    assert tried() == [(2, first)]
    again = [{"number": 2, "move": second}, {"number": 3, "move": second}]
    ok(play.api.post(f"sessions/{play.id}/moves/", {"moves": again}), 201)
    problem(
        play.api.post(f"sessions/{play.id}/moves/", {"moves": [{"number": 3, "move": first}]}), 422
    )
    assert tried() == [(2, first), (3, second), (3, first)]


def test_what_is_no_wrong_move_is_not_remembered(play: Play, puzzle: Puzzle) -> None:
    first = puzzle.certificate[0]
    problem(play.send("undo"), 422)
    play.move(first)
    problem(play.send("moves", move={"nonsense": 1}), 400)
    problem(play.send("moves", number=9, move=first), 409)
    ok(play.api.post(f"sessions/{play.id}/abandon/"))
    problem(play.send("moves", move=first), 409)
    assert tried() == []


@pytest.mark.parametrize("as_list", [False, True])
def test_with_a_key_it_is_remembered_too(play: Play, puzzle: Puzzle, as_list: bool) -> None:
    first = puzzle.certificate[0]
    turns = [{"number": number, "move": first} for number in (1, 2)]
    for body in [{"moves": turns}] if as_list else turns:
        key = {"Idempotency-Key": str(uuid4())}
        for _ in range(2):
            play.api.post(f"sessions/{play.id}/moves/", body, **key)
    assert tried() == [(2, first)]


@pytest.mark.parametrize("as_list", [False, True])
def test_what_fails_to_be_written_changes_no_answer(
    play: Play, puzzle: Puzzle, as_list: bool, monkeypatch: Any
) -> None:
    def fail(**_: Any) -> None:
        with transaction.atomic():
            raise DatabaseError("broken")

    monkeypatch.setattr(wrong, "keep_wrong_tries", fail)
    first = puzzle.certificate[0]
    if as_list:
        turns = [{"number": number, "move": first} for number in (1, 2)]
        key = {"Idempotency-Key": str(uuid4())}
        told = ok(play.api.post(f"sessions/{play.id}/moves/", {"moves": turns}, **key), 201)
        assert told["stored"] == 1
    else:
        play.move(first)
        problem(play.send("moves", move=first), 422)
    assert Move.objects.count() == 1
    assert tried() == []


def test_a_session_keeps_so_many(play: Play, puzzle: Puzzle, monkeypatch: Any) -> None:
    monkeypatch.setattr(wrong, "MAX_WRONG", 2)
    line = puzzle.certificate[:3]
    for move in line:
        play.move(move)
    for move in [*line, line[0]]:
        problem(play.send("moves", move=move), 422)
    assert tried() == [(4, line[0]), (4, line[1])]


def test_a_move_too_long_to_keep_is_refused_all_the_same(
    play: Play, puzzle: Puzzle, monkeypatch: Any
) -> None:
    monkeypatch.setattr(wrong, "MAX_PAYLOAD", 3)
    play.move(puzzle.certificate[0])
    problem(play.send("moves", move=puzzle.certificate[0]), 422)
    assert tried() == []


@pytest.mark.parametrize("way", [{"mode": "hotseat"}, {"mode": "bot"}])
def test_in_games_for_two(player_api: Api, heap: Any, way: Any) -> None:
    play = start(player_api, heap(stones=9), **way)
    play.move({"take": 1})
    told = problem(play.send("moves", move={"take": 9}), 422)
    assert tried() == [(play.number, {"take": 9})]
    assert lines(play)["results"][-1]["reason"] == told["detail"]


def test_all_ones_data_has_them_and_they_stay_with_the_session(play: Play, puzzle: Puzzle) -> None:
    play.move(puzzle.certificate[0])
    problem(play.send("moves", move=puzzle.certificate[0]), 422)
    told = json.loads(play.api.get("players/me/export/").getvalue())
    history = told["sessions"][0]["history"]
    assert [one["kind"] for one in history] == ["move", "wrong"]
    assert history[1]["odd"] is None
    play.api.delete("players/me/")
    assert WrongTry.objects.get().session.player is None
    Session.objects.all().delete()
    assert not WrongTry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_from_two_devices_at_once_it_counts_once(play: Play, puzzle: Puzzle) -> None:
    play.move(puzzle.certificate[0])
    body = {"number": 2, "move": puzzle.certificate[0]}
    devices = [other_device(play.api) for _ in range(3)]
    answers = at_once(
        *[lambda api=api: api.post(f"sessions/{play.id}/moves/", body) for api in devices]
    )
    assert [answer.status_code for answer in answers] == [422] * 3
    assert tried() == [(2, puzzle.certificate[0])]


@pytest.mark.parametrize(
    "odd",
    [{"number": 0}, {"reason": ""}, {"think_ms": 86_400_001}, {"odd": "no"}, {"payload": {"a": 1}}],
    ids=lambda odd: next(iter(odd)),
)
def test_the_database_refuses_what_cannot_be(play: Play, odd: Any) -> None:
    right = {"session_id": play.id, "number": 1, "payload": {"a": 1}, "reason": "No."}
    if "payload" in odd:
        WrongTry.objects.create(**right)
    with pytest.raises(IntegrityError), transaction.atomic():
        WrongTry.objects.create(**right | odd)
