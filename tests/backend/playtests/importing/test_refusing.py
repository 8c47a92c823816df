"""What is said of sessions that can’t have been."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from backend.play.models import Move, Session
from backend.playtests.models import SessionReading
from engines import get_game
from tests.support.api import make_map
from tests.support.importing import BEGUN, moment, record, solution, take, told
from tests.support.play import stuck_line

pytestmark = pytest.mark.django_db


def change(path: str, value: Any) -> Any:
    def changed(told: dict[str, Any]) -> None:
        *parts, last = path.split("/")
        place: Any = told
        for part in parts:
            place = place[int(part) if isinstance(place, list) else part]
        place[int(last) if isinstance(place, list) else last] = value

    return changed


WRONG = [
    ("format", "2", "/format"),
    ("nonsense", 1, "/nonsense"),
    ("game", "chess", "/game"),
    ("game_version", 99, "/game_version"),
    ("rules", {"colors": 99}, "/rules/colors"),
    ("board", {"cells": []}, "/board"),
    ("board", None, ""),
    ("seed", 3, "/seed"),
    ("puzzle", "01890a5d-ac96-774b-bcce-b302099a8057", "/board"),
    ("puzzle", "x", "/puzzle"),
    ("mode", "hotseat", "/mode"),
    ("client", "=HYPERLINK()", "/client"),
    ("client", "a\n", "/client"),
    ("started_at", "yesterday", "/started_at"),
    ("started_at", "1970-01-01T00:00:00Z", "/started_at"),
    ("started_at", "2999-01-01T00:00:00Z", "/started_at"),
    ("ended", "finished", "/ended"),
    ("ended", "lost", "/ended"),
    ("ended_at", "2026-03-01T10:00:01Z", "/ended_at"),
    ("ended_at", "2999-01-01T00:00:00Z", "/ended_at"),
    ("move_count", 2, "/move_count"),
    ("scores", [1, 2], "/scores"),
    ("entries", {}, "/entries"),
    ("entries/0/kind", "wrong", "/entries/0/kind"),
    ("entries/0/kind", "bot", "/entries/0/kind"),
    ("entries/0", 3, "/entries/0"),
    ("entries/1/number", 1, "/entries/1/number"),
    ("entries/1/payload", {"region": "a", "color": 0}, "/entries/1/payload/region"),
    ("entries/1/think_ms", -1, "/entries/1/think_ms"),
    ("entries/1/think_ms", 1.5, "/entries/1/think_ms"),
    ("entries/1/at", "2026-03-01T10:00:01Z", "/entries/1/at"),
    ("entries/1/locus", "region:99", "/entries/1/locus"),
    ("entries/1/legal_count", 0, "/entries/1/legal_count"),
    ("entries/1/outcome", "stuck", "/entries/1/outcome"),
]


@pytest.mark.parametrize(("path", "value", "pointer"), WRONG, ids=lambda v: str(v)[:30])
def test_what_is_wrong_is_told_where_it_is(path, value, pointer) -> None:
    wrong = record(solution())
    change(path, value)(wrong)
    report = take(record([], "s0"), wrong)
    assert (report.stored, report.refused) == (1, 1)
    (fault,) = report.faults
    assert fault.line == 2
    assert fault.pointer.startswith(pointer)
    assert len(fault.message) > 10 or fault.message == "Is missing."


def test_an_impossible_history_is_refused_whole() -> None:
    moves = solution()
    twice = take(record([moves[0], moves[0]]))
    assert told(twice) == [(1, "/entries/1/payload")]
    after = take(record([*moves, moves[0]]))
    assert told(after) == [(1, f"/entries/{len(moves)}")]
    assert "over" in after.faults[0].message
    undone = record([], entries=[{"kind": "undo"}])
    assert told(take(undone)) == [(1, "/entries/0")]
    assert not Session.objects.exists()


def test_stuck_and_given_up() -> None:
    line = stuck_line(make_map(seed=7))
    report = take(record(line, ended="abandoned", ended_at=moment(600)), record(line, "s2"))
    assert report.faults == []
    one, other = Session.objects.order_by("id")
    assert (one.status, one.stuck, one.finished_at) == (
        "abandoned",
        True,
        BEGUN + timedelta(seconds=600),
    )
    assert (other.status, other.finished_at) == ("active", None)
    assert {row.ending for row in SessionReading.objects.all()} == {"gave_up"}


def test_times_are_judged_where_they_can_be() -> None:
    entries = record(solution()[:4])["entries"]
    entries[1]["think_ms"] = 60_000  # in ten seconds
    entries[2]["client_time"], entries[3]["client_time"] = moment(30), moment(29)
    bare = [{"kind": "move", "payload": e["payload"], "think_ms": 60_000} for e in entries]
    take(record([], entries=entries), record([], "s2", entries=bare))
    odd = Move.objects.order_by("session_id", "number").values_list("odd", flat=True)
    assert list(odd) == ["", "too_long", "", "clock_back", "", "", "", ""]
    last = Move.objects.order_by("session_id", "number").last()
    assert last.created_at == BEGUN + timedelta(seconds=240)


def test_seats_of_a_game_for_two() -> None:
    game = get_game("dots_and_boxes")
    board = game.dump_board(game.generate(game.Rules(), 1).board)
    lines = ["h0-0", "h0-1"]
    base = record([], game="dots_and_boxes", rules={}, board=board)
    entries = [{"kind": kind, "payload": p} for kind, p in zip(("bot", "move"), lines, strict=True)]
    against = {"mode": "bot", "seat": "second", "bot": "another program 2"}
    assert take(base | against | {"entries": entries, "session": "ok"}).faults == []
    assert Session.objects.get().bot == "another program 2"
    for members, pointer in [
        ({}, "/mode"),
        ({"mode": "bot", "seat": "first"}, "/bot"),
        ({"mode": "hotseat", "bot": "x"}, "/bot"),
        ({"mode": "hotseat", "entries": entries}, "/entries/0/kind"),
        ({**against, "seat": "first", "entries": entries}, "/entries/0/kind"),
        ({**against, "bot": "=x"}, "/bot"),
    ]:
        assert told(take(base | members)) == [(1, pointer)], members
