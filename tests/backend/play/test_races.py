"""Two devices, one session: real threads on a real database."""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction

from backend.play import services
from backend.play.models import Move, Player, Session
from backend.puzzles.models import Puzzle
from tests.support.api import Api
from tests.support.play import start
from tests.support.races import at_once, other_device

pytestmark = pytest.mark.django_db(transaction=True)


RACES = [
    "the same move three times",
    "two devices, two moves",
    "a move, an undo and a hint",
    "the last turn again, and the next",
    "a list and a move",
    "two lists",
    "a move twice with a key, and another",
]


def runners(name: str, number: int, legal: list[Any], last: Any) -> list[tuple[str, Any]]:
    """(action, body) of each request of a race; `last` is the turn before, if there was one."""
    one = {"number": number, "move": legal[0]}
    other = {"number": number, "move": legal[-1]}
    undo = {"number": number + 1, "kind": "undo"}
    again = {"number": number + 2, "move": legal[0]}
    match name:
        case "the same move three times":
            return [("moves", one)] * 3
        case "two devices, two moves":
            return [("moves", one), ("moves", other)]
        case "a move, an undo and a hint":
            return [("moves", one), ("undo", {"number": number}), ("hint", {"number": number})]
        case "the last turn again, and the next":
            return [last, ("moves", one), last] if last else [("moves", one)]
        case "a list and a move":
            return [("moves", {"moves": [one, undo, again]}), ("moves", other)]
        case "two lists":
            return [
                ("moves", {"moves": [one, undo, again]}),
                ("moves", {"moves": [other, undo]}),
            ]
        case _:
            return [("moves", one), ("moves", one), ("moves", other)]


def run_races(api: Api, puzzle: Puzzle, count: int) -> None:
    """Races on one session after another. After each, the history is whole and nobody lied."""
    play, last = start(api, puzzle), None
    for index in range(count):
        before = play.detail()
        legal, number = before["legal_moves"], before["number"]
        if len(legal) < 2 or number > 40:
            play, last = start(api, puzzle), None
            before = play.detail()
            legal, number = before["legal_moves"], before["number"]
        name = RACES[index % len(RACES)]
        key = {"idempotency_key": str(uuid4())} if "key" in name else {}
        requests = runners(name, number, legal, last)
        answers = at_once(
            *[
                partial(
                    other_device(api).post,
                    f"sessions/{play.id}/{action}/",
                    body,
                    **(key if body == requests[0][1] else {}),
                )
                for action, body in requests
            ]
        )
        after = play.detail()
        history = play.history()
        assert [entry["number"] for entry in history] == list(range(1, after["number"])), name
        won = 0
        for answer in answers:
            told, status = answer.json(), answer.status_code
            assert status in (200, 201, 409, 422), (name, told)
            if status == 409:  # it is told how things stood: no earlier than where all began
                assert told["code"] in ("wrong_number", "finished")
                assert told["session"]["number"] > number or told["code"] == "finished"
            if status == 201 and "Idempotency-Replayed" not in answer:
                won += told.get("stored", 1)
            if status in (200, 201):
                for entry in told.get("entries", [told.get("entry")]):
                    assert entry in history, (name, entry)
        assert won == after["number"] - number, name
        newest = history[-1]
        action = {"move": "moves"}.get(newest["kind"], newest["kind"])
        extra = {"move": newest["payload"]} if newest["kind"] == "move" else {}
        last = (action, {"number": newest["number"], **extra})
    for session in Session.objects.all():
        rows = list(session.history.order_by("number").values_list("number", "kind"))
        assert [number for number, _ in rows] == list(range(1, session.next_number))
        kinds = [kind for _, kind in rows]
        counts = (session.move_count, session.undo_count, session.hint_count)
        assert counts == tuple(kinds.count(kind) for kind in ("move", "undo", "hint"))


def test_no_move_is_lost_or_doubled_in_races(player_api: Api, puzzle: Puzzle) -> None:
    run_races(player_api, puzzle, 3 * len(RACES))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_move_is_lost_or_doubled_in_a_thousand_races(player_api: Api, puzzle: Puzzle) -> None:
    run_races(player_api, puzzle, 1000)


def test_a_turn_that_waited_for_another_sees_what_that_one_wrote(
    player_api: Api, puzzle: Puzzle
) -> None:
    play, answers = start(player_api, puzzle), []
    session = Session.objects.select_related("player").get()
    assert session.player is not None

    def second() -> None:
        body = {"number": 2, "move": puzzle.certificate[1]}
        answers.append(other_device(player_api).post(f"sessions/{play.id}/moves/", body))
        connection.close()

    thread = threading.Thread(target=second)
    with transaction.atomic():
        services.make_move(
            player=session.player, session_id=session.pk, number=1, move=puzzle.certificate[0]
        )
        thread.start()
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        with connection.cursor() as cursor:
            for _ in range(200):
                cursor.execute(waiting)
                if cursor.fetchone()[0]:
                    break
                time.sleep(0.05)
            else:
                raise AssertionError("the second turn does not wait")
    thread.join()
    assert [answer.status_code for answer in answers] == [201]
    after = start(player_api, puzzle)
    after.move(puzzle.certificate[0])
    after.move(puzzle.certificate[1])
    assert play.detail()["view"] == answers[0].json()["session"]["view"]
    assert play.detail()["view"] == after.detail()["view"]


def test_of_two_moves_with_one_number_one_is_played(player_api: Api, puzzle: Puzzle) -> None:
    for _ in range(10):
        play = start(player_api, puzzle)
        first, *_, last = play.detail()["legal_moves"]
        path = f"sessions/{play.id}/moves/"
        answers = at_once(
            partial(other_device(player_api).post, path, {"number": 1, "move": first}),
            partial(other_device(player_api).post, path, {"number": 1, "move": last}),
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        refused = next(answer for answer in answers if answer.status_code == 409).json()
        assert (refused["code"], refused["session"]["number"]) == ("wrong_number", 2)
        assert Move.objects.filter(session_id=play.id).count() == 1
        assert Session.objects.get(pk=play.id).move_count == 1


def test_of_one_move_sent_many_times_one_is_played(player_api: Api, puzzle: Puzzle) -> None:
    play = start(player_api, puzzle)
    body = {"number": 1, "move": play.detail()["legal_moves"][0]}
    send = lambda: other_device(player_api).post(f"sessions/{play.id}/moves/", body)  # noqa: E731
    answers = at_once(*[send] * 5)
    assert sorted(answer.status_code for answer in answers) == [200] * 4 + [201]
    assert len({answer.content for answer in answers if answer.status_code == 200}) == 1
    assert Move.objects.count() == 1


def test_undo_hint_move_and_abandon_at_once_leave_a_history_without_gaps(
    player_api: Api, puzzle: Puzzle
) -> None:
    play = start(player_api, puzzle)
    play.move(puzzle.certificate[0])
    path = f"sessions/{play.id}"
    answers = at_once(
        lambda: other_device(player_api).post(f"{path}/undo/", {"number": 2}),
        lambda: other_device(player_api).post(f"{path}/hint/", {"number": 2}),
        lambda: other_device(player_api).post(
            f"{path}/moves/", {"number": 2, "move": puzzle.certificate[1]}
        ),
        lambda: other_device(player_api).post(f"{path}/abandon/"),
    )
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses in ([200, 201, 409, 409], [200, 409, 409, 409])
    numbers = list(Move.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    session = Session.objects.get()
    assert session.next_number == len(numbers) + 1
    assert session.status == "abandoned"


def test_a_player_erased_while_starting_sessions_leaves_nothing_half_done(
    player_api: Api, puzzle: Puzzle
) -> None:
    begin = lambda: other_device(player_api).post(  # noqa: E731
        "sessions/", {"puzzle": str(puzzle.id)}
    )
    answers = at_once(begin, lambda: other_device(player_api).delete("players/me/"), begin)
    assert answers[1].status_code == 204
    assert {answers[0].status_code, answers[2].status_code} <= {201, 401}
    assert not Player.objects.exists()
    assert not Session.objects.filter(player__isnull=False).exists()


def test_erasing_twice_at_once_is_erasing_once(player_api: Api) -> None:
    erase = lambda: other_device(player_api).delete("players/me/")  # noqa: E731
    answers = at_once(erase, erase)
    assert {answer.status_code for answer in answers} <= {204, 401}
    assert not Player.objects.exists()
