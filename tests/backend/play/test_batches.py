"""Turns sent together: judged in order, stored up to the first fault, harmless when sent again."""

from __future__ import annotations

from typing import Any

import pytest

from backend.play.models import Move, Session
from backend.play.serializers.sessions import MAX_BATCH
from backend.puzzles.models import Puzzle
from tests.support.api import Api, ok, pointers, problem
from tests.support.play import Play, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(player_api: Api, puzzle: Puzzle) -> Play:
    return start(player_api, puzzle)


def moves(*payloads: Any, first: int = 1) -> list[dict[str, Any]]:
    """Turns with the next numbers; None is an undo."""
    return [
        {"number": number, "kind": "undo"} if move is None else {"number": number, "move": move}
        for number, move in enumerate(payloads, first)
    ]


def send(play: Play, turns: Any) -> Any:
    return play.api.post(f"sessions/{play.id}/moves/", {"moves": turns})


def test_a_whole_play_is_sent_at_once(play: Play, puzzle: Puzzle) -> None:
    line = puzzle.certificate
    told = ok(send(play, moves(line[0], None, *line)), 201)
    assert (told["repeated"], told["stored"], told["problem"]) == (0, len(line) + 2, None)
    assert told["session"]["status"] == "solved"
    assert told["session"]["undo_count"] == 1
    assert [entry["number"] for entry in told["entries"]] == list(range(1, len(line) + 3))
    assert play.history() == told["entries"]
    assert told["entries"][1]["payload"] == {"undone": 1}
    assert [entry["outcome"] for entry in told["entries"]][-2:] == ["playing", "solved"]


def test_nothing_after_the_first_fault_is_stored(play: Play, puzzle: Puzzle) -> None:
    line = puzzle.certificate
    told = ok(send(play, moves(line[0], line[1], line[1], line[2])), 201)
    assert (told["repeated"], told["stored"]) == (0, 2)
    refused = told["problem"]
    assert refused["status"] == 422
    assert pointers(refused) == ["/moves/2/move"]
    assert refused["legal"]
    assert Move.objects.count() == 2
    assert told["session"] == play.detail()
    more = ok(send(play, moves(line[2], line[3], first=3)), 201)  # goes on from there
    assert more["stored"] == 2


@pytest.mark.parametrize(
    ("odd", "status", "code"),
    [
        ({"number": 2}, 422, "nothing_to_undo"),
        ({"number": 9}, 409, "wrong_number"),
        ({"number": 1}, 409, "wrong_number"),
    ],
)
def test_a_wrong_turn_tells_of_itself(
    play: Play, puzzle: Puzzle, odd: Any, status: int, code: str
) -> None:
    line = puzzle.certificate
    wrong = {"kind": "undo", **odd}
    if code == "nothing_to_undo":
        turns = [*moves(line[0], None), {**wrong, "number": 3}]
    else:
        turns = [*moves(line[0]), wrong]
    told = ok(send(play, turns), 201)
    assert (told["problem"]["status"], told["problem"]["code"]) == (status, code)
    assert "session" not in told["problem"]
    assert told["stored"] == len(turns) - 1


def test_if_not_even_the_first_is_right_the_answer_is_its_problem(
    play: Play, puzzle: Puzzle
) -> None:
    line = puzzle.certificate
    bad = {**line[0], "region": 999}
    assert pointers(problem(send(play, moves(bad, line[0])), 422)) == ["/moves/0/move"]
    unreadable = problem(send(play, moves({"region": "x", "color": 1}, line[0])), 400)
    assert pointers(unreadable) == ["/moves/0/move/region"]
    document = problem(send(play, moves(line[0], first=4)), 409, "wrong_number")
    assert document["session"] == play.detail()
    assert not Move.objects.exists()


def test_an_unreadable_move_in_the_middle_stops_there(play: Play, puzzle: Puzzle) -> None:
    told = ok(send(play, moves(puzzle.certificate[0], {"nonsense": 1}, None)), 201)
    assert (told["stored"], told["problem"]["status"]) == (1, 400)
    assert all(where.startswith("/moves/1/move/") for where in pointers(told["problem"]))


@pytest.mark.parametrize(
    ("turns", "status", "where"),
    [
        ([], 422, ["/moves"]),
        (None, 400, ["/moves"]),
        ({}, 400, ["/moves"]),
        ([7], 400, ["/moves/0"]),
        ([{}], 400, ["/moves/0/number"]),
        ([{"number": 1}], 400, ["/moves/0/move"]),
        ([{"number": 1, "kind": "undo", "move": {}}], 400, ["/moves/0/move"]),
        ([{"number": 1, "kind": "hint"}], 422, ["/moves/0/kind"]),
        (
            [{"number": 1, "kind": "undo"}, {"number": "2", "kind": "undo"}],
            400,
            ["/moves/1/number"],
        ),
        ([{"number": 1, "kind": "undo", "client_time": "now"}], 400, ["/moves/0/client_time"]),
        ([{"number": 1, "kind": "undo", "hidden_ms": -1}], 422, ["/moves/0/hidden_ms"]),
    ],
)
def test_a_list_that_cannot_be_read_is_refused_whole(
    play: Play, turns: Any, status: int, where: list[str]
) -> None:
    assert pointers(problem(send(play, turns), status)) == where
    assert not Move.objects.exists()


def test_a_list_has_an_end(play: Play) -> None:
    turns = [{"number": 1, "kind": "undo"}] * (MAX_BATCH + 1)
    problem(send(play, turns), 422, "out_of_bounds")
    problem(send(play, turns[:-1]), 422, "nothing_to_undo")


# Sent again --------------------------------------------------------------------------------
def test_a_list_sent_again_adds_nothing(play: Play, puzzle: Puzzle) -> None:
    turns = moves(*puzzle.certificate[:3], None)
    first = ok(send(play, turns), 201)
    again = ok(send(play, turns), 200)
    assert (again["repeated"], again["stored"], again["entries"]) == (4, 0, [])
    assert again["session"] == first["session"]
    more = ok(send(play, [*turns, *moves(puzzle.certificate[2], first=5)]), 201)
    assert (more["repeated"], more["stored"]) == (4, 1)
    assert [entry["number"] for entry in more["entries"]] == [5]


def test_two_devices_that_played_apart_have_one_history(play: Play, puzzle: Puzzle) -> None:
    line = puzzle.certificate
    ok(send(play, moves(line[0], line[1])), 201)
    told = ok(send(play, moves(line[0], line[2], line[1])), 200)
    assert (told["repeated"], told["stored"]) == (1, 0)
    assert told["problem"]["code"] == "wrong_number"
    assert told["problem"]["detail"] == "Another turn than this has number 2: the next is 3."
    late = problem(play.send("moves", move=line[0], number=1), 409, "wrong_number")
    assert late["detail"] == "This turn is there as number 1, and others after it: the next is 3."
    assert Move.objects.count() == 2


# Against a bot -----------------------------------------------------------------------------
def test_nothing_is_played_ahead_of_a_bots_answer(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=12, lucky=1), bot="one")
    # Taking one keeps the turn; after the second move the bot takes all the rest, one by one.
    told = ok(send(play, moves({"take": 1}, {"take": 2}, {"take": 1})), 201)
    assert (told["stored"], told["problem"]["code"]) == (2, "bot_answered")
    assert [entry["kind"] for entry in told["entries"]][:3] == ["move", "move", "bot"]
    assert told["session"]["status"] == "finished"


def test_a_lost_answer_of_a_bot_is_not_played_again(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=12), bot="one")
    ok(send(play, moves({"take": 3})), 201)
    told = ok(send(play, moves({"take": 3})), 200)
    assert (told["repeated"], told["session"]["number"]) == (1, 3)
    assert Move.objects.count() == 2


# Cost --------------------------------------------------------------------------------------
def test_a_list_costs_as_few_queries_as_a_move(
    play: Play, puzzle: Puzzle, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(8):  # a finish, and the puzzle, which is then kept
        send(play, moves(*puzzle.certificate))
    assert Session.objects.get().status == "solved"


def test_the_longest_list_is_played_in_a_moment(play: Play, puzzle: Puzzle) -> None:
    line = [puzzle.certificate[0], None] * (MAX_BATCH // 2)
    assert ok(send(play, moves(*line)), 201)["stored"] == MAX_BATCH
