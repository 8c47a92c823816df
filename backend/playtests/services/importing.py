"""Recorded play from elsewhere, stored session by session: whole, or not at all.

A session that can't be is told and left out; the others are stored. The same file again changes
nothing. In `all_or_nothing` one fault anywhere keeps everything out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import IO, Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from backend.common.problems import NotAllowed
from backend.play.models import CLIENT as PLAIN
from backend.play.models import Move, Player, Session, WrongTry
from backend.playtests.exchange.boards import Boards, Place
from backend.playtests.exchange.lines import Lines, read_json_lines
from backend.playtests.exchange.replaying import Impossible, Replayed, replay
from backend.playtests.exchange.report import LineFault, Report
from backend.playtests.exchange.rows import read_rows
from backend.playtests.exchange.shapes import SessionShape, read_shape
from backend.playtests.models import (
    Corpus,
    ImportedPlayer,
    ImportedSession,
    SyntheticSession,
)
from backend.playtests.models.imports import MAX_SOURCE
from backend.playtests.selectors.filters import HERE, IMPORTED
from backend.playtests.services.readings import read_sessions
from backend.puzzles.models import Puzzle
from backend.puzzles.services.imported import keep_board, prove_board
from backend.puzzles.services.making import hash_json, make_puzzle
from engines import Fault

AT_ONCE = 100
"""Sessions a transaction."""

READERS = {"jsonl": read_json_lines, "csv": read_rows}


@dataclass(slots=True)
class Ready:
    """A session that can be stored."""

    lines: Lines
    told: SessionShape
    place: Place
    replayed: Replayed
    digest: str

    @property
    def board(self) -> tuple[str, ...]:
        place = self.place
        return place.game.slug, place.rules_key, place.board_key, place.level

    @property
    def solves(self) -> bool:
        return self.replayed.session.status in (Session.Status.SOLVED, Session.Status.FINISHED)


@dataclass(slots=True)
class _Run:
    """One file on its way. `digests` are those of this file's sessions, by their names;
    `torn` are those whose rows go on further down, and where; `refused` those of them where
    that is not the same again;
    `new_boards` are not stored before, and whether one of its sessions proves each.
    """

    source: str
    now: datetime
    report: Report
    boards: Boards
    digests: dict[str, str] = field(default_factory=dict)
    torn: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    new_boards: dict[tuple[str, ...], bool] = field(default_factory=dict)


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
    run = _Run(source, timezone.now(), Report(dry_run=dry_run), Boards(most_made))
    report = run.report
    whole: AbstractContextManager[Any] = nullcontext()
    if all_or_nothing and not dry_run:
        whole = transaction.atomic()
    with whole:
        for batch in _batches(READERS[layout](stream)):
            run.torn |= {lines.session: lines.line for lines in batch if lines.begun}
            ready = _whole(run, [one for lines in batch if (one := _judge(run, lines))])
            if dry_run or (all_or_nothing and report.faults):
                _count(run, _fresh(run, ready))
            else:
                _store(run, ready)
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


def _batches(lines: Iterator[Lines]) -> Iterator[list[Lines]]:
    while batch := list(islice(lines, AT_ONCE)):
        yield batch


# Judging ----------------------------------------------------------------------------------
def _judge(run: _Run, lines: Lines) -> Ready | None:
    """The session replayed; None if it is refused, or was in this file before."""
    ready, faults = _read(run, lines)
    if ready is not None:
        before = run.digests.get(ready.told.session)
        if before == ready.digest:
            _there(run.report)
            return None
        if before is None:
            run.digests[ready.told.session] = ready.digest
        else:
            faults = lines.told([Fault("/session", _OTHER.format("stands in this file"))])
    if faults:
        if lines.begun:
            run.refused.add(lines.session)
            where = f"was already begun on line {lines.begun}"
            faults = _torn(lines, where)
        elif line := run.torn.get(lines.session):
            faults = _torn(lines, f"goes on on line {line}")
        run.report.refuse(faults)
        return None
    return ready


def _whole(run: _Run, ready: Sequence[Ready]) -> list[Ready]:
    """Those that are not known to go on further down, where other sessions' rows lie between."""
    kept = []
    for one in ready:
        name = one.told.session
        if name in run.refused and not one.lines.begun:
            run.report.refuse(_torn(one.lines, f"goes on on line {run.torn[name]}"))
        else:
            kept.append(one)
    return kept


def _torn(lines: Lines, where: str) -> list[LineFault]:
    words = f"Session {lines.session} {where}; its rows must follow each other."
    return lines.told([Fault("/session", words)])


_OTHER = "A session of this name {}, with other content: a recording is never changed."


def _read(run: _Run, lines: Lines) -> tuple[Ready | None, Sequence[LineFault]]:
    if lines.faults:
        return None, lines.faults
    told, faults = read_shape(lines.value)
    if told is None:
        return None, lines.told(faults)
    place, faults = run.boards.find(told)
    if place is None:
        return None, lines.told(faults)
    try:
        replayed = replay(told, place, run.now)
    except Impossible as error:
        return None, lines.told([error.fault])
    return Ready(lines, told, place, replayed, _digest(told, place, replayed)), ()


def _digest(told: SessionShape, place: Place, replayed: Replayed) -> str:
    """Of all that was recorded, however it was spelled."""
    session = replayed.session
    entries = [
        [
            *(move.kind, move.payload, move.think_ms, move.hidden_ms),
            *(str(move.client_time), str(move.created_at)),
        ]
        for move in replayed.moves
    ]
    wrong = [
        [
            tried.number,
            tried.payload,
            tried.think_ms,
            tried.hidden_ms,
            str(tried.client_time),
            str(tried.created_at),
        ]
        for tried in replayed.wrong
    ]
    facts = [told.player, told.synthetic, session.client, session.mode, session.seat, session.bot]
    times = [str(session.started_at), session.status, str(session.finished_at)]
    board = [place.game.slug, place.game.version, place.rules_key, place.board_key]
    return hash_json(value=[board, facts, times, entries, *([wrong] if wrong else [])])


def _fresh(run: _Run, ready: Sequence[Ready]) -> list[Ready]:
    """Those that are not stored yet; one that is, with other content, is refused."""
    names = [one.told.session for one in ready]
    rows = ImportedSession.objects.filter(source=run.source, external_id__in=names)
    stored = dict(rows.values_list("external_id", "digest"))
    fresh = []
    for one in ready:
        digest = stored.get(one.told.session)
        if digest is None:
            fresh.append(one)
        elif digest == one.digest:
            _there(run.report)
        else:
            words = _OTHER.format(f"was imported from {run.source!r} before")
            run.report.refuse(one.lines.told([Fault("/session", words)]))
    return fresh


def _there(report: Report) -> None:
    report.sessions += 1
    report.there += 1


def _count(run: _Run, fresh: Sequence[Ready]) -> None:
    run.report.sessions += len(fresh)
    run.report.stored += len(fresh)
    run.report.entries += sum(len(one.replayed.moves + one.replayed.wrong) for one in fresh)
    for one in fresh:
        if one.place.puzzle is None:
            proven = one.solves or one.place.seed is not None
            run.new_boards[one.board] = run.new_boards.get(one.board, False) or proven
        elif one.board in run.new_boards:
            run.new_boards[one.board] |= one.solves


# Storing ----------------------------------------------------------------------------------
@transaction.atomic
def _store(run: _Run, ready: Sequence[Ready]) -> None:
    """These sessions in one transaction. Imports of one source wait for each other."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"import {run.source}"]
        )
    fresh = _fresh(run, ready)
    _count(run, fresh)
    players = _keep_players(run, fresh)
    for one in fresh:
        session = one.replayed.session
        session.puzzle = _keep_puzzle(one)
        session.player_id = players.get(one.told.player or "")
    Session.objects.bulk_create([one.replayed.session for one in fresh])
    _copy_moves(fresh)
    WrongTry.objects.bulk_create(
        [tried for one in fresh for tried in one.replayed.wrong], batch_size=1_000
    )
    ImportedSession.objects.bulk_create(
        ImportedSession(
            session=one.replayed.session,
            source=run.source,
            external_id=one.told.session,
            digest=one.digest,
        )
        for one in fresh
    )
    _label_synthetic(run, fresh)
    read_sessions(
        session_ids=[one.replayed.session.pk for one in fresh if one.replayed.session.move_count]
    )


def _copy_moves(fresh: Sequence[Ready]) -> None:
    """By COPY: the entries are most of a file, and inserting them would be most of the work."""
    fields = [one for one in Move._meta.concrete_fields if not one.primary_key]
    names = [one.attname for one in fields if one.name != "session"]
    columns = ", ".join(["session_id", *names])
    with connection.cursor() as cursor, cursor.copy(f"COPY play_move ({columns}) FROM STDIN") as to:
        for one in fresh:
            session_id = one.replayed.session.pk
            for move in one.replayed.moves:
                row = {name: getattr(move, name) for name in names}
                row["payload"] = json.dumps(row["payload"])
                to.write_row([session_id, *row.values()])


def _keep_puzzle(one: Ready) -> Puzzle:
    """The board's row, made if it has none; a play that solves it proves it."""
    place, puzzle = one.place, one.place.puzzle
    if puzzle is None and place.seed is not None:
        puzzle = make_puzzle(game=place.game.slug, rules=place.rules, seed=place.seed)
    elif puzzle is None:
        puzzle = keep_board(
            game=place.game,
            rules=place.rules,
            board=place.dumped,
            level=place.level,
            difficulty=place.difficulty,
        )
    if one.solves and not puzzle.is_proven:
        prove_board(puzzle=puzzle, line=one.replayed.line)
    place.puzzle = puzzle
    return puzzle


def _keep_players(run: _Run, fresh: Sequence[Ready]) -> dict[str, UUID]:
    """Rows by their names elsewhere; those met for the first time are made."""
    first: dict[str, datetime] = {}
    for one in fresh:
        if one.told.player is not None:
            begun = first.setdefault(one.told.player, one.told.started_at)
            first[one.told.player] = min(begun, one.told.started_at)
    rows = ImportedPlayer.objects.filter(source=run.source, external_id__in=first)
    known = dict(rows.values_list("external_id", "player_id"))
    made = {
        name: Player(token_hash=None, created_at=begun, last_seen=begun)
        for name, begun in first.items()
        if name not in known
    }
    Player.objects.bulk_create(made.values())
    ImportedPlayer.objects.bulk_create(
        ImportedPlayer(player=player, source=run.source, external_id=name)
        for name, player in made.items()
    )
    return known | {name: player.pk for name, player in made.items()}


def _label_synthetic(run: _Run, fresh: Sequence[Ready]) -> None:
    sessions = [one.replayed.session for one in fresh if one.told.synthetic]
    if not sessions:
        return
    truth = {"imported_from": run.source}
    corpus = Corpus.objects.filter(truth=truth).first() or Corpus.objects.create(truth=truth)
    SyntheticSession.objects.bulk_create(
        SyntheticSession(session=session, corpus=corpus) for session in sessions
    )
