"""Files of recorded play that come through the web: looked at first, stored when that is said.

Small ones are read at once, others by a worker. Each leaves a row that tells what came of it.
"""

from __future__ import annotations

import io
from datetime import timedelta
from time import thread_time
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from backend.common.problems import Conflict, NotFound, TooLarge
from backend.playtests.exchange.report import Report
from backend.playtests.models import Import
from backend.playtests.services.importing import (
    MOST_LINES,
    MOST_MADE,
    check_source,
    import_play,
)
from backend.playtests.services.queued_imports import queue_import, want_stored
from engines.shared.characters import visible
from engines.shared.encodings import BOM

KEPT = timedelta(days=1)
"""A file that nobody confirms is dropped after this."""

AT_ONCE_BYTES = 256 * 1024
AT_ONCE_SECONDS = 2.0
LARGE_SECONDS = 0.25
"""A web process reads a file of up to so many bytes itself if that takes no more than so much
processor time. A larger one is tried for a moment, which tells what is no recorded play at all; any
other is for a worker."""

NAMES = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"}


def guess_layout(*, file_name: str, content: bytes) -> str:
    """By the file's name, or else by how it begins."""
    for ending, layout in NAMES.items():
        if file_name.lower().endswith(ending):
            return layout
    return "jsonl" if content.removeprefix(BOM).lstrip()[:1] == b"{" else "csv"


def check_size(*, size: int) -> None:
    """Raises `TooLarge` for what is not kept for a worker either."""
    if size > settings.IMPORT_MAX_BYTES:
        raise TooLarge(
            f"A file sent this way holds at most {settings.IMPORT_MAX_BYTES // 2**20} MB. Larger "
            "ones are for the command `manage.py import_play`, or for several files."
        )


class _OutOfTime(Exception):
    """This is for a worker."""


def import_at_once(
    *,
    content: bytes,
    layout: str,
    source: str,
    dry_run: bool = False,
    all_or_nothing: bool = False,
) -> Report | None:
    """`import_play` within what a web process has time for; None if that is not enough.

    Then nothing is stored. The same goes for a source of which a worker is storing a file. Raises
    `NotAllowed` for a source that can't be.
    """
    check_source(source=source)
    storing = Import.objects.filter(source=source, wanted=Import.Wanted.STORE)
    if not dry_run and storing.exists():
        return None
    until = thread_time() + (AT_ONCE_SECONDS if len(content) <= AT_ONCE_BYTES else LARGE_SECONDS)

    def check() -> None:
        if thread_time() > until:
            raise _OutOfTime

    try:
        with transaction.atomic():
            return import_play(
                stream=io.BytesIO(content),
                layout=layout,
                source=source,
                dry_run=dry_run,
                all_or_nothing=all_or_nothing,
                most_made=MOST_MADE,
                most_lines=MOST_LINES,
                check=check,
            )
    except _OutOfTime:
        return None


def keep_upload(*, content: bytes, file_name: str, source: str, by: User | None) -> Import:
    """A dry run of a file, at once or by a worker. It is kept until it is confirmed or dropped.

    Raises `NotAllowed` and `TooLarge`.
    """
    check_size(size=len(content))
    layout = guess_layout(file_name=file_name, content=content)
    name = visible(file_name)[:200]
    report = import_at_once(content=content, layout=layout, source=source, dry_run=True)
    if report is None:
        return queue_import(
            content=content, layout=layout, source=source, file_name=name, dry_run=True, by=by
        )
    return Import.objects.create(
        source=source,
        file_name=name,
        layout=layout,
        content=content,
        size=len(content),
        bytes_read=len(content),
        report=report.as_dict(),
        created_by=by,
    )


def forget_old_uploads() -> int:
    """Drop files that nobody has confirmed for long; returns how many."""
    old = Import.objects.filter(
        content__isnull=False, wanted="", created_at__lt=timezone.now() - KEPT
    )
    return _forget(old)


@transaction.atomic
def store_upload(*, pk: UUID) -> Import:
    """Store a file that was looked at, at once or by a worker: then it is `wanted` still.

    One that a worker could not finish is gone on with. Raises `NotFound`, and `Conflict` if it is
    stored, or a worker is at it.
    """
    row = _kept(pk)
    if row.wanted:
        raise Conflict("A worker is still busy with this file.")
    content = bytes(row.content or b"")
    report = None
    if row.checkpoint is None:
        report = import_at_once(content=content, layout=row.layout, source=row.source)
    if report is None:
        want_stored(row=row)
        row.refresh_from_db()
        return row
    row.report, row.content, row.stored_at, row.error = report.as_dict(), None, timezone.now(), ""
    row.save(update_fields=["report", "content", "stored_at", "error"])
    return row


@transaction.atomic
def drop_upload(*, pk: UUID) -> int:
    """Forget a file that was looked at, or waits for that, or failed; returns how many of its

    sessions are stored. Raises `NotFound`, and `Conflict` if it is stored, or a worker stores it.
    """
    row = _kept(pk)
    if row.wanted == Import.Wanted.STORE:
        raise Conflict("This file is being stored.")
    _forget(Import.objects.filter(pk=pk))
    return row.report["stored"] if row.checkpoint else 0


def _forget(rows: QuerySet[Import]) -> int:
    """Drop the files; the row of one of which some is stored stays, to tell of that."""
    begun = rows.filter(checkpoint__isnull=False)
    kept = begun.update(content=None, checkpoint=None, stored_at=timezone.now())
    return kept + rows.delete()[0]


def _kept(pk: UUID) -> Import:
    row = Import.objects.select_for_update().filter(pk=pk).first()
    if row is None:
        raise NotFound("There is no such file any more.")
    if row.content is None:
        raise Conflict("This file is stored already.")
    return row


def record_import(
    *, report: Report, source: str, layout: str, file_name: str = "", by: User | None = None
) -> Import:
    """Write down what came of a file that was stored at once."""
    return Import.objects.create(
        source=source,
        file_name=visible(file_name)[:200],
        layout=layout,
        report=report.as_dict(),
        created_by=by,
        stored_at=timezone.now(),
    )
