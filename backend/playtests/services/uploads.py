"""Files of recorded play that come through the web: looked at first, stored when that is said.

Each that is stored leaves a row that tells what came of it.
"""

from __future__ import annotations

import io
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from backend.common.problems import Conflict, NotFound, TooLarge
from backend.playtests.exchange.report import Report
from backend.playtests.models import Import
from backend.playtests.services.importing import import_play
from engines.shared.characters import visible
from engines.shared.encodings import BOM

KEPT = timedelta(days=1)
"""A file that nobody confirms is dropped after this."""

MOST_MADE = 200
"""So many boards are made from seeds for one file: each may take a tenth of a second, and more
than a minute no web process has."""

NAMES = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"}


def guess_layout(*, file_name: str, content: bytes) -> str:
    """By the file's name, or else by how it begins."""
    for ending, layout in NAMES.items():
        if file_name.lower().endswith(ending):
            return layout
    return "jsonl" if content.removeprefix(BOM).lstrip()[:1] == b"{" else "csv"


def check_size(*, size: int) -> None:
    """Raises `TooLarge` for what would keep a web process too long."""
    if size > settings.IMPORT_MAX_BYTES:
        raise TooLarge(
            f"A file sent this way holds at most {settings.IMPORT_MAX_BYTES // 2**20} MB. Larger "
            "ones are for the command `manage.py import_play`, or for several files."
        )


def import_content(
    *,
    content: bytes,
    layout: str,
    source: str,
    dry_run: bool = False,
    all_or_nothing: bool = False,
) -> Report:
    """`import_play` within what a web process has time for."""
    return import_play(
        stream=io.BytesIO(content),
        layout=layout,
        source=source,
        dry_run=dry_run,
        all_or_nothing=all_or_nothing,
        most_made=MOST_MADE,
    )


def keep_upload(*, content: bytes, file_name: str, source: str, by: User | None) -> Import:
    """A dry run of a file, which is kept until it is confirmed or dropped.

    Raises `NotAllowed` and `TooLarge`.
    """
    check_size(size=len(content))
    layout = guess_layout(file_name=file_name, content=content)
    report = import_content(content=content, layout=layout, source=source, dry_run=True)
    return Import.objects.create(
        source=source,
        file_name=visible(file_name)[:200],
        layout=layout,
        content=content,
        report=report.as_dict(),
        created_by=by,
    )


def forget_old_uploads() -> int:
    """Drop files that nobody has confirmed for long; returns how many."""
    old = Import.objects.filter(content__isnull=False, created_at__lt=timezone.now() - KEPT)
    return old.delete()[0]


@transaction.atomic
def store_upload(*, pk: UUID) -> Import:
    """Store a file that was looked at. Raises `NotFound`, and `Conflict` if that is done."""
    row = _waiting(pk)
    report = import_content(content=bytes(row.content or b""), layout=row.layout, source=row.source)
    row.report, row.content, row.stored_at = report.as_dict(), None, timezone.now()
    row.save(update_fields=["report", "content", "stored_at"])
    return row


@transaction.atomic
def drop_upload(*, pk: UUID) -> None:
    """Forget a file that was looked at. Raises `NotFound`, and `Conflict` if it is stored."""
    _waiting(pk).delete()


def _waiting(pk: UUID) -> Import:
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
