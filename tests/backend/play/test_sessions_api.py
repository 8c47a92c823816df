"""Sessions begin, are listed, are shown to their player alone, and may be given up."""

from __future__ import annotations

from typing import Any

import pytest

from backend.play.models import Session
from backend.puzzles.models import Puzzle
from tests.support.api import Api, make_map, new_player_api, ok, pointers, problem
from tests.support.play import start

pytestmark = pytest.mark.django_db

NOBODY = "01890a5d-ac96-774b-bcce-b302099a8057"


def test_a_session_begins_with_the_board_as_it_was_made(player_api: Api, puzzle: Puzzle) -> None:
    response = player_api.post("sessions/", {"puzzle": str(puzzle.id)})
    told = ok(response, 201)
    assert response["Location"] == f"/api/v1/sessions/{told['id']}/"
    assert told.pop("replies") == []
    assert ok(player_api.get(response["Location"])) == told
    assert told["puzzle"] == str(puzzle.id)
    assert (told["status"], told["stuck"], told["stuck_at"]) == ("active", False, [])
    assert (told["number"], told["move_count"]) == (1, 0)
    assert (told["undo_count"], told["hint_count"]) == (0, 0)
    assert told["finished_at"] is None
    assert told["legal_moves"]
    assert told["view"] == ok(player_api.get(f"puzzles/{puzzle.id}/"))["view"]


def test_sessions_are_never_cached(player_api: Api, puzzle: Puzzle) -> None:
    play = start(player_api, puzzle)
    for path in ("sessions/", f"sessions/{play.id}/", f"sessions/{play.id}/moves/"):
        assert player_api.get(path)["Cache-Control"] == "no-store"


def test_a_puzzle_may_be_played_again(player_api: Api, puzzle: Puzzle) -> None:
    assert start(player_api, puzzle).id != start(player_api, puzzle).id


@pytest.mark.parametrize(
    ("body", "status", "where"),
    [
        (None, 400, ["/puzzle"]),
        ({}, 400, ["/puzzle"]),
        ({"puzzle": None}, 400, ["/puzzle"]),
        ({"puzzle": 7}, 400, ["/puzzle"]),
        ({"puzzle": "seven"}, 400, ["/puzzle"]),
        ({"puzzle": [NOBODY]}, 400, ["/puzzle"]),
        ({"puzzle": NOBODY, "level": "easy"}, 400, ["/level"]),
        ({"puzzle": 7, "a/b": 1}, 400, ["/a~1b", "/puzzle"]),
        ({"puzzle": NOBODY}, 422, ["/puzzle"]),
    ],
)
def test_a_session_of_no_puzzle_is_refused(
    player_api: Api, body: Any, status: int, where: list[str]
) -> None:
    assert pointers(problem(player_api.post("sessions/", body), status)) == where
    assert not Session.objects.exists()


# Lists -------------------------------------------------------------------------------------
def test_they_are_listed_newest_first_page_by_page(player_api: Api, puzzle: Puzzle) -> None:
    ids = [start(player_api, puzzle).id for _ in range(5)]
    path, seen, pages = "sessions/?limit=2", [], 0
    while path:
        page = ok(player_api.get(path))
        seen += [row["id"] for row in page["results"]]
        path, pages = page["next"], pages + 1
    assert seen == sorted(ids, reverse=True)
    assert pages == 3


def test_a_new_session_does_not_shift_the_next_page(player_api: Api, puzzle: Puzzle) -> None:
    ids = sorted(start(player_api, puzzle).id for _ in range(4))
    first = ok(player_api.get("sessions/?limit=2"))
    start(player_api, puzzle)
    second = ok(player_api.get(first["next"]))
    assert [row["id"] for row in first["results"] + second["results"]] == ids[::-1]


def test_they_can_be_filtered_by_status(player_api: Api, puzzle: Puzzle) -> None:
    first, second = start(player_api, puzzle), start(player_api, puzzle)
    ok(player_api.post(f"sessions/{first.id}/abandon/"))
    for status, ids in {"active": [second.id], "abandoned": [first.id], "solved": []}.items():
        page = ok(player_api.get(f"sessions/?status={status}&limit=1"))
        assert [row["id"] for row in page["results"]] == ids
        assert page["next"] is None


def test_the_filter_stays_on_the_next_page(player_api: Api, puzzle: Puzzle) -> None:
    for _ in range(3):
        start(player_api, puzzle)
    page = ok(player_api.get("sessions/?status=active&limit=1"))
    assert "status=active" in page["next"]


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=101",
        "limit=x",
        "limit=",
        "limit=99999999999999999999",
        "status=lost",
        "after=7",
        "after=%00",
        "offset=3",
        "limit=1&limit=2",
    ],
)
def test_a_page_that_cannot_be_is_400(player_api: Api, query: str) -> None:
    document = problem(player_api.get(f"sessions/?{query}"), 400, "unreadable")
    assert document["errors"][0]["parameter"] == query.split("=")[0]


def test_what_is_no_choice_is_told_what_is(player_api: Api) -> None:
    (fault,) = problem(player_api.get("sessions/?status=lost"), 400)["errors"]
    assert fault["detail"].endswith("none of the choices: active, solved, finished, abandoned.")


# Whose it is -------------------------------------------------------------------------------
ACTIONS = [
    ("GET", "", None),
    ("GET", "moves/", None),
    ("POST", "moves/", {"number": 1, "move": {"region": 0, "color": 0}}),
    ("POST", "undo/", {"number": 1}),
    ("POST", "hint/", {"number": 1}),
    ("POST", "abandon/", {}),
]


@pytest.mark.parametrize(("method", "action", "body"), ACTIONS)
def test_someone_elses_session_is_not_there(
    player_api: Api, puzzle: Puzzle, method: str, action: str, body: Any
) -> None:
    mine = start(player_api, puzzle)
    other = new_player_api()
    theirs = problem(other.call(method, f"sessions/{mine.id}/{action}", body), 404)
    nobodys = problem(other.call(method, f"sessions/{NOBODY}/{action}", body), 404)
    assert theirs["detail"].replace(mine.id, "") == nobodys["detail"].replace(NOBODY, "")
    assert ok(other.get("sessions/"))["results"] == []
    assert mine.detail()["number"] == 1
    problem(Api().call(method, f"sessions/{mine.id}/{action}", body), 401)


# Giving up ---------------------------------------------------------------------------------
def test_a_session_given_up_is_over(player_api: Api, puzzle: Puzzle) -> None:
    play = start(player_api, puzzle)
    move = play.detail()["legal_moves"][0]
    play.move(move)
    told = ok(player_api.post(f"sessions/{play.id}/abandon/"))
    assert (told["status"], told["legal_moves"]) == ("abandoned", [])
    assert told["finished_at"] >= told["started_at"]
    assert told["move_count"] == 1
    for action in ("moves", "undo", "hint"):
        extra = {"move": move} if action == "moves" else {}
        document = problem(play.send(action, **extra), 409, "finished")
        assert document["session"] == told


def test_giving_up_twice_is_giving_up_once(player_api: Api, puzzle: Puzzle) -> None:
    play = start(player_api, puzzle)
    first = ok(player_api.post(f"sessions/{play.id}/abandon/", {}))
    assert ok(player_api.post(f"sessions/{play.id}/abandon/", {})) == first


def test_giving_up_takes_no_words(player_api: Api, puzzle: Puzzle) -> None:
    play = start(player_api, puzzle)
    problem(player_api.post(f"sessions/{play.id}/abandon/", {"why": "hard"}), 400)
    assert play.detail()["status"] == "active"


def test_boards_of_several_puzzles_are_kept_apart(player_api: Api) -> None:
    plays = [start(player_api, make_map(seed=seed)) for seed in range(3)]
    views = [play.detail()["view"]["cells"] for play in plays]
    assert len({str(view) for view in views}) == 3


@pytest.mark.parametrize("body", [b"[]", b"null", b"0", b'""', b"false", b"[{}]"])
def test_what_is_no_object_gives_no_session_up(
    player_api: Api, puzzle: Puzzle, body: bytes
) -> None:
    play = start(player_api, puzzle)
    problem(player_api.post(f"sessions/{play.id}/abandon/", body), 400, "unreadable")
    assert play.detail()["status"] == "active"
