"""Files that workers read: whole or not, whoever is lost on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from backend.play.models import Move, Player, Session
from backend.playtests.models import Import, ImportedSession, SessionReading
from backend.playtests.services import (
    forget_old_uploads,
    queue_import,
    queued_imports,
    ring_for_imports,
    uploads,
    work_off_import,
)
from backend.playtests.services.importing import runs
from backend.puzzles.models import Puzzle
from tests.support.api import Api, ok
from tests.support.importing import lines_of, record, solution, take

pytestmark = pytest.mark.django_db(transaction=True)

SESSIONS = 350


class Killed(BaseException):
    """As if the process were gone: nobody catches it."""


@pytest.fixture(autouse=True)
def _no_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queued_imports, "enqueue", lambda *_, **__: True)


def a_file(sessions: int = SESSIONS) -> bytes:
    """Many sessions, few boards; every 50th can't be, the 120th is the 20th again."""
    found = []
    for number in range(sessions):
        moves = solution()[: number % 4] if number % 7 else solution()
        session = record(moves, f"s{number}", player=f"p{number % 9}")
        session["board"] = None if number % 3 else session["board"]
        if number % 3:
            del session["board"]
            session["seed"] = number % 3 + 40
            session["entries"] = []
        if number % 50 == 49:
            session["game"] = "chess"
        found.append(session)
    if sessions > 120:
        found[120] = found[20]
    return lines_of(*found)


def facts() -> list[int]:
    tables = (Session, Move, ImportedSession, Player, Puzzle, SessionReading)
    return [model.objects.count() for model in tables]


def queue(body: bytes, **options: Any) -> Import:
    return queue_import(content=body, layout="jsonl", source="there", by=None, **options)


def expire(row: Import) -> None:
    Import.objects.filter(pk=row.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def work(row: Import) -> Import:
    work_off_import(import_id=row.pk)
    return Import.objects.get(pk=row.pk)


def as_if_at_once() -> tuple[dict[str, Any], list[int]]:
    """What the same file comes to in one go, and nothing of it left."""
    report = take(*map(json.loads, a_file().splitlines())).as_dict()
    found = facts()
    forget_everything()
    return report, found


def forget_everything() -> None:
    for model in (ImportedSession, SessionReading, Move, Session, Player, Puzzle):
        model.objects.all().delete()


@pytest.mark.parametrize("dry_run", [True, False])
def test_it_comes_to_what_it_would_at_once(dry_run: bool) -> None:
    report, found = as_if_at_once()
    row = queue(a_file(), dry_run=dry_run)
    assert (row.status, row.share_read, ring_for_imports()) == ("waiting", 0.0, 1)
    row = work(row)
    assert row.report == {**report, "dry_run": dry_run}
    assert (row.status, row.share_read, ring_for_imports()) == (
        "looked_at" if dry_run else "stored", 1.0, 0,
    )  # fmt: skip
    assert facts() == ([0] * 6 if dry_run else found)
    work(row)  # a message that came twice
    assert facts() == ([0] * 6 if dry_run else found)


@pytest.mark.parametrize("moment", ["before it is kept", "after it is stored", "at a session"])
def test_whoever_follows_a_lost_worker_goes_on(
    moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    report, found = as_if_at_once()
    row = queue(a_file())
    kept = runs.Run.checkpoint
    calls: list[int] = []

    def fails(run: Any, *rest: Any) -> Any:
        calls.append(1)
        if moment == "before it is kept" and len(calls) in (2, 4):
            raise Killed
        return kept(run, *rest)

    monkeypatch.setattr(runs.Run, "checkpoint", fails)
    if moment != "before it is kept":
        stop_after(monkeypatch, {"after it is stored": 200, "at a session": 250}[moment])
    stored = []
    for _ in range(4):
        try:
            row = work(row)
        except Killed:
            row.refresh_from_db()
            stored.append(row.report["stored"])
            assert Session.objects.count() == row.report["stored"]
            assert row.status == "reading"
            work(row)  # it is another's
            assert Session.objects.count() == row.report["stored"]
            expire(row)
            assert Import.objects.get().status == "waiting"
        if row.status == "stored":
            break
    assert stored
    assert max(stored) > 50
    assert row.status == "stored"
    assert {**row.report, "faults": []} == {**report, "faults": []}
    assert [fault["line"] for fault in row.report["faults"]] == [
        fault["line"] for fault in report["faults"]
    ]
    assert facts() == found


def stop_after(monkeypatch: pytest.MonkeyPatch, sessions: int) -> None:
    """The first worker is lost when it has begun with so many sessions."""
    import backend.playtests.services.importing as importing

    judge: Callable[..., Any] = importing.judge
    begun: list[int] = []

    def judged(**told: Any) -> Any:
        begun.append(1)
        if len(begun) == sessions + 1:
            raise Killed
        return judge(**told)

    monkeypatch.setattr(importing, "judge", judged)


def test_all_or_nothing_is_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    row = work(queue(a_file(), all_or_nothing=True))
    assert (row.status, row.report["stored"], facts()) == ("nothing_stored", 0, [0] * 6)
    assert row.report["faults"]
    right = b"\n".join(line for line in a_file().splitlines() if b"chess" not in line)
    row = queue(right, all_or_nothing=True)
    stop_after(monkeypatch, 250)
    with pytest.raises(Killed):
        work(row)
    assert facts() == [0] * 6
    expire(row)
    row = work(row)
    assert (row.status, row.report["stored"]) == ("stored", Session.objects.count())
    assert row.report["faults"] == []


def test_a_file_that_is_dropped_meanwhile_is_read_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = queue(a_file())
    kept = runs.Run.checkpoint

    def gone(run: Any) -> Any:
        Import.objects.all().delete()
        return kept(run)

    monkeypatch.setattr(runs.Run, "checkpoint", gone)
    work_off_import(import_id=row.pk)
    assert Session.objects.count() == 0


def test_what_costs_three_workers_is_given_up_and_says_what_is_stored(
    monkeypatch: pytest.MonkeyPatch, admin_client: Client
) -> None:
    row = queue(a_file())
    kept = runs.Run.checkpoint
    calls: list[int] = []

    def fails(run: Any) -> Any:
        calls.append(1)
        if len(calls) > 1:
            raise Killed
        return kept(run)

    monkeypatch.setattr(runs.Run, "checkpoint", fails)
    for _ in range(3):
        with pytest.raises(Killed):
            work(row)
        expire(row)
    row = work(row)
    stored = Session.objects.count()
    assert stored > 50
    assert row.status == "failed"
    assert row.error == (
        "It was begun 3 times, and each time the worker was lost. "
        f"{stored} of its sessions are stored, each whole."
    )
    assert ring_for_imports() == 0
    told = ok(Api(admin_client).get(f"playtests/import/{row.pk}/"))
    assert (told["status"], told["error"], told["report"]["stored"]) == (
        "failed", row.error, stored,
    )  # fmt: skip
    page = admin_client.get(reverse("admin:playtests_import_change", args=[row.pk]))
    assert row.error in page.content.decode()
    assert "Go on" in page.content.decode()
    monkeypatch.setattr(runs.Run, "checkpoint", kept)
    admin_client.post(reverse("admin:playtests_import_store", args=[row.pk]))
    row = work(row)
    assert (row.status, row.error, row.report["stored"]) == ("stored", "", Session.objects.count())


def test_an_error_of_ours_is_tried_again_and_then_told(monkeypatch: pytest.MonkeyPatch) -> None:
    row = queue(a_file(20))
    monkeypatch.setattr(runs.Run, "checkpoint", lambda _: 1 / 0)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            work(row)
    row.refresh_from_db()
    assert row.error == ("It failed 3 times, at last: ZeroDivisionError. Nothing of it is stored.")
    assert facts() == [0] * 6


# In the admin -----------------------------------------------------------------------------
def test_a_large_file_is_looked_at_and_stored_by_workers(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "AT_ONCE_BYTES", 10_000)
    monkeypatch.setattr(uploads, "LARGE_SECONDS", 0.0)
    file = SimpleUploadedFile("play\u202e.jsonl", a_file())
    address = reverse("admin:playtests_exchange")
    page = admin_client.post(address, {"file": file, "source": "there"}, follow=True)
    text = page.content.decode()
    assert 'http-equiv="refresh"' in text
    assert "A worker looks at it: 0% of the file is read." in text
    assert "\u202e" not in text
    row = work(Import.objects.get())
    own = reverse("admin:playtests_import_change", args=[row.pk])
    text = admin_client.get(own).content.decode()
    assert "nothing is stored yet" in text
    assert "refresh" not in text
    text = admin_client.post(
        reverse("admin:playtests_import_store", args=[row.pk]), follow=True
    ).content.decode()
    assert "A worker stores it" in text
    drop = reverse("admin:playtests_import_drop", args=[row.pk])
    assert "is being stored" in admin_client.post(drop, follow=True).content.decode()
    twice = reverse("admin:playtests_import_store", args=[row.pk])
    assert "still busy" in admin_client.post(twice, follow=True).content.decode()
    assert "Waits for a worker" in (
        admin_client.get(reverse("admin:playtests_import_changelist")).content.decode()
    )
    row = work(row)
    assert row.status == "stored"
    assert row.report["stored"] == Session.objects.count() > 300
    assert "refresh" not in admin_client.get(own).content.decode()


def test_a_file_that_waits_is_not_forgotten_and_one_half_stored_leaves_its_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = queue(a_file())
    old = timezone.now() - timedelta(days=2)
    Import.objects.update(created_at=old)
    assert forget_old_uploads() == 0
    stop_after(monkeypatch, 250)
    with pytest.raises(Killed):
        work(row)
    expire(row)
    Import.objects.update(attempts=3)
    assert work(row).status == "failed"
    assert forget_old_uploads() == 1
    row.refresh_from_db()
    assert (row.content, row.report["stored"]) == (None, Session.objects.count())
