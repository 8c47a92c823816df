"""Files of recorded play that are too large for a web process: workers read them.

What is wanted is a row with its file, a message only a doorbell. A worker takes the row under a
lease that a thread extends, and every hundred sessions are stored in one transaction with a
checkpoint, so whoever follows a lost worker goes on from there. Where all or nothing was asked for,
all is one transaction, and the next one begins anew.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from backend.common.queueing import enqueue
from backend.lab.chunks import LeaseState
from backend.lab.heart import Heart
from backend.playtests.exchange.report import Report
from backend.playtests.models import Import
from backend.playtests.services.importing import MOST_LINES, MOST_MADE, import_play
from backend.playtests.services.importing.runs import Run

log = structlog.get_logger(__name__)

TASK, QUEUE = "generation.import_play", "generation"
LEASE = timedelta(seconds=60)
"""A worker that has said nothing for so long is taken for dead. It says something every second."""
MAX_ATTEMPTS = 3
AT_ONCE = 10


class _Lost(Exception):
    """The row is another worker's by now, or gone."""


# What is wanted ----------------------------------------------------------------------------
def queue_import(
    *,
    content: bytes,
    layout: str,
    source: str,
    file_name: str = "",
    dry_run: bool = False,
    all_or_nothing: bool = False,
    by: User | None,
) -> Import:
    """Have a file looked at (`dry_run`) or stored by a worker. Its source was checked."""
    row = Import.objects.create(
        source=source,
        file_name=file_name,
        layout=layout,
        content=content,
        size=len(content),
        report=Report(dry_run=dry_run).as_dict(),
        wanted=Import.Wanted.LOOK if dry_run else Import.Wanted.STORE,
        all_or_nothing=all_or_nothing,
        created_by=by,
    )
    transaction.on_commit(lambda: _ring(row.pk))
    return row


def want_stored(*, row: Import) -> None:
    """Have a file that was looked at stored by a worker, or one that failed gone on with."""
    Import.objects.filter(pk=row.pk, content__isnull=False).update(
        wanted=Import.Wanted.STORE, attempts=0, error="", lease_until=None, bytes_read=0
    )
    transaction.on_commit(lambda: _ring(row.pk))


def wanted() -> QuerySet[Import]:
    """Files that wait for a worker, and no worker is at."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=Now())
    return Import.objects.filter(free).exclude(wanted="")


def ring_for_imports() -> int:
    """Ring again for files that wait; returns how many."""
    waiting = wanted().order_by("id").values_list("pk", flat=True)[:AT_ONCE]
    return sum(_ring(pk) for pk in waiting)


def _ring(pk: UUID) -> bool:
    return enqueue(TASK, queue=QUEUE, kwargs={"import_id": str(pk)})


# What a worker does ------------------------------------------------------------------------
@dataclass(slots=True)
class _Held:
    """A row in this worker's hands: nobody else has it in an attempt of this number."""

    pk: UUID
    attempt: int
    stream: io.BytesIO = field(default_factory=io.BytesIO)

    @property
    def mine(self) -> QuerySet[Import]:
        return Import.objects.filter(pk=self.pk, attempts=self.attempt).exclude(wanted="")


def work_off_import(*, import_id: UUID) -> None:
    """Do what is wanted with a file, unless that is done or somebody is at it. For workers only."""
    claimed = wanted().filter(pk=import_id)
    if not claimed.update(lease_until=Now() + LEASE, attempts=F("attempts") + 1):
        return
    row = Import.objects.get(pk=import_id)
    held = _Held(row.pk, row.attempts, io.BytesIO(bytes(row.content or b"")))
    if row.attempts > MAX_ATTEMPTS:
        _fail(held, row, f"It was begun {MAX_ATTEMPTS} times, and each time the worker was lost.")
        return
    try:
        with Heart(_extend) as heart:
            heart.hold(held)
            _import(row, held, lambda: heart.state)
    except _Lost:
        log.warning("import_lost", held=str(held.pk), attempt=held.attempt)
    except (OperationalError, InterfaceError):
        raise  # the database is away: the lease will run out
    except Exception as error:
        if row.attempts >= MAX_ATTEMPTS:
            _fail(held, row, f"It failed {row.attempts} times, at last: {type(error).__name__}.")
        else:
            held.mine.update(lease_until=None)
        raise


def _extend(held: _Held) -> LeaseState:
    kept = held.mine.update(lease_until=Now() + LEASE, bytes_read=held.stream.tell())
    return "held" if kept else "lost"


def _import(row: Import, held: _Held, state: Callable[[], LeaseState]) -> None:
    def check() -> None:
        if state() != "held":
            raise _Lost

    def keep(run: Run) -> None:
        check()
        kept = run.checkpoint()
        _write(held, report=kept.pop("report"), checkpoint=kept)

    storing = row.wanted == Import.Wanted.STORE
    whole = storing and row.all_or_nothing
    with transaction.atomic() if whole else nullcontext():
        report = import_play(
            stream=held.stream,
            layout=row.layout,
            source=row.source,
            dry_run=not storing,
            all_or_nothing=row.all_or_nothing,
            most_made=MOST_MADE,
            most_lines=MOST_LINES,
            check=check,
            keep=keep if storing and not whole else lambda _: None,
            resume=row.checkpoint and {**row.checkpoint, "report": row.report},
        )
        told: dict[str, Any] = {"report": report.as_dict(), "wanted": "", "lease_until": None}
        if storing:
            told |= {"stored_at": timezone.now(), "content": None, "checkpoint": None}
        _write(held, **told, bytes_read=row.size)


def _write(held: _Held, **told: Any) -> None:
    if not held.mine.update(**told):
        raise _Lost


def _fail(held: _Held, row: Import, said: str) -> None:
    """Give it up, and say how much of it is stored."""
    stored = row.report["stored"] if row.checkpoint else 0
    if row.wanted == Import.Wanted.STORE:
        said += (
            f" {stored:,} of its sessions are stored, each whole."
            if stored
            else (" Nothing of it is stored.")
        )
    held.mine.update(wanted="", lease_until=None, error=said)
    log.error("import_failed", held=str(held.pk), error=said)
