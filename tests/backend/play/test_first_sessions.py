"""What counts on a leaderboard is a player's first session of that board."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from backend.play.models import Finish, Move, Session
from backend.puzzles.models import DailyPuzzle, Puzzle
from tests.support.api import Api, make_map, new_player_api, ok
from tests.support.play import Play, start

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 1)
PATH = f"daily/{DAY}/map_coloring/easy/leaderboard/"


@pytest.fixture(autouse=True)
def daily(puzzle: Puzzle) -> DailyPuzzle:
    return DailyPuzzle.objects.create(date=DAY, game=puzzle.game, level="easy", puzzle=puzzle)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock is two seconds later: nothing here is too fast."""
    now = [timezone.now()]

    def tick() -> datetime:
        now[0] += timedelta(seconds=2)
        return now[0]

    monkeypatch.setattr(timezone, "now", tick)


def solve(api: Api, puzzle: Puzzle, *, hints: int = 0, undos: int = 0) -> Play:
    play = start(api, puzzle)
    for _ in range(hints):
        play.hint()
    for _ in range(undos):
        play.move(puzzle.certificate[0])
        play.undo()
    for move in puzzle.certificate:
        play.move(move)
    return play


def board(api: Api) -> Any:
    return ok(api.get(PATH))


def is_replayed(api: Api) -> Any:
    """The player's own line, which must have no rank, because the board was known."""
    told = board(api)
    own = told["own"]
    assert (own["rank"], own.get("unranked")) == (None, "replayed")
    assert not any(line["own"] for line in told["entries"])
    return own


def test_hints_of_an_unfinished_session_are_not_left_behind(
    player_api: Api, puzzle: Puzzle
) -> None:
    honest = new_player_api()
    solve(honest, puzzle, undos=1)
    first = start(player_api, puzzle)
    for _ in range(20):
        first.hint()
    solve(player_api, puzzle)
    assert is_replayed(player_api)["hint_count"] == 20
    told = board(honest)
    assert (told["players"], told["own"]["rank"], told["own"].get("unranked")) == (1, 1, None)


def with_moves(api: Api, puzzle: Puzzle) -> None:
    play = start(api, puzzle)
    play.move(puzzle.certificate[0])
    play.undo()


def given_up(api: Api, puzzle: Puzzle) -> None:
    play = start(api, puzzle)
    play.hint()
    ok(api.post(f"sessions/{play.id}/abandon/"))


def of_the_same_board_by_another_id(api: Api, puzzle: Puzzle) -> None:
    again = Puzzle.objects.get(pk=puzzle.pk)
    again.pk, again.level, again.difficulty, again._state.adding = None, "easy", 1.0, True
    again.id = Puzzle().id
    again.save()
    solve(api, again, undos=1)


def moved_to_another_device(api: Api, puzzle: Puzzle) -> None:
    with_moves(api, puzzle)
    code = ok(api.post("players/me/code/"), 201)["code"]
    api.token = ok(Api().post("players/claim/", {"code": code}), 201)["token"]


@pytest.mark.parametrize(
    ("before", "undos"),
    [
        (with_moves, 1),
        (given_up, 0),
        (of_the_same_board_by_another_id, 1),
        (moved_to_another_device, 1),
    ],
)
def test_who_knew_the_board_has_no_rank(
    player_api: Api, puzzle: Puzzle, before: Callable[[Api, Puzzle], None], undos: int
) -> None:
    before(player_api, puzzle)
    solve(player_api, puzzle)
    assert is_replayed(player_api)["undo_count"] == undos


def test_a_session_beside_it_to_try_things_out_is_seen(player_api: Api, puzzle: Puzzle) -> None:
    play = start(player_api, puzzle)
    *moves, last = puzzle.certificate
    for move in moves:
        play.move(move)
    start(player_api, puzzle).hint()
    play.move(last)
    assert is_replayed(player_api)["hint_count"] == 1


def test_sessions_without_a_turn_teach_nothing(player_api: Api, puzzle: Puzzle) -> None:
    start(player_api, puzzle)
    ok(player_api.post(f"sessions/{start(player_api, puzzle).id}/abandon/"))
    solve(player_api, puzzle, undos=1)
    start(player_api, puzzle)
    (line,) = board(player_api)["entries"]
    assert (line["own"], line["rank"], line["undo_count"]) == (True, 1, 1)


def test_nor_do_other_boards(player_api: Api, puzzle: Puzzle) -> None:
    solve(player_api, make_map(seed=8), hints=3)
    solve(player_api, puzzle)
    assert board(player_api)["own"]["rank"] == 1


def test_what_comes_after_the_finish_changes_nothing(player_api: Api, puzzle: Puzzle) -> None:
    solve(player_api, puzzle, undos=1)
    before = board(player_api)
    solve(player_api, puzzle, hints=2)
    assert board(player_api) == before


def test_who_asks_for_hints_ranks_after_who_does_not(player_api: Api, puzzle: Puzzle) -> None:
    many, none = new_player_api(), new_player_api()
    solve(player_api, puzzle, hints=1)
    solve(many, puzzle, hints=2)
    solve(none, puzzle, undos=3)
    lines = board(player_api)["entries"]
    assert [(line["rank"], line["hint_count"]) for line in lines] == [(1, 0), (2, 1), (3, 2)]
    assert board(none)["own"] == {**lines[0], "own": True}
    assert board(player_api)["own"] == lines[1]
    assert board(many)["own"]["rank"] == 3


@pytest.mark.django_db(transaction=True)
def test_finishes_from_before_are_held_to_the_same(player_api: Api, puzzle: Puzzle) -> None:
    with_moves(player_api, puzzle)
    start(player_api, puzzle).hint()
    replayed = solve(player_api, puzzle)
    start(player_api, puzzle).hint()  # after it
    first = solve(new_player_api(), puzzle, undos=1)
    quick = new_player_api()
    start(quick, puzzle).hint()
    too_fast = solve(quick, puzzle)
    now = {str(one.session_id): _figures(one) for one in Finish.objects.all()}
    assert now[replayed.id] == ("replayed", 1, 1)
    assert now[first.id] == ("", 1, 0)

    MigrationExecutor(connection).migrate([("play", "0008_owed_and_longer_names")])
    with connection.cursor() as cursor:
        cursor.execute("UPDATE play_finish SET implausible = '', undo_count = 0, hint_count = 0")
        cursor.execute(
            "UPDATE play_finish SET implausible = 'too_fast' WHERE session_id = %s", [too_fast.id]
        )
        cursor.execute("UPDATE play_finish SET undo_count = 1 WHERE session_id = %s", [first.id])
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert {str(one.session_id): _figures(one) for one in Finish.objects.all()} == now
    assert Session.objects.count() == 7
    assert Move.objects.exists()


def _figures(finish: Finish) -> tuple[str, int, int]:
    return finish.unranked, finish.undo_count, finish.hint_count
