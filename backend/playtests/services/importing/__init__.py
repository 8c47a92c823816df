"""Recorded play from elsewhere, stored session by session: whole, or not at all.

A session that can't be is told and left out; the others are stored, up to where a hundred faults
are told. The same file again changes nothing. In `all_or_nothing` one fault anywhere keeps
everything out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from backend.playtests.services.importing.runs import Ready, Run
from backend.playtests.services.importing.storing import store
from engines import Fault

AT_ONCE = 100
"""Sessions a transaction."""

MOST_LINES = 200_000
"""Of a file that is sent. The command reads any number."""

MOST_MADE = 200
"""So many boards are made from seeds for a file that is sent: each may take a second."""

READERS = {"jsonl": read_json_lines, "csv": read_rows}


def import_play(
    *,
    stream: IO[bytes],
    layout: str,
    source: str,
    dry_run: bool = False,
    all_or_nothing: bool = False,
    most_made: int | None = None,
    most_lines: int | None = None,
    check: Callable[[], None] = lambda: None,
    keep: Callable[[Run], None] = lambda _: None,
    resume: Mapping[str, Any] | None = None,
) -> Report:
    """Read a file of recorded play and store what can have been.

    `layout` is ``jsonl`` or ``csv``; session and player names belong to their `source`. A dry run
    stores nothing and reports the same. Sessions on boards told by a seed are refused once
    `most_made` boards were made, and nothing is read beyond `most_lines`, or `MOST_FAULTS` faults.
    `check` and `keep` are those of `Run`; `resume` is a checkpoint to go on from.
    Raises `NotAllowed` for a source that can't be, and what `check` and `keep` raise.
    """
    check_source(source=source)
    report = Report(dry_run=dry_run)
    run = Run(source, timezone.now(), report, Boards(most_made), check, keep)
    if resume:
        run.resume(resume)
        report = run.report
    whole: AbstractContextManager[Any] = nullcontext()
    if all_or_nothing and not dry_run:
        whole = transaction.atomic()
    with whole:
        for batch in _batches(_unhandled(run, _read(stream, layout, most_lines))):
            ready = kept_whole(run=run, ready=_judge(run, batch))
            run.handled += len(batch)
            if dry_run or (all_or_nothing and report.faults):
                count(run=run, fresh=fresh_of(run=run, ready=ready))
            else:
                store(run=run, ready=ready)
            if report.stopped_at:
                break
        if all_or_nothing and report.faults:
            report.stored = report.entries = 0
            run.new_boards.clear()
            if not dry_run:
                transaction.set_rollback(True)
    if not report.sessions:
        report.tell([LineFault(1, "", "", "There is no session in this file.")])
    run.count_boards()
    report.faults.sort(key=lambda fault: fault.line)
    return report


def _judge(run: Run, batch: Sequence[Lines]) -> list[Ready]:
    """Those of a batch that can be stored, up to where there are too many faults."""
    run.torn |= {lines.session: lines.line for lines in batch if lines.begun}
    ready = []
    for lines in batch:
        run.check()
        if run.report.is_full:
            run.report.stopped_at = lines.line
            break
        if (judged := judge(run=run, lines=lines)) is not None:
            ready.append(judged)
    return ready


def _unhandled(run: Run, sessions: Iterator[Lines]) -> Iterator[Lines]:
    """Those that were not handled before; of the others it counts where they stand."""
    for lines in islice(sessions, run.handled):
        run.check()
        if lines.begun:
            run.torn[lines.session] = lines.line
    yield from sessions


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


def _read(stream: IO[bytes], layout: str, most_lines: int | None) -> Iterator[Lines]:
    """The file's sessions, or that it is no text at all."""
    if fault := start_fault(stream):
        yield Lines(1, faults=[LineFault(1, "", "", fault)])
    else:
        yield from READERS[layout](stream, most_lines)


def _batches(lines: Iterator[Lines]) -> Iterator[list[Lines]]:
    while batch := list(islice(lines, AT_ONCE)):
        yield batch
