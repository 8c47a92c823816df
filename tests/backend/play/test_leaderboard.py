"""Leaderboards of daily puzzles: fewest moves, then least time; first finishes, plausible ones."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from backend.play.models import Finish, Move, Session
from backend.puzzles.models import DailyPuzzle, Puzzle
from tests.support.api import Api, new_player_api, ok, problem
from tests.support.play import start
from tests.support.races import at_once, other_device

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 1)
PATH = f"daily/{DAY}/map_coloring/easy/leaderboard/"


@pytest.fixture(autouse=True)
def daily(puzzle: Puzzle) -> DailyPuzzle:
    return DailyPuzzle.objects.create(date=DAY, game=puzzle.game, level="easy", puzzle=puzzle)


def solve(api: Api, puzzle: Puzzle, *, seconds: float = 60, undos: int = 0, hidden: int = 0) -> str:
    """A solved session whose moves took that long by the server's clock."""
    play = start(api, puzzle)
    for _ in range(undos):
        play.move(puzzle.certificate[0])
        play.undo()
    *moves, last = puzzle.certificate
    for move in moves:
        play.move(move)
    # As if all of it had begun earlier.
    Session.objects.filter(pk=play.id).update(
        first_move_at=Session.objects.get(pk=play.id).last_entry_at - timedelta(seconds=seconds),
        last_entry_at=Session.objects.get(pk=play.id).last_entry_at - timedelta(seconds=seconds),
        started_at=Session.objects.get(pk=play.id).started_at - timedelta(seconds=seconds),
    )
    play.move(last, hidden_ms=hidden)
    return play.id


def board(api: Api) -> Any:
    return ok(api.get(PATH))


def test_fewest_moves_then_least_time(player_api: Api, puzzle: Puzzle) -> None:
    slow, quick, many = player_api, new_player_api(), new_player_api()
    slow.call("PATCH", "players/me/", {"name": "Slow"})
    solve(slow, puzzle, seconds=90)
    solve(many, puzzle, seconds=20, undos=1)
    solve(quick, puzzle, seconds=40)
    told = board(slow)
    assert told["players"] == 3
    count = len(puzzle.certificate)
    rows = [(r["rank"], r["name"], r["own"], r["move_count"]) for r in told["entries"]]
    assert rows == [
        (1, None, False, count),
        (2, "Slow", True, count),
        (3, None, False, count + 1),
    ]
    assert [r["undo_count"] for r in told["entries"]] == [0, 0, 1]
    assert [round(r["time_ms"] / 1000) for r in told["entries"]] == [40, 90, 20]
    assert told["own"] == told["entries"][1]
    assert board(Api())["own"] is None
    assert not any(r["own"] for r in board(Api())["entries"])


def test_equal_lines_share_a_rank(player_api: Api, puzzle: Puzzle) -> None:
    for _ in range(3):
        solve(new_player_api(), puzzle)
    solve(player_api, puzzle, seconds=600)
    Finish.objects.exclude(time_ms__gt=300_000).update(time_ms=60_000)
    assert [r["rank"] for r in board(player_api)["entries"]] == [1, 1, 1, 4]
    assert board(player_api)["own"]["rank"] == 4


def test_the_first_finish_counts(player_api: Api, puzzle: Puzzle) -> None:
    first = solve(player_api, puzzle, seconds=100, undos=2)
    solve(player_api, puzzle, seconds=10)
    (row,) = board(player_api)["entries"]
    assert row["undo_count"] == 2
    assert str(Finish.objects.get().session_id) == first


def test_declared_pauses_are_taken_off(player_api: Api, puzzle: Puzzle) -> None:
    solve(player_api, puzzle, seconds=60, hidden=20_000)
    (row,) = board(player_api)["entries"]
    assert round(row["time_ms"] / 1000) == 40
    assert row["paused_ms"] == 20_000


def test_no_pause_is_longer_than_the_time_it_lies_in(
    player_api: Api, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves 900 ms apart with pauses of twice that take no less time for it."""
    play, now = start(player_api, puzzle), timezone.now()
    for number, move in enumerate(puzzle.certificate):
        monkeypatch.setattr(timezone, "now", lambda: now + number * timedelta(seconds=0.9))  # noqa: B023
        play.move(move, hidden_ms={2: 1_700, 3: 500}.get(number))
    monkeypatch.undo()
    finish = Finish.objects.get()
    assert finish.session.hidden_ms == 900 + 500
    assert finish.time_ms == 900 * (len(puzzle.certificate) - 1) - 1_400


@pytest.mark.parametrize(
    ("seconds", "hidden", "why"), [(0, 0, "too_fast"), (60, 600_000, "odd_times")]
)
def test_times_that_cannot_be_are_kept_out_and_staff_see_why(
    player_api: Api, puzzle: Puzzle, admin_client: Client, seconds: int, hidden: int, why: str
) -> None:
    session = solve(player_api, puzzle, seconds=seconds, hidden=hidden)
    told = board(player_api)
    assert (told["players"], told["entries"]) == (0, [])
    assert told["own"]["rank"] is None  # shown to the player itself
    assert Finish.objects.get().unranked == why
    page = admin_client.get("/admin/play/finish/")
    shown = Finish.Unranked(why).label
    assert shown in page.content.decode()
    pk = Finish.objects.get().pk
    assert admin_client.get(f"/admin/play/finish/{pk}/change/").url.endswith(
        f"/session/{session}/change/"
    )


def test_what_was_played_offline_all_at_once_is_kept_out(player_api: Api, puzzle: Puzzle) -> None:
    play = start(player_api, puzzle)
    turns = [{"number": n, "move": move} for n, move in enumerate(puzzle.certificate, 1)]
    ok(player_api.post(f"sessions/{play.id}/moves/", {"moves": turns}), 201)
    assert Finish.objects.get().unranked == "too_fast"


def test_two_people_on_one_device_are_on_no_leaderboard(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=3), mode="hotseat")
    assert play.move({"take": 3})["session"]["status"] == "finished"
    assert not Finish.objects.exists()


def test_a_forgotten_player_leaves_the_leaderboard(player_api: Api, puzzle: Puzzle) -> None:
    solve(player_api, puzzle)
    player_api.delete("players/me/")
    assert board(Api())["entries"] == []
    assert Session.objects.count() == 1
    assert Move.objects.exists()


def test_a_leaderboard_of_no_puzzle_is_404(api: Api) -> None:
    problem(api.get(f"daily/{DAY}/map_coloring/hard/leaderboard/"), 404)
    problem(api.get("daily/9999-12-31/map_coloring/easy/leaderboard/"), 404, "not_begun")
    for unknown in ("nogame/easy", "map_coloring/nolevel", "map_coloring/%00", "%00/easy"):
        for end in ("", "leaderboard/"):
            document = problem(api.get(f"daily/{DAY}/{unknown}/{end}"), 404)
            assert "Known: " in document["detail"]
            assert {"easy", "map_coloring"} & set(document["known"])
    problem(api.get(PATH, authorization="Bearer tsu_wrong"), 401)


def test_a_finish_is_one_per_player_and_puzzle(player_api: Api, puzzle: Puzzle) -> None:
    solve(player_api, puzzle)
    finish = Finish.objects.get()
    other = Session.objects.create(puzzle=puzzle)
    finish.pk, finish.session, finish._state.adding = None, other, True
    with pytest.raises(IntegrityError, match="finish_first_only"), transaction.atomic():
        finish.save()


@pytest.mark.django_db(transaction=True)
def test_two_devices_that_finish_at_once_have_one_finish(player_api: Api, puzzle: Puzzle) -> None:
    plays = [start(other_device(player_api), puzzle) for _ in range(2)]
    *moves, last = puzzle.certificate
    for play in plays:
        for move in moves:
            play.move(move)
    answers = at_once(*[lambda play=play: play.send("moves", move=last) for play in plays])
    assert [answer.status_code for answer in answers] == [201, 201]
    assert Finish.objects.count() == 1
