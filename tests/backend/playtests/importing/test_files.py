"""What is said of files that can’t be read."""

from __future__ import annotations

import io
from typing import Any

import pytest

from backend.common.problems import NotAllowed
from backend.playtests.exchange.rows import write_rows
from backend.playtests.services import import_play
from tests.support.importing import lines_of, record, solution, take, take_csv, told

pytestmark = pytest.mark.django_db


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
        ("tsumi-play/1,s1,map_coloring,,,\n", "this one names none. Missing: format"),
        ("format,session,game,started_at,kind,,\n", "Column 6 has no name"),
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


@pytest.mark.parametrize("source", ["", "here", "imported", "=a", "x" * 61, "a\n"])
def test_sources_that_cannot_be(source) -> None:
    with pytest.raises(NotAllowed):
        take(record([]), source=source)
