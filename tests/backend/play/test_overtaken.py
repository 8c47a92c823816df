"""A turn is judged without a lock. What if the session goes on before it is stored?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from backend.play.models import Move, Session
from backend.play.services import batches, turns
from backend.puzzles.models import Puzzle
from tests.support.api import Api, ok, problem
from tests.support.play import Play, start
from tests.support.races import other_device

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(player_api: Api, puzzle: Puzzle) -> Play:
    return start(player_api, puzzle)


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Has something happen once, after the next turn was read and before it is stored."""

    def plan(happen: Callable[[], Any]) -> None:
        waiting = [happen]
        for module in (turns, batches):
            judge = module.play

            def interrupted(judge: Any = judge, **given: Any) -> Any:
                judged = judge(**given)
                if waiting:
                    waiting.pop()()
                return judged

            monkeypatch.setattr(module, "play", interrupted)

    return plan


def numbers() -> list[int]:
    return list(Move.objects.values_list("number", flat=True).order_by("number"))


def test_an_overtaken_move_is_told_how_things_stand_now(
    play: Play, puzzle: Puzzle, meanwhile: Any
) -> None:
    first = {"number": 1, "move": puzzle.certificate[0]}
    other = other_device(play.api)
    meanwhile(lambda: ok(other.post(f"sessions/{play.id}/moves/", first), 201))
    told = problem(play.send("moves", move=puzzle.certificate[1]), 409, "wrong_number")
    assert told["session"]["number"] == 2
    assert numbers() == [1]


def test_the_same_move_that_came_first_from_elsewhere_is_a_repeat(
    play: Play, puzzle: Puzzle, meanwhile: Any
) -> None:
    first = {"number": 1, "move": puzzle.certificate[0]}
    other = other_device(play.api)
    meanwhile(lambda: ok(other.post(f"sessions/{play.id}/moves/", first), 201))
    ok(play.send("moves", move=puzzle.certificate[0]), 200)
    assert numbers() == [1]


def test_an_overtaken_list_goes_on_where_the_other_ended(
    play: Play, puzzle: Puzzle, meanwhile: Any
) -> None:
    line = [{"number": n, "move": move} for n, move in enumerate(puzzle.certificate[:3], 1)]
    other = other_device(play.api)
    meanwhile(lambda: ok(other.post(f"sessions/{play.id}/moves/", line[0]), 201))
    told = ok(play.api.post(f"sessions/{play.id}/moves/", {"moves": line}), 201)
    assert (told["repeated"], told["stored"]) == (1, 2)
    assert numbers() == [1, 2, 3]


def test_a_session_given_up_meanwhile_takes_no_move(
    play: Play, puzzle: Puzzle, meanwhile: Any
) -> None:
    other = other_device(play.api)
    meanwhile(lambda: ok(other.post(f"sessions/{play.id}/abandon/", {})))
    problem(play.send("moves", move=puzzle.certificate[0]), 409, "finished")
    assert numbers() == []
    assert Session.objects.get().status == "abandoned"


def test_a_player_forgotten_meanwhile_has_no_session(
    play: Play, puzzle: Puzzle, meanwhile: Any
) -> None:
    other = other_device(play.api)
    meanwhile(lambda: other.delete("players/me/"))
    problem(play.send("moves", move=puzzle.certificate[0]), 404, "not_found")
    assert numbers() == []


def test_a_last_move_that_is_overtaken_leaves_no_finish(
    play: Play, puzzle: Puzzle, meanwhile: Any
) -> None:
    for move in puzzle.certificate[:-1]:
        play.move(move)
    undo, other = {"number": play.number}, other_device(play.api)
    meanwhile(lambda: ok(other.post(f"sessions/{play.id}/undo/", undo), 201))
    problem(play.send("moves", move=puzzle.certificate[-1]), 409, "wrong_number")
    session = Session.objects.get()
    assert (session.status, session.undo_count) == ("active", 1)
    assert not hasattr(session, "finish")
