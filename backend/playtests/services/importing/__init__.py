"""Recorded play from elsewhere, stored session by session: whole, or not at all.

A session that can't be is told and left out; the others are stored. The same file again changes
nothing. In `all_or_nothing` one fault anywhere keeps everything out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import IO, Any

from django.db import transaction
from django.utils import timezone

from backend.common.problems import NotAllowed
from backend.play.models import CLIENT as PLAIN
from backend.playtests.exchange.boards import Boards
from backend.playtests.exchange.lines import Lines, read_json_lines, start_fault
from backend.playtests.exchange.report import LineFault, Report
from backend.playtests.exchange.rows import read_rows
from backend.playtests.models.imports import MAX_SOURCE
from backend.playtests.selectors.filters import HERE, IMPORTED
from backend.playtests.services.importing.judging import count, fresh_of, judge, kept_whole
from backend.playtests.services.importing.runs import Run
from backend.playtests.services.importing.storing import store
from engines import Fault

AT_ONCE = 100
"""Sessions a transaction."""

READERS = {"jsonl": read_json_lines, "csv": read_rows}


def import_play(
    *,
    stream: IO[bytes],
    layout: str,
    source: str,
    dry_run: bool = False,
    all_or_nothing: bool = False,
    most_made: int | None = None,
) -> Report:
    """Read a file of recorded play and store what can have been.

    `layout` is ``jsonl`` or ``csv``; session and player names belong to their `source`. A dry run
    stores nothing and reports the same. Sessions on boards told by a seed are refused once
    `most_made` boards were made. Raises `NotAllowed` for a source that can't be.
    """
    check_source(source=source)
    run = Run(source, timezone.now(), Report(dry_run=dry_run), Boards(most_made))
    report = run.report
    whole: AbstractContextManager[Any] = nullcontext()
    if all_or_nothing and not dry_run:
        whole = transaction.atomic()
    with whole:
        for batch in _batches(_read(stream, layout)):
            run.torn |= {lines.session: lines.line for lines in batch if lines.begun}
            judged = [one for lines in batch if (one := judge(run=run, lines=lines))]
            ready = kept_whole(run=run, ready=judged)
            if dry_run or (all_or_nothing and report.faults):
                count(run=run, fresh=fresh_of(run=run, ready=ready))
            else:
                store(run=run, ready=ready)
        if all_or_nothing and report.faults:
            report.stored = report.entries = report.boards = 0
            run.new_boards.clear()
            if not dry_run:
                transaction.set_rollback(True)
    if not report.sessions:
        report.tell([LineFault(1, "", "", "There is no session in this file.")])
    report.boards = len(run.new_boards)
    report.unproven = list(run.new_boards.values()).count(False)
    report.faults.sort(key=lambda fault: fault.line)
    return report


def check_source(*, source: str) -> None:
    """Raises `NotAllowed` unless it can be a source's name."""
    words = ""
    if source in (HERE, IMPORTED):
        words = f"“{source}” has a meaning of its own in the filters: give another name."
    elif not source or len(source) > MAX_SOURCE or not re.fullmatch(PLAIN, source):
        words = (
            f"A source's name has 1 to {MAX_SOURCE} letters, digits, spaces and . _ / + ( ) -; "
            "a letter or digit comes first."
        )
    if words:
        raise NotAllowed(words, code="source_not_allowed", faults=[Fault("/source", words)])


def _read(stream: IO[bytes], layout: str) -> Iterator[Lines]:
    """The file's sessions, or that it is no text at all."""
    if fault := start_fault(stream):
        yield Lines(1, faults=[LineFault(1, "", "", fault)])
    else:
        yield from READERS[layout](stream)


def _batches(lines: Iterator[Lines]) -> Iterator[list[Lines]]:
    while batch := list(islice(lines, AT_ONCE)):
        yield batch
