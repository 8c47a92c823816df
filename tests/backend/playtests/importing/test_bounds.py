"""What a file may cost: lines, faults, and a web process's time."""

from __future__ import annotations

import io
from time import thread_time
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from backend.common.parsers import read_json
from backend.common.problems import BadRequest
from backend.play.models import Session
from backend.playtests.exchange.report import MOST_FAULTS
from backend.playtests.models import Import
from backend.playtests.services import import_at_once, import_play, uploads
from backend.playtests.services.importing import MOST_LINES
from tests.support.api import Api, ok, problem
from tests.support.importing import lines_of, record, solution, take, take_csv

pytestmark = pytest.mark.django_db

LARGE = 4 * 2**20


class Counted(io.BytesIO):
    """Remembers how much of it was read."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.lines = 0

    def readline(self, *size: Any) -> bytes:
        self.lines += 1
        return super().readline(*size)


@pytest.mark.parametrize("options", [{}, {"dry_run": True}, {"all_or_nothing": True}])
def test_reading_ends_with_the_first_hundred_faults(options: dict[str, bool]) -> None:
    good = lines_of(record(solution()))
    stream = Counted(good + b"\n" + b"{}\n" * 100_000 + good.replace(b'"s1"', b'"s2"'))
    report = import_play(stream=stream, layout="jsonl", source="there", **options)
    assert len(report.faults) == MOST_FAULTS == 100
    assert report.stopped_at is not None
    assert stream.lines < 1_000
    assert f"After 100 faults it was read no further than line {report.stopped_at}" in (
        report.summary()
    )
    stored = 0 if options else 1
    assert Session.objects.count() == stored
    assert report.stored == (0 if "all_or_nothing" in options else 1)


def test_one_session_tells_no_more_faults_than_a_file() -> None:
    session = record([])
    session["entries"] = [{"colour": 1} for _ in range(5_000)]
    report = take(session, record(solution(), "s2"))
    assert (len(report.faults), report.refused, report.stored) == (MOST_FAULTS, 1, 0)
    assert report.stopped_at == 2


def test_exactly_so_many_faults_and_no_more_stop_nothing() -> None:
    # A session that is empty has four faults.
    report = take(*[{} for _ in range(MOST_FAULTS // 4)])
    assert len(report.faults) == MOST_FAULTS
    assert report.stopped_at is None


@pytest.mark.parametrize(
    ("body", "layout"),
    [
        (b"\n" * (MOST_LINES + 5), "jsonl"),
        (b"format,session,game,started_at,kind\n" + b"\n" * (MOST_LINES + 5), "csv"),
        (b'format,session,game,started_at,kind\n"' + b"\n" * (MOST_LINES + 5), "csv"),
    ],
    ids=["lines", "rows", "a cell"],
)
def test_a_file_that_is_sent_has_so_many_lines(body: bytes, layout: str) -> None:
    def send(**options: Any) -> Any:
        return import_play(stream=io.BytesIO(body), layout=layout, source="there", **options)

    report = send(most_lines=MOST_LINES)
    assert report.faults[0].line == MOST_LINES + 1
    assert "at most 200,000 lines" in report.faults[0].message
    assert "at most 200,000 lines" not in str(send().faults[0].message)


def test_a_name_given_twice_is_found_in_one_pass() -> None:
    names = [f"a{number}" for number in range(200_000)]
    body = "{" + ",".join(f'"{name}":0' for name in [*names, names[-1]]) + "}"
    begun = thread_time()
    with pytest.raises(BadRequest, match="a199999"):
        read_json(body.encode())
    assert thread_time() - begun < 20  # in steps it was hours


# Who reads it -----------------------------------------------------------------------------
@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    rung: list[Any] = []
    monkeypatch.setattr(
        "backend.playtests.services.queued_imports.enqueue",
        lambda name, **told: rung.append((name, told["kwargs"])) or True,
    )
    return rung


def send(client: Any, body: bytes, query: str = "", kind: str = "application/x-ndjson") -> Any:
    path = f"playtests/import/?source=there{query}"
    return Api(client).call("POST", path, body, content_type=kind)


@pytest.mark.parametrize("query", ["", "&dry_run=true", "&all_or_nothing=true"])
def test_a_large_file_is_for_a_worker(
    admin_client: Any, rung: list[Any], query: str, django_capture_on_commit_callbacks: Any
) -> None:
    body = lines_of(*(record(solution(), f"s{number}") for number in range(2_500)))
    assert len(body) > 10 * uploads.AT_ONCE_BYTES
    with django_capture_on_commit_callbacks(execute=True):
        answer = send(admin_client, body, query)
    told = ok(answer, 202)
    row = Import.objects.get()
    assert rung == [("generation.import_play", {"import_id": str(row.pk)})]
    assert (told["id"], told["status"], told["share_read"]) == (str(row.pk), "waiting", 0.0)
    assert ok(Api(admin_client).get(answer["Location"])) == told
    assert not Session.objects.exists()


@pytest.mark.usefixtures("rung")
def test_what_takes_long_is_for_a_worker_and_nothing_is_stored(
    admin_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "AT_ONCE_SECONDS", 0.05)
    body = lines_of(*(record(solution(), f"s{number}") for number in range(120)))
    assert len(body) < uploads.AT_ONCE_BYTES
    assert import_at_once(content=body, layout="jsonl", source="there") is None
    assert not Session.objects.exists()
    ok(send(admin_client, body), 202)
    monkeypatch.setattr(uploads, "AT_ONCE_SECONDS", 60)
    # Files of one source follow each other.
    ok(send(admin_client, lines_of(record(solution()))), 202)
    assert ok(send(admin_client, lines_of(record(solution())), "&dry_run=true"))["stored"] == 1
    Import.objects.all().delete()
    assert ok(send(admin_client, body), 201)["stored"] == 120


@pytest.mark.parametrize("size", [100_000, LARGE])
def test_what_is_no_recorded_play_is_told_at_once(admin_client: Any, size: int) -> None:
    begun = thread_time()
    told = problem(send(admin_client, b"{}\n" * (size // 3)), 422, "nothing_stored")
    assert thread_time() - begun < 5  # it was a minute
    assert len(told["report"]["faults"]) == MOST_FAULTS
    assert told["report"]["stopped_at"] == MOST_FAULTS // 4 + 1


def test_there_is_no_such_import(admin_client: Any) -> None:
    problem(Api(admin_client).get("playtests/import/01890a5d-ac96-774b-bcce-b302099a8057/"), 404)


def test_the_command_says_where_it_ended(tmp_path: Any) -> None:
    path, out = tmp_path / "play.jsonl", io.StringIO()
    path.write_bytes(b"{}\n" * 50_000)
    with pytest.raises(CommandError, match="25 of 25 sessions are refused"):
        call_command("import_play", str(path), stdout=out, stderr=io.StringIO())
    assert "After 100 faults it was read no further than line 26" in out.getvalue()


def test_rows_that_are_wrong_end_it_too() -> None:
    head = "format,session,game,started_at,kind\n"
    report = take_csv(head + "".join(f"a,s{n},c,d,e\n" for n in range(5_000)))
    assert len(report.faults) == MOST_FAULTS
    assert report.sessions < 100
