"""Files as other programs write them: times, numbers, marks and names."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pandas
import pytest
from django.core.management import CommandError, call_command

from backend.play.models import Move
from backend.playtests.exchange.rows import write_rows
from backend.playtests.models import ImportedPlayer, ImportedSession
from backend.playtests.services import import_play
from tests.support.importing import lines_of, record, solution, take, take_csv, told

pytestmark = pytest.mark.django_db

SAMPLE = Path("docs/samples/play.csv")


def as_floats(value: Any) -> Any:
    if type(value) is int:
        return float(value)
    if isinstance(value, dict):
        return {name: as_floats(member) for name, member in value.items()}
    return [as_floats(item) for item in value] if isinstance(value, list) else value


# Times ------------------------------------------------------------------------------------
def test_times_may_have_any_number_of_digits_and_a_leap_second() -> None:
    session = record(solution()[:3], started_at="2016-12-31t23:59:58.123456789z")
    times = ["2016-12-31T23:59:59.1234567+00:00", "2016-12-31T15:59:60.5-08:00"]
    times.append("2017-01-01T05:45:00.000000001+05:45")
    for entry, at in zip(session["entries"], times, strict=True):
        entry.update(at=at, client_time=at)
    assert told(take(session)) == []
    assert [move.created_at.isoformat()[:26] for move in Move.objects.order_by("number")] == [
        "2016-12-31T23:59:59.123456", "2016-12-31T23:59:59.999999", "2017-01-01T00:00:00+00:00",
    ]  # fmt: skip


# Numbers ----------------------------------------------------------------------------------
@pytest.mark.parametrize("layout", ["jsonl", "csv"])
def test_a_whole_number_with_a_point_is_the_same_session(layout: str) -> None:
    session = record(solution())
    for number, entry in enumerate(session["entries"], 1):
        entry["number"] = number
    session.update(move_count=len(solution()), game_version=1)
    assert take(session).stored == 1
    pointed = as_floats(session)
    report = take(pointed) if layout == "jsonl" else take_csv("".join(write_rows([pointed])))
    assert (told(report), report.there) == ([], 1)


@pytest.mark.parametrize("wrong", [True, 1.5, 2.0**53, "1.5", "1e400", "true", "٣"])
def test_what_is_no_whole_number_is_refused(wrong: Any) -> None:
    session = record(solution())
    session["entries"][0]["think_ms"] = wrong
    assert told(take(session)) == [(1, "/entries/0/think_ms")]
    report = take_csv("".join(write_rows([session])))
    assert told(report) == [(2, "/think_ms")]
    assert report.faults[0].message.startswith(("A whole number", "Write a number this large"))


def test_true_is_no_number_of_an_undone_entry() -> None:
    session = record(solution()[:1])
    session["entries"].append({"kind": "undo", "payload": {"undone": True}})
    assert told(take(session, dry_run=True)) == [(1, "/entries/1/payload")]
    session["entries"][1]["payload"] = {"undone": 1.0}
    assert told(take(session)) == []


# Tables that a data frame wrote -----------------------------------------------------------
@pytest.mark.parametrize("index", [True, False])
def test_the_sample_comes_whole_out_of_a_data_frame(tmp_path: Path, index: bool) -> None:
    plain = import_play(stream=io.BytesIO(SAMPLE.read_bytes()), layout="csv", source="there")
    assert (plain.stored, plain.faults) == (3, [])
    pandas.read_csv(SAMPLE).to_csv(tmp_path / "again.csv", index=index)
    text = (tmp_path / "again.csv").read_text()
    assert "2100.0" in text
    report = take_csv(text)
    assert (told(report), report.there) == ([], 3)


def test_a_table_of_one_session_comes_whole_out_of_a_data_frame(tmp_path: Path) -> None:
    """Its moves are nothing but numbers, so with a gap beside them the frame makes them floats."""
    head = "format,session,game,rules,board,started_at,kind,payload,think_ms,hidden_ms,synthetic"
    first = 'tsumi-play/1,7,sliding,"{""width"":3,""height"":3}",1 2 3 4 5 6 0 7 8,'
    rest = "tsumi-play/1,7,sliding,,,2026-03-02T09:30:00Z,"
    rows = [
        f"{first}2026-03-02T09:30:00Z,move,7,2100,,true",
        f"{rest}undo,,900,,",
        f"{rest}move,7,,,",
    ]
    (tmp_path / "one.csv").write_text("\n".join([head, *rows]))
    frame = pandas.read_csv(tmp_path / "one.csv")
    assert frame["payload"].dtype == float
    again = frame.to_csv(index=False)
    assert "7.0" in again
    report = take_csv(again)
    assert (told(report), report.stored) == ([], 1)
    assert Move.objects.filter(kind="move").values_list("payload", flat=True)[0] == {"tile": 7}


# Encodings --------------------------------------------------------------------------------
@pytest.mark.parametrize("layout", ["jsonl", "csv"])
def test_a_mark_is_passed_over_and_another_encoding_told(layout: str, tmp_path: Path) -> None:
    session = record(solution())
    text = lines_of(session).decode() if layout == "jsonl" else "".join(write_rows([session]))
    for encoding, said in (
        ("utf-16", "is UTF-16, not UTF-8"),
        ("utf-16-le", "looks like UTF-16, not UTF-8"),
    ):
        stream = io.BytesIO(text.encode(encoding))
        report = import_play(stream=stream, layout=layout, source="there")
        assert [said in fault.message for fault in report.faults] == [True]
        path = tmp_path / f"{encoding}.{layout}"
        path.write_bytes(text.encode(encoding))
        err = io.StringIO()
        with pytest.raises(CommandError):
            call_command("import_play", str(path), stderr=err)
        assert said in err.getvalue()
    for encoding in ("utf-8-sig", "utf-8"):
        stream = io.BytesIO(text.encode(encoding))
        assert import_play(stream=stream, layout=layout, source="there").faults == []


# Names ------------------------------------------------------------------------------------
ODD = ["\x1b[31m", "\x07", "\x9b", "\u202e", "\u2028", "\u2066", "\ufdd0"]
NAMES = ["session", "player", "game", "level", "client", "bot", "ended", "mode"]
OF_ENTRIES = ["kind", "locus", "outcome", "reason"]


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_no_name_takes_what_a_terminal_or_a_page_obeys(odd: str) -> None:
    for name in NAMES:
        assert f"/{name}" in [at for _, at in told(take(record(solution(), **{name: f"a{odd}b"})))]
    for name in OF_ENTRIES:
        session = record(solution())
        session["entries"][0][name] = f"a{odd}b"
        assert told(take(session)) == [(1, f"/entries/0/{name}")]
        assert told(take_csv("".join(write_rows([session])))) == [(2, f"/{name}")]
    session = record(solution()[:1])
    session["entries"].append({"kind": "hint", "payload": {"message": f"a{odd}b"}})
    assert told(take(session)) == [(1, "/entries/1/payload/message")]
    assert not ImportedSession.objects.exists()
    assert not ImportedPlayer.objects.exists()


@pytest.mark.parametrize("layout", ["jsonl", "csv"])
@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_the_command_prints_nothing_that_a_terminal_obeys(
    tmp_path: Path, odd: str, layout: str
) -> None:
    path = tmp_path / f"a{odd}.{layout}"
    if layout == "csv":
        head, *rows = "".join(write_rows([record(solution(), f"s{odd}")])).splitlines()
        files = ["\n".join([head, *rows]), "\n".join([f"{head},x{odd}", *rows])]
    else:
        session = record(solution(), f"s{odd}")
        files = [json.dumps(each, ensure_ascii=False) for each in (
            session, {**session, f"x{odd}": 1}, {**record([]), "rules": {f"x{odd}": 1}},
            {**record([]), "board": f"x{odd}"}, {**record([{f"x{odd}": 1}])},
        )]  # fmt: skip
    for text in files:
        path.write_text(text, encoding="utf-8")
        err = io.StringIO()
        with pytest.raises(CommandError) as caught:
            call_command("import_play", str(path), stdout=io.StringIO(), stderr=err)
        said = err.getvalue() + str(caught.value)
        assert odd[0] not in said
    path.unlink()
    with pytest.raises(CommandError) as caught:
        call_command("import_play", str(path))
    assert odd[0] not in str(caught.value)
