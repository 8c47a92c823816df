"""Think times are held against the server's clock; odd ones are kept, and said to be odd."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone

from backend.play.models import Finish, Move, Session
from backend.play.timing import Clock, Timing
from backend.puzzles.models import Puzzle
from tests.support.api import Api, ok, pointers, problem
from tests.support.play import Play, start

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def clock(gap: float, client: float | None = None) -> Clock:
    """`gap` seconds since the last entry, which had this client time, seconds from NOW."""
    told = None if client is None else NOW + client * SECOND
    return Clock(NOW, NOW - gap * SECOND, told, tolerance=2 * SECOND)


@pytest.mark.parametrize(
    ("gap", "think", "hidden", "odd"),
    [
        (10, None, None, ""),
        (10, 9_000, None, ""),
        (10, 9_000, 1_000, ""),
        (10, 12_000, None, ""),
        (10, 12_001, None, "too_long"),
        (10, 9_000, 3_001, "too_long"),
        (10, None, 3_600_000, "too_long"),
        (0, 2_001, None, "too_long"),
        (-5, 0, None, "too_long"),  # two machines' clocks differ by more than is allowed for
    ],
)
def test_no_more_time_is_spent_than_passed(gap: float, think: Any, hidden: Any, odd: str) -> None:
    assert clock(gap).odd(Timing(think, hidden)) == odd


def test_turns_sent_together_share_the_time_that_passed() -> None:
    one = clock(10)
    assert [one.odd(Timing(4_000)) for _ in range(4)] == ["", "", "", "too_long"]


def judged(*turns: tuple[float, int]) -> list[str]:
    """What is odd of turns sent one by one: (seconds passed, milliseconds told)."""
    owed, found = timedelta(0), []
    for gap, think in turns:
        one = clock(gap)
        one.owed = owed
        found.append(one.odd(Timing(think)))
        owed = one.owing_ms() * timedelta(milliseconds=1)
    return found


def test_the_tolerance_is_for_a_session_not_for_each_turn() -> None:
    assert judged((1, 2_500), (1, 1_500), (1, 1_001)) == ["", "", "too_long"]
    assert judged((1, 600_000), (1, 1_000), (1, 1_001)) == ["too_long", "", "too_long"]
    assert judged((1, 2_500), (3, 1_000), (1, 3_000)) == ["", "", ""]  # paid back


def test_messages_that_are_late_now_and_then_are_never_odd() -> None:
    """Counted from when the last turn was sent, and heard up to 1.9 s later."""
    late = [(n * 7 % 20) / 10 for n in range(200)]
    turns = [(3 + now - before, 3_000) for before, now in pairwise(late)]
    assert set(judged(*turns)) == {""}


def test_pauses_share_the_time_that_passed() -> None:
    one = clock(10)
    assert one.pause(Timing(None, 5_000)) == 0  # before the first move
    one.room = 10 * SECOND
    assert [one.pause(Timing(1_000, 6_000)) for _ in range(3)] == [6_000, 4_000, 0]


@pytest.mark.parametrize(
    ("before", "told", "think", "odd"),
    [
        (-20, -10, 9_000, ""),
        (-20, -10, 12_001, "too_long"),
        (-20, -21, None, "clock_back"),
        (-20, -20, None, ""),
        (None, -3_600, 9_000, ""),
        (-20, None, 9_000, ""),
    ],
)
def test_the_clients_own_clock_must_agree(before: Any, told: Any, think: Any, odd: str) -> None:
    moment = None if told is None else NOW + told * SECOND
    assert clock(3600, before).odd(Timing(think, None, moment)) == odd


@pytest.mark.parametrize(
    ("stood", "gap", "think", "odd"),
    [
        (4, 0.3, 300, ""),
        (4, 0.3, 4_300, ""),
        (4, 0.3, 6_300, ""),
        (4, 0.3, 6_301, "too_long"),
        (0, 0.3, 4_300, "too_long"),
    ],
)
def test_a_turn_after_a_hint_may_be_measured_from_before_it(
    stood: float, gap: float, think: int, odd: str
) -> None:
    for client in (None, -gap):
        one = clock(gap, client)
        one.stood = stood * SECOND
        assert one.odd(Timing(think, None, None if client is None else NOW)) == odd


def test_after_a_hint_only_the_first_turn_of_a_list_may_be() -> None:
    one = clock(1)
    one.stood = 60 * SECOND
    assert [one.odd(Timing(61_000)), one.odd(Timing(2_001))] == ["", "too_long"]


# Stored ------------------------------------------------------------------------------------
@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets so many seconds pass."""
    now = [timezone.now()]
    monkeypatch.setattr(timezone, "now", lambda: now[0])

    def wait(seconds: float) -> None:
        now[0] += seconds * SECOND

    return wait


@pytest.mark.django_db
@pytest.mark.parametrize("told", [(4_000, 250), (4_000, 4_250), (None, 4_250)])
def test_who_asks_for_a_hint_is_ranked_by_either_measure(
    play: Play, puzzle: Puzzle, later: Callable[[float], None], told: tuple[Any, int]
) -> None:
    """A move, 4 s, a hint, 0.3 s, a move: the time since the entry before, or on this board."""
    at_hint, at_move = told
    for nth, move in enumerate(puzzle.certificate):
        if nth:
            later(4)
            play.turn("hint", think_ms=at_hint)
            later(0.3)
        play.move(move, think_ms=at_move if nth else 0)
    assert not Move.objects.exclude(odd="").exists()
    assert Finish.objects.get().unranked == ""


@pytest.mark.django_db
def test_several_hints_stand_on_one_board(
    play: Play, puzzle: Puzzle, later: Callable[[float], None]
) -> None:
    first, second, third = puzzle.certificate[:3]
    later(5)
    play.turn("hint", think_ms=5_000)
    later(5)
    play.turn("hint", think_ms=10_000)
    later(1)
    play.move(first, think_ms=11_000)
    later(1)
    play.move(second, think_ms=1_000)
    assert not Move.objects.exclude(odd="").exists()
    play.move(third, think_ms=12_000)  # no hint, another board
    assert [row.number for row in Move.objects.exclude(odd="")] == [5]


@pytest.fixture
def play(player_api: Api, puzzle: Puzzle) -> Play:
    return start(player_api, puzzle)


@pytest.mark.django_db
def test_times_are_kept_as_they_came(play: Play, puzzle: Puzzle) -> None:
    first, second = puzzle.certificate[:2]
    moment = "2026-03-01T12:00:00.25+02:00"
    entry = play.move(first, think_ms=900, hidden_ms=40, client_time=moment)["entry"]
    assert (entry["think_ms"], entry["hidden_ms"]) == (900, 40)
    assert entry["client_time"] == "2026-03-01T10:00:00.250000Z"
    play.move(second, think_ms=600_000)
    play.turn("hint", client_time="2026-03-01T09:00:00Z")
    rows = list(Move.objects.order_by("number"))
    assert [row.odd for row in rows] == ["", "too_long", "clock_back"]
    assert rows[1].think_ms == 600_000
    session = Session.objects.get()
    assert session.odd_count == 2
    assert session.first_move_at == rows[0].created_at
    assert session.last_entry_at == rows[2].created_at
    assert session.last_client_time == rows[2].client_time


@pytest.mark.django_db
def test_time_that_passed_by_the_server_is_not_odd(play: Play, puzzle: Puzzle) -> None:
    Session.objects.update(started_at=timezone.now() - timedelta(minutes=20))
    play.move(puzzle.certificate[0], think_ms=1_000_000)
    assert Move.objects.get().odd == ""
    Session.objects.update(last_entry_at=timezone.now() - timedelta(minutes=5))
    play.move(puzzle.certificate[1], think_ms=1_000, hidden_ms=290_000)
    assert not Move.objects.exclude(odd="").exists()
    assert Session.objects.get().hidden_ms == 290_000


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "status", "where"),
    [
        ({"hidden_ms": -1}, 422, ["/hidden_ms"]),
        ({"hidden_ms": 2**31}, 422, ["/hidden_ms"]),
        ({"hidden_ms": "1"}, 400, ["/hidden_ms"]),
        ({"client_time": "2026-03-01"}, 400, ["/client_time"]),
        ({"client_time": "2026-03-01T12:00:00"}, 400, ["/client_time"]),
        ({"client_time": "2026-02-30T12:00:00Z"}, 400, ["/client_time"]),
        ({"client_time": "0001-01-01T00:00:00+14:00"}, 400, ["/client_time"]),
        ({"client_time": 1772366400}, 400, ["/client_time"]),
    ],
)
def test_times_that_cannot_be_are_refused(
    play: Play, puzzle: Puzzle, body: Any, status: int, where: list[str]
) -> None:
    response = play.send("moves", move=puzzle.certificate[0], **body)
    assert pointers(problem(response, status)) == where
    assert not Move.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "moment",
    [
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999-00:00",
        "2026-03-01T12:00:00.123456789z",
        "1990-12-31t15:59:60-08:00",
    ],
)
def test_any_moment_may_be_told(play: Play, puzzle: Puzzle, moment: str) -> None:
    assert play.move(puzzle.certificate[0], client_time=moment)["entry"]["client_time"]
    assert play.detail()["number"] == 2


@pytest.mark.django_db
def test_a_whole_number_may_have_a_point(play: Play, puzzle: Puzzle) -> None:
    move = {name: float(value) for name, value in puzzle.certificate[0].items()}
    body = {"number": 1.0, "think_ms": 9e2, "hidden_ms": 40.0, "move": move}
    entry = ok(play.send("moves", **body), 201)["entry"]
    assert (entry["think_ms"], entry["hidden_ms"]) == (900, 40)
    assert Move.objects.get().payload == puzzle.certificate[0]
    ok(play.api.get(f"sessions/{play.id}/moves/?limit=1e1&after=0.0"))
