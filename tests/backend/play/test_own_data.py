"""What a player sees of its own: archive, statistics, export, and being forgotten."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from backend.play.models import Finish, Move, Player, Session
from backend.puzzles.models import DailyPuzzle, Puzzle
from engines import all_games
from tests.support.api import Api, make_map, new_player_api, ok, problem
from tests.support.play import start, stuck_line

pytestmark = pytest.mark.django_db


def daily(puzzle: Puzzle, days_ago: int) -> DailyPuzzle:
    day = timezone.now().astimezone(UTC).date() - timedelta(days=days_ago)
    return DailyPuzzle.objects.create(date=day, game=puzzle.game, level="easy", puzzle=puzzle)


def solve(api: Api, puzzle: Puzzle) -> str:
    play = start(api, puzzle)
    for move in puzzle.certificate:
        play.move(move, think_ms=500)
    return play.id


# Archive -----------------------------------------------------------------------------------
def test_the_archive_tells_how_far_the_player_got(player_api: Api, settings: Any) -> None:
    today = timezone.now().astimezone(UTC).date()
    settings.DAILY_FIRST_DATE = today - timedelta(days=3)
    puzzles = [make_map(seed=seed) for seed in range(4)]
    rows = [daily(puzzle, ago) for ago, puzzle in enumerate(puzzles)]
    daily(make_map(seed=9), -3)  # has not begun anywhere
    solved = solve(player_api, puzzles[1])
    start(player_api, puzzles[1])
    active = start(player_api, puzzles[2]).id
    solve(new_player_api(), puzzles[3])
    told = ok(player_api.get("archive/"))
    assert told["next"] is None
    results = [day for day in told["results"] if day["date"] <= today.isoformat()]
    assert [day["date"] for day in results] == [row.date.isoformat() for row in rows]
    lines = [line for day in results for line in day["puzzles"]]
    flat = [line for line in lines if (line["game"], line["level"]) == ("map_coloring", "easy")]
    assert [one["puzzle"] for one in flat] == [str(puzzle.id) for puzzle in puzzles]
    assert [one["status"] for one in flat] == ["new", "solved", "active", "new"]
    assert [one["session"] for one in flat] == [None, solved, active, None]


def archive(api: Api, path: str) -> list[Any]:
    """All dates of the archive from this page on."""
    found: list[Any] = []
    address: str | None = path
    while address:
        page = ok(api.get(address))
        found += page["results"]
        address = page["next"]
    return found


def test_the_archive_has_every_date_that_can_be_had_and_makes_none(
    player_api: Api, settings: Any, monkeypatch: Any, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 3, 29, 12, tzinfo=UTC))
    settings.DAILY_FIRST_DATE = date(2026, 3, 20)
    puzzle = daily(make_map(seed=1), 2).puzzle
    found = archive(player_api, "archive/?limit=4")
    # 02:00 on the 30th on Kiritimati.
    assert [day["date"] for day in found] == [f"2026-03-{day}" for day in range(30, 19, -1)]
    slots = [(game.slug, level.key) for game in all_games() for level in game.levels]
    for day in found:
        assert [(line["game"], line["level"]) for line in day["puzzles"]][: len(slots)] == (
            [slot for slot in slots if slot[0] == puzzle.game]
            if day["date"] == "2026-03-27"  # over, and closed to games that came later
            else slots
        )
    ids = [line["puzzle"] for day in found for line in day["puzzles"] if line["puzzle"]]
    assert ids == [str(puzzle.id)]
    assert DailyPuzzle.objects.count() == Puzzle.objects.count() == 1
    with django_assert_max_num_queries(8):
        ok(player_api.get("archive/?limit=31"))


@pytest.mark.parametrize("after", ["0001-01-01", "2025-01-01"])
def test_before_the_first_date_the_archive_is_empty(player_api: Api, after: str) -> None:
    assert ok(player_api.get(f"archive/?after={after}")) == {"next": None, "results": []}


def test_what_was_played_stays_in_the_archive_without_its_level(
    player_api: Api, settings: Any
) -> None:
    today = timezone.now().astimezone(UTC).date()
    settings.DAILY_FIRST_DATE = today
    puzzle = make_map(seed=1)
    DailyPuzzle.objects.create(date=today, game=puzzle.game, level="gone", puzzle=puzzle)
    (line,) = [
        line
        for day in archive(player_api, "archive/")
        for line in day["puzzles"]
        if line["level"] == "gone"
    ]
    assert line["puzzle"] == str(puzzle.id)


@pytest.mark.parametrize("query", ["limit=0", "limit=32", "after=x", "before=2026-01-01"])
def test_a_page_of_the_archive_that_cannot_be_is_400(player_api: Api, query: str) -> None:
    problem(player_api.get(f"archive/?{query}"), 400)
    problem(Api().get("archive/"), 401)


# Statistics --------------------------------------------------------------------------------
def test_statistics_per_game_and_level(player_api: Api, puzzle: Puzzle, heap: Any) -> None:
    daily(puzzle, 0)
    solve(player_api, puzzle)
    play = start(player_api, puzzle)
    for move in stuck_line(puzzle):
        play.move(move)
    play.hint()
    start(player_api, puzzle)  # nothing played: not counted
    Move.objects.filter(session_id=play.id).update(think_ms=3_600_000, odd="too_long")
    won = start(player_api, heap(stones=4), bot="one")
    won.move({"take": 3})
    lost = start(player_api, heap(stones=4), bot="best")
    lost.move({"take": 1})
    told = ok(player_api.get("players/me/stats/"))
    assert told["streak"]["current"] == told["streak"]["longest"] == 1
    first, second = told["games"]
    assert (first["game"], first["level"]) == (puzzle.game, None)
    assert (first["played"], first["solved"], first["stuck"]) == (2, 1, 1)
    assert (first["hints"], first["undos"], first["mean_think_ms"]) == (1, 0, 500)
    assert (second["game"], second["finished"], second["won"]) == ("taking", 2, 1)
    assert second["mean_think_ms"] is None


def test_a_finish_sent_too_late_counts_for_no_streak(player_api: Api) -> None:
    old, fresh = make_map(seed=1), make_map(seed=2)
    daily(old, 10)
    solve(player_api, old)
    assert ok(player_api.get("players/me/stats/"))["streak"]["longest"] == 0
    daily(fresh, 2)  # within the grace
    solve(player_api, fresh)
    streak = ok(player_api.get("players/me/stats/"))["streak"]
    assert (streak["current"], streak["longest"]) == (1, 1)


def test_statistics_of_nothing(player_api: Api) -> None:
    told = ok(player_api.get("players/me/stats/"))
    assert told == {"streak": {"current": 0, "longest": 0, "last": None}, "games": []}


# Export ------------------------------------------------------------------------------------
def test_the_export_has_every_session_with_its_history(
    player_api: Api, puzzle: Puzzle, monkeypatch: Any
) -> None:
    from backend.play import export

    monkeypatch.setattr(export, "AT_ONCE", 2)
    ids = [solve(player_api, puzzle) for _ in range(5)]
    solve(new_player_api(), puzzle)
    response = player_api.get("players/me/export/")
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    told = json.loads(response.getvalue())
    assert told["player"]["id"] == ok(player_api.get("players/me/"))["id"]
    assert [session["id"] for session in told["sessions"]] == ids
    for session in told["sessions"]:
        assert [entry["payload"] for entry in session["history"]] == puzzle.certificate
        assert datetime.fromisoformat(session["history"][0]["created_at"]).tzinfo
    monkeypatch.undo()
    assert json.loads(player_api.get("players/me/export/").getvalue())["sessions"]


def test_a_new_player_exports_nothing_but_itself(player_api: Api) -> None:
    told = json.loads(player_api.get("players/me/export/").getvalue())
    assert told["sessions"] == []


# Being forgotten ---------------------------------------------------------------------------
def test_a_forgotten_player_leaves_plays_without_any_link(player_api: Api, puzzle: Puzzle) -> None:
    player_api.call("PATCH", "players/me/", {"name": "Aiko"})
    solve(player_api, puzzle)
    ok(player_api.post("players/me/code/"), 201)
    player_id = ok(player_api.get("players/me/"))["id"]
    assert player_api.delete("players/me/").status_code == 204
    assert not Player.objects.exists()
    assert not Finish.objects.exists()
    session = Session.objects.get()
    assert session.player_id is None
    for table in (Session, Move):
        for row in table.objects.values():
            assert player_id not in str(row)
            assert "Aiko" not in str(row)
