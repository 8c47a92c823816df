"""Moves, undos and hints: the server judges, and the history keeps everything."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from backend.play import history as history_module
from backend.play.models import MAX_THINK_MS, Move, Session
from backend.play.services import playing
from backend.puzzles.models import Puzzle
from tests.support.api import Api, ok, pointers, problem
from tests.support.play import Play, start, stuck_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(player_api: Api, puzzle: Puzzle) -> Play:
    return start(player_api, puzzle)


def region(told: Any, number: int) -> Any:
    return next(r for r in told["session"]["view"]["regions"] if r["id"] == number)


# Moves -------------------------------------------------------------------------------------
def test_a_move_is_played_and_kept(play: Play, puzzle: Puzzle) -> None:
    legal = play.detail()["legal_moves"]
    told = play.move(puzzle.certificate[0], think_ms=1234)
    entry = told["entry"]
    assert entry["number"] == 1
    assert (entry["kind"], entry["payload"]) == ("move", puzzle.certificate[0])
    assert (entry["think_ms"], entry["legal_count"]) == (1234, len(legal))
    assert entry["outcome"] == "playing"
    assert entry["locus"]
    assert datetime.fromisoformat(entry["created_at"]).tzinfo
    assert region(told, puzzle.certificate[0]["region"])["color"] == puzzle.certificate[0]["color"]
    assert play.detail() == told["session"]
    assert play.history() == [entry]


def test_the_certificate_solves_it(play: Play, puzzle: Puzzle) -> None:
    for move in puzzle.certificate:
        told = play.move(move)
    assert told["entry"]["outcome"] == "solved"
    session = told["session"]
    assert (session["status"], session["stuck"], session["legal_moves"]) == ("solved", False, [])
    assert session["finished_at"] >= session["started_at"]
    for action in ("moves", "undo", "hint"):
        extra = {"move": puzzle.certificate[0]} if action == "moves" else {}
        assert problem(play.send(action, **extra), 409, "finished")["session"] == session
    response = play.api.post(f"sessions/{play.id}/abandon/")
    assert problem(response, 409, "finished")["session"] == session


def test_an_illegal_move_is_422_with_the_reason_and_what_is_legal(
    play: Play, puzzle: Puzzle
) -> None:
    first = puzzle.certificate[0]
    told = play.move(first)
    neighbor = region(told, first["region"])["neighbors"][0]
    move = {"region": neighbor, "color": first["color"]}
    document = problem(play.send("moves", move=move), 422, "color_taken")
    assert document["legal"]["colors"] == region(told, neighbor)["legal"]
    assert first["color"] not in document["legal"]["colors"]
    assert document["locus"] == f"region:{neighbor}"
    assert pointers(document) == ["/move"]
    assert play.detail() == told["session"]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, ["/move", "/number"]),
        ({"number": 1}, ["/move"]),
        ({"number": 1, "move": None}, ["/move"]),
        ({"number": 1, "move": []}, ["/move"]),
        ({"number": 1, "move": 7}, ["/move"]),
        ({"number": 1, "move": True}, ["/move"]),
        ({"number": 1, "move": "nonsense"}, ["/move"]),
        ({"number": 1, "move": {}}, ["/move/color", "/move/region"]),
        ({"number": 1, "move": {"region": "0", "color": 0}}, ["/move/region"]),
        ({"number": 1, "move": {"region": True, "color": 0}}, ["/move/region"]),
        ({"number": 1, "move": {"region": 0, "color": 0.5}}, ["/move/color"]),
        ({"number": 1, "move": {"region": 0, "color": 0, "x/y": 1}}, ["/move/x~1y"]),
        ({"number": "1", "move": {"region": 0, "color": 0}}, ["/number"]),
        ({"number": True, "move": {"region": 0, "color": 0}}, ["/number"]),
        ({"number": None, "move": {"region": 0, "color": 0}}, ["/number"]),
        ({"number": 1.5, "move": {"region": 0, "color": 0}}, ["/number"]),
        ({"number": 1, "move": {"region": 0, "color": 0}, "think_ms": "5"}, ["/think_ms"]),
        ({"number": 1, "move": {"region": 0, "color": 0}, "think_ms": 0.5}, ["/think_ms"]),
        ({"number": 1, "move": {"region": 0, "color": 0}, "thinkMs": 5}, ["/thinkMs"]),
    ],
)
def test_what_cannot_be_read_is_400_with_a_pointer(play: Play, body: Any, where: list[str]) -> None:
    response = play.api.post(f"sessions/{play.id}/moves/", body)
    assert pointers(problem(response, 400, "unreadable")) == where
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    ("body", "code", "where"),
    [
        ({"number": 0}, "out_of_bounds", ["/number"]),
        ({"number": -1, "think_ms": -1}, "out_of_bounds", ["/number", "/think_ms"]),
        ({"number": 2**31}, "out_of_bounds", ["/number"]),
        ({"think_ms": -1}, "out_of_bounds", ["/think_ms"]),
        ({"think_ms": MAX_THINK_MS + 1}, "out_of_bounds", ["/think_ms"]),
        ({"move": {"region": 999, "color": 0}}, "unknown_region", ["/move"]),
        ({"move": {"region": -1, "color": 0}}, "unknown_region", ["/move"]),
        ({"move": {"region": 0, "color": 9}}, "unknown_color", ["/move"]),
    ],
)
def test_what_is_out_of_bounds_is_422_with_a_pointer(
    play: Play, body: Any, code: str, where: list[str]
) -> None:
    body = {"number": 1, "move": {"region": 0, "color": 0}, **body}
    response = play.api.post(f"sessions/{play.id}/moves/", body)
    assert pointers(problem(response, 422, code)) == where
    assert not Move.objects.exists()


@pytest.mark.parametrize("think_ms", [0, 1, MAX_THINK_MS, None, 5.0])
def test_think_time_may_be_anything_up_to_a_day_or_unknown(
    play: Play, puzzle: Puzzle, think_ms: Any
) -> None:
    assert play.move(puzzle.certificate[0], think_ms=think_ms)["entry"]["think_ms"] == think_ms


# Numbers -----------------------------------------------------------------------------------
@pytest.mark.parametrize("number", [1, 4, 99])
@pytest.mark.parametrize("action", ["moves", "undo", "hint"])
def test_a_wrong_number_is_409_with_the_session_as_it_stands(
    play: Play, puzzle: Puzzle, action: str, number: int
) -> None:
    play.move(puzzle.certificate[0])
    told = play.hint()
    extra = {"move": puzzle.certificate[1]} if action == "moves" else {}
    document = problem(play.send(action, number=number, **extra), 409, "wrong_number")
    assert document["session"] == told["session"]
    assert document["session"]["number"] == 3
    assert Move.objects.count() == 2


def test_the_last_turn_sent_again_is_answered_again_and_not_played_again(
    play: Play, puzzle: Puzzle
) -> None:
    for action in ("moves", "hint", "undo"):
        extra = {"move": puzzle.certificate[0]} if action == "moves" else {}
        first = play.turn(action, **extra)
        again = ok(play.send(action, number=play.number - 1, **extra), 200)
        assert again == first
    assert Move.objects.count() == 3


def test_the_last_number_with_another_turn_is_a_conflict(play: Play, puzzle: Puzzle) -> None:
    play.move(puzzle.certificate[0])
    other = {**puzzle.certificate[0], "color": puzzle.certificate[0]["color"] ^ 1}
    problem(play.send("moves", number=1, move=other), 409, "wrong_number")
    problem(play.send("undo", number=1), 409, "wrong_number")


def test_the_move_that_solved_it_may_be_sent_again(play: Play, puzzle: Puzzle) -> None:
    for move in puzzle.certificate:
        told = play.move(move)
    assert ok(play.send("moves", number=play.number - 1, move=move), 200) == told


def test_a_history_has_an_end(play: Play, puzzle: Puzzle, monkeypatch: Any) -> None:
    monkeypatch.setattr(playing, "MAX_ENTRIES", 2)
    play.hint()
    play.hint()
    problem(play.send("moves", move=puzzle.certificate[0]), 409, "history_full")
    assert history_module.MAX_ENTRIES > 1000


# Undo --------------------------------------------------------------------------------------
def test_undo_takes_a_move_back_and_keeps_it_in_the_history(play: Play, puzzle: Puzzle) -> None:
    before = play.detail()
    move = puzzle.certificate[0]
    play.move(move)
    told = play.turn("undo", think_ms=50)
    assert told["entry"]["kind"] == "undo"
    assert told["entry"]["payload"] == {"undone": 1}
    assert told["entry"]["think_ms"] == 50
    assert told["session"]["view"] == before["view"]
    assert told["session"]["legal_moves"] == before["legal_moves"]
    assert (told["session"]["move_count"], told["session"]["undo_count"]) == (1, 1)
    kept = play.history()
    assert [entry["kind"] for entry in kept] == ["move", "undo"]
    assert kept[0]["payload"] == move
    assert kept[1]["locus"] == kept[0]["locus"]


def test_undos_go_back_move_by_move(play: Play, puzzle: Puzzle) -> None:
    for move in puzzle.certificate[:3]:
        play.move(move)
    play.hint()
    assert play.undo()["entry"]["payload"] == {"undone": 3}
    assert play.undo()["entry"]["payload"] == {"undone": 2}
    play.move(puzzle.certificate[1])
    assert play.undo()["entry"]["payload"] == {"undone": 7}
    assert play.undo()["entry"]["payload"] == {"undone": 1}
    problem(play.send("undo"), 422, "nothing_to_undo")


@pytest.mark.parametrize("hints", [0, 1])
def test_there_is_nothing_to_undo_at_the_start(play: Play, hints: int) -> None:
    for _ in range(hints):
        play.hint()
    problem(play.send("undo"), 422, "nothing_to_undo")
    assert Move.objects.count() == hints


@pytest.mark.parametrize("action", ["undo", "hint"])
@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 400), ({"number": "1"}, 400), ({"number": 1, "x": 1}, 400), ({"number": 0}, 422)],
)
def test_undo_and_hint_read_as_strictly(play: Play, action: str, body: Any, status: int) -> None:
    problem(play.api.post(f"sessions/{play.id}/{action}/", body), status)


# Hints -------------------------------------------------------------------------------------
def test_a_hint_is_a_legal_move_and_changes_nothing(play: Play) -> None:
    before = play.detail()
    told = play.hint()
    entry = told["entry"]
    assert (entry["kind"], entry["outcome"]) == ("hint", "playing")
    assert entry["payload"]["move"] in before["legal_moves"]
    assert entry["payload"]["message"]
    assert entry["locus"]
    assert told["session"]["view"] == before["view"]
    assert told["session"]["hint_count"] == 1


def test_following_the_hints_solves_it(play: Play) -> None:
    for _ in range(100):
        told = play.move(play.hint()["entry"]["payload"]["move"])
        if told["session"]["status"] == "solved":
            return
    pytest.fail("a hundred hints did not solve it")


# Stuck -------------------------------------------------------------------------------------
def test_stuck_is_named_and_undoing_goes_on(play: Play, puzzle: Puzzle) -> None:
    for move in stuck_line(puzzle):
        told = play.move(move)
        if told["session"]["stuck"]:
            break
    session = told["session"]
    assert told["entry"]["outcome"] == "stuck"
    assert (session["status"], session["stuck"]) == ("active", True)
    assert session["stuck_at"]
    assert all(locus.startswith("region:") for locus in session["stuck_at"])
    assert session["message"]
    assert Session.objects.get().stuck

    hint = play.hint()
    assert hint["entry"]["payload"]["move"] is None
    assert hint["entry"]["locus"] is None
    assert "ndo" in hint["entry"]["payload"]["message"]

    told = play.undo()
    assert (told["session"]["stuck"], told["session"]["stuck_at"]) == (False, [])
    assert told["entry"]["outcome"] == "playing"
    while play.detail()["move_count"] > play.detail()["undo_count"]:
        play.undo()
    for move in puzzle.certificate:
        told = play.move(move)
    assert told["session"]["status"] == "solved"


# The history -------------------------------------------------------------------------------
def test_the_whole_history_is_read_page_by_page(play: Play, puzzle: Puzzle) -> None:
    for _ in range(3):
        play.move(puzzle.certificate[0])
        play.undo()
        play.hint()
    path, seen = f"sessions/{play.id}/moves/?limit=4", []
    while path:
        page = ok(play.api.get(path))
        seen += page["results"]
        path = page["next"]
    assert [entry["number"] for entry in seen] == list(range(1, 10))
    assert [entry["kind"] for entry in seen] == ["move", "undo", "hint"] * 3


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=99999999999", "limit=0", "page=2"])
def test_a_page_of_history_that_cannot_be_is_400(play: Play, query: str) -> None:
    problem(play.api.get(f"sessions/{play.id}/moves/?{query}"), 400, "unreadable")


# Cost --------------------------------------------------------------------------------------
def test_a_move_costs_few_queries(
    play: Play, puzzle: Puzzle, django_assert_num_queries: Any
) -> None:
    for move in puzzle.certificate[:-1]:
        play.move(move)
    # Player; session with its history; insert and update. The last move writes a finish besides,
    # in one transaction with those: savepoint, sessions before it, finish, release.
    with django_assert_num_queries(7):
        play.move(puzzle.certificate[-1])
