"""Two devices, one session: real threads on a real database."""

from __future__ import annotations

from functools import partial

import pytest

from backend.play.models import Move, Player, Session
from backend.puzzles.models import Puzzle
from tests.support.api import Api
from tests.support.play import start
from tests.support.races import at_once, other_device

pytestmark = pytest.mark.django_db(transaction=True)


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
