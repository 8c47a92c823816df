"""What an imported file may hold, and what is said of what it may not."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from backend.common.problems import NotAllowed
from backend.play import services as play
from backend.play.models import Finish, Move, Player, Session
from backend.play.results import describe_so_far
from backend.playtests.exchange.rows import write_rows
from backend.playtests.models import ImportedPlayer, ImportedSession, SessionReading
from backend.playtests.selectors.filters import Filters, list_origins, readings
from backend.playtests.services import import_play, read_sessions
from backend.puzzles.models import Puzzle
from backend.puzzles.selectors import find_puzzle
from engines import get_game
from tests.support.api import RULES, make_map
from tests.support.play import stuck_line

pytestmark = pytest.mark.django_db

BEGUN = datetime(2026, 3, 1, 10, tzinfo=UTC)


def moment(seconds: float) -> str:
    return (BEGUN + timedelta(seconds=seconds)).isoformat()


def record(moves: list[Any], name: str = "s1", **members: Any) -> dict[str, Any]:
    """A session of the small map of seed 7, a move every ten seconds."""
    game = get_game("map_coloring")
    rules = game.Rules(**RULES)
    entries = [
        {"kind": "move", "payload": move, "think_ms": 9_000, "at": moment(10 * nth)}
        for nth, move in enumerate(moves, 1)
    ]
    told = {
        "format": "tsumi-play/1",
        "session": name,
        "player": "p1",
        "game": "map_coloring",
        "rules": RULES,
        "board": game.dump_board(game.generate(rules, 7).board),
        "started_at": moment(0),
        "entries": entries,
    }
    told.update(members)
    return told


def solution() -> list[Any]:
    game = get_game("map_coloring")
    return [game.dump_move(move) for move in game.generate(game.Rules(**RULES), 7).certificate]


def lines_of(*records: Any) -> bytes:
    return "\n".join(json.dumps(one) for one in records).encode()


def take(*records: Any, **options: Any) -> Any:
    stream = io.BytesIO(lines_of(*records))
    return import_play(stream=stream, layout="jsonl", **{"source": "there", **options})


def take_csv(text: str, **options: Any) -> Any:
    stream = io.BytesIO(text.encode())
    return import_play(stream=stream, layout="csv", source="there", **options)


def told(report: Any) -> list[tuple[int, str]]:
    return [(fault.line, fault.pointer) for fault in report.faults]


# What is stored ---------------------------------------------------------------------------
def test_what_follows_from_the_rules_is_worked_out() -> None:
    assert take(record(solution(), client="proto/3")).stored == 1
    session = Session.objects.get()
    assert (session.status, session.is_imported, session.client) == ("solved", True, "proto/3")
    assert session.started_at == BEGUN
    assert session.finished_at == BEGUN + timedelta(seconds=10 * len(solution()))
    first, last = session.history.first(), session.history.last()
    assert (first.locus, first.think_ms, first.created_at) == (
        f"region:{solution()[0]['region']}",
        9_000,
        BEGUN + timedelta(seconds=10),
    )
    assert (first.outcome, last.outcome, first.odd) == ("playing", "solved", "")
    reading = SessionReading.objects.get()
    assert (reading.ending, reading.source, reading.client) == ("solved", "there", "proto/3")
    assert not reading.is_synthetic


def test_it_counts_in_playtests_and_nowhere_else() -> None:
    puzzle = make_map(seed=7)
    assert take(record(solution())).boards == 0
    assert Session.objects.get().puzzle_id == puzzle.pk
    assert not Finish.objects.exists()
    assert describe_so_far(puzzle)["played"] == 0
    assert readings(Filters(), puzzle_id=puzzle.pk).count() == 1
    player = Player.objects.get()
    assert player.token_hash is None
    assert player.imported.external_id == "p1"


def test_filters_by_client_and_source() -> None:
    take(record(solution(), client="a/1"), record(solution(), "s2", client="b/2"))
    take(record(solution(), client="b/2"), source="other place")
    person, puzzle = play.create_player()[0], make_map(seed=8)
    position, _ = play.start_session(player=person, puzzle_id=puzzle.pk, client="web/1")
    read_sessions(session_ids=[position.session.pk])
    assert list_origins() == (["a/1", "b/2", "web/1"], ["other place", "there"])
    wanted = {
        Filters(client="b/2"): 2,
        Filters(source="here"): 1,
        Filters(source="imported"): 3,
        Filters(source="there"): 2,
        Filters(source="there", client="b/2"): 1,
    }
    assert {one: readings(one).count() for one in wanted} == wanted


def test_the_same_again_is_there_and_another_of_its_name_is_refused() -> None:
    moves = solution()
    assert take(record(moves)).stored == 1
    spelled = record([f"{m['region']}={m['color']}" for m in moves], ended="solved")
    spelled["entries"][0]["locus"] = f"region:{moves[0]['region']}"
    report = take(spelled)
    assert (report.stored, report.there, report.refused) == (0, 1, 0)
    report = take(record(moves[:3]))
    assert (report.there, report.refused) == (0, 1)
    assert told(report) == [(1, "/session")]
    assert "never changed" in report.faults[0].message
    assert take(record(moves[:3]), source="another").stored == 1
    assert Session.objects.count() == 2
    assert ImportedPlayer.objects.count() == 2


def test_twice_in_one_file() -> None:
    report = take(record(solution()), record(solution()), record(solution()[:2]))
    assert (report.stored, report.there, report.refused) == (1, 1, 1)
    assert told(report) == [(3, "/session")]


@pytest.mark.parametrize("options", [{"dry_run": True}, {}], ids=["dry", "wet"])
def test_one_fault_leaves_the_others(options) -> None:
    report = take(record(solution()), record([]) | {"session": 3}, record([], "s3"), **options)
    assert (report.sessions, report.stored, report.refused) == (3, 2, 1)
    assert told(report) == [(2, "/session")]
    assert (report.boards, report.unproven) == (1, 0)
    expected = 0 if options else 2
    assert [m.objects.count() for m in (Session, ImportedSession)] == [expected, expected]
    assert Puzzle.objects.exists() == (not options)


def test_all_or_nothing() -> None:
    records = [record([], f"s{nth}") for nth in range(150)]
    report = take(*records, {}, all_or_nothing=True)
    assert (report.stored, report.refused, report.sessions) == (0, 1, 151)
    for model in (Session, ImportedSession, Player, Puzzle):
        assert not model.objects.exists()
    assert take(*records, all_or_nothing=True).stored == 150


# Boards -----------------------------------------------------------------------------------
def test_a_board_nobody_solved_is_kept_apart_until_somebody_does() -> None:
    report = take(record(solution()[:2]))
    assert (report.boards, report.unproven) == (1, 1)
    puzzle = Puzzle.objects.get()
    assert (puzzle.seed, puzzle.certificate, puzzle.is_proven) == (None, [], False)
    assert find_puzzle(puzzle.pk) is None
    assert take(record(solution(), "s2")).boards == 0
    puzzle.refresh_from_db()
    assert puzzle.certificate == solution()
    assert find_puzzle(puzzle.pk) == puzzle
    # What is made by rules and a seed is another row, and stays one.
    assert make_map(seed=7).pk != puzzle.pk


def test_a_certificate_is_what_stands_at_the_end() -> None:
    moves = solution()
    entries = record(moves)["entries"]
    undone = [{**entries[0]}, {"kind": "undo"}, *entries[1:2], {"kind": "hint"}]
    rest = [{k: v for k, v in e.items() if k != "at"} for e in [entries[0], *entries[2:]]]
    undone = [{k: v for k, v in e.items() if k != "at"} for e in undone]
    report = take(record([], entries=[*undone, *rest]))
    assert report.faults == []
    assert Puzzle.objects.get().certificate == [moves[1], moves[0], *moves[2:]]
    session = Session.objects.get()
    assert (session.undo_count, session.hint_count) == (1, 1)
    assert [row.payload for row in session.history.filter(kind="undo")] == [{"undone": 1}]


def test_a_stored_puzzle_by_its_id_or_its_seed() -> None:
    puzzle = make_map(seed=7)
    plain = record(solution())
    for name in ("board", "rules", "game"):
        del plain[name]
    assert take(plain | {"puzzle": str(puzzle.pk)}).faults == []
    seeded = record(solution(), "s2", seed=7)
    del seeded["board"]
    assert take(seeded).faults == []
    fresh = record([], "s3", seed=8)
    del fresh["board"]
    report = take(fresh)
    assert (report.boards, report.unproven) == (1, 0)
    assert list(Session.objects.values_list("puzzle", flat=True).order_by("id"))[:2] == [
        puzzle.pk,
        puzzle.pk,
    ]
    assert Puzzle.objects.get(seed=8).is_proven


def test_a_level_needs_its_measure() -> None:
    band = get_game("map_coloring").levels[0]
    assert told(take(record([], level=band.key))) == [(1, "/difficulty")]
    assert told(take(record([], level="vexing"))) == [(1, "/level")]
    assert take(record([], level=band.key, difficulty=(band.low + band.high) / 2)).stored == 1
    assert Puzzle.objects.get().level == band.key


# What is refused --------------------------------------------------------------------------
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


# Files ------------------------------------------------------------------------------------
def test_lines_that_are_no_json() -> None:
    good = lines_of(record([]))
    file = b"\xef\xbb\xbf" + good + b"\n\n{\n\xff\n[]\n" + b'{"a": NaN}\n{"a": "\\u0000"}\n'
    report = import_play(stream=io.BytesIO(file), layout="jsonl", source="there")
    assert report.stored == 1
    assert [fault.line for fault in report.faults] == [3, 4, 5, 6, 7]
    assert report.faults[-1].pointer == "/a"


def test_csv_faults_are_told_at_their_rows() -> None:
    table = "".join(write_rows([_filled("s1"), _filled("s2")]))
    assert take_csv(table).stored == 2
    rows = table.splitlines()
    second = 1 + len(solution())
    column = rows[0].split(",").index("think_ms")
    for nth, cell in ((3, "soon"), (second + 1, "-1")):
        cells = rows[nth - 1].rsplit(",", len(rows[0].split(",")) - column)
        cells[1] = cell
        rows[nth - 1] = ",".join(cells)
    report = take_csv("\n".join(rows), dry_run=True)
    assert told(report) == [(3, "/think_ms"), (second + 1, "/think_ms")]
    assert {fault.session for fault in report.faults} == {"s1", "s2"}


def _filled(name: str) -> dict[str, Any]:
    return {**record(solution(), name), "ended": "solved"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This file is empty"),
        ("\n", "Missing: format"),
        ("format;session;game;started_at;kind\n", "parted by semicolons; commas are needed"),
        ("format\tsession\tgame\tstarted_at\tkind\n", "parted by tabs"),
        ('{"format": "tsumi-play/1", "session": "a"}\n', "This is JSON, not CSV"),
        ("format,session,game,started_at,kind,colour\n", "No such column: colour"),
        ("format,format\n", "twice"),
        ('format,session,game,started_at,kind\ntsumi-play/1,"a', "can't be read as CSV"),
        ("format,session,game,started_at,kind\ntsumi-play/1,a,b\n", "3 cells"),
        ("format,session,game,started_at,kind\ntsumi-play/1,a\x00\n", "NUL"),
    ],
)
def test_tables_that_are_none(text, said) -> None:
    report = take_csv(text)
    assert report.stored == 0
    assert said in report.faults[0].message


def test_rows_of_a_session_say_the_same() -> None:
    table = "".join(write_rows([_filled("s1")])).splitlines()
    table[2] = table[2].replace("p1", "p2")
    report = take_csv("\n".join(table))
    assert told(report) == [(3, "/player")]


def test_rows_of_a_session_follow_each_other() -> None:
    head, *rows = "".join(write_rows([_filled("s1"), _filled("s2")])).splitlines()
    half = len(rows) // 2
    torn = [head, *rows[: half - 1], *rows[half:], rows[half - 1]]
    report = take_csv("\n".join(torn))
    assert (report.stored, report.refused) == (1, 2)
    assert [fault.message for fault in report.faults] == [
        f"Session s1 goes on on line {len(torn)}; its rows must follow each other.",
        "Session s1 was already begun on line 2; its rows must follow each other.",
    ]
    again = take_csv("\n".join([head, *rows, *rows]), dry_run=True)
    assert (again.refused, again.there, again.stored) == (0, 3, 1)  # twice the same is once


def test_a_file_without_sessions_says_so() -> None:
    assert [fault.message for fault in take().faults] == ["There is no session in this file."]


def test_faults_are_told_up_to_a_number(monkeypatch) -> None:
    monkeypatch.setattr("backend.playtests.exchange.report.MOST_FAULTS", 3)
    report = take(*[{} for _ in range(5)])
    assert len(report.faults) == 3
    assert report.more_faults > 0
    assert report.refused == 5


@pytest.mark.parametrize("source", ["", "here", "imported", "=a", "x" * 61, "a\n"])
def test_sources_that_cannot_be(source) -> None:
    with pytest.raises(NotAllowed):
        take(record([]), source=source)


def test_only_so_many_boards_are_made_for_one_file_that_is_sent() -> None:
    make_map(seed=3)
    asked = []
    for seed in (3, 4, 5, 6):
        asked.append(record([], f"s{seed}", seed=seed, entries=[]))
        del asked[-1]["board"]
    dry = take(*asked, most_made=2, dry_run=True)
    assert told(dry) == [(4, "/seed")]
    assert "import_play" in dry.faults[0].message
    stored = take(*asked, most_made=2)
    assert (stored.stored, stored.refused) == (3, 1)
    # Boards that are stored now are not made again.
    again = take(*asked, most_made=1)
    assert (again.there, again.stored, again.refused) == (3, 1, 0)
    assert take(record([], "s7", seed=7, board=None)).faults == []
