"""Which sessions of a file can be stored, and why the others can’t."""

from __future__ import annotations

from collections.abc import Sequence

from backend.playtests.exchange.boards import Place
from backend.playtests.exchange.lines import Lines
from backend.playtests.exchange.replaying import Impossible, Replayed, replay
from backend.playtests.exchange.report import LineFault, Report
from backend.playtests.exchange.shapes import SessionShape, read_shape
from backend.playtests.models import ImportedSession
from backend.playtests.services.importing.runs import Ready, Run
from backend.puzzles.services.making import hash_json
from engines import Fault


def judge(*, run: Run, lines: Lines) -> Ready | None:
    """The session replayed; None if it is refused, or was in this file before."""
    ready, faults = _read(run, lines)
    if ready is not None:
        before = run.digests.get(ready.told.session)
        if before == ready.digest:
            _found_there(run.report)
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


def kept_whole(*, run: Run, ready: Sequence[Ready]) -> list[Ready]:
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


def _read(run: Run, lines: Lines) -> tuple[Ready | None, Sequence[LineFault]]:
    if lines.faults:
        return None, lines.faults
    told, faults = read_shape(lines.value)
    if told is None:
        return None, lines.told(faults)
    place, faults = run.boards.find(told)
    if place is None:
        return None, lines.told(faults)
    try:
        replayed = replay(told, place, run.now, run.check)
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


def fresh_of(*, run: Run, ready: Sequence[Ready]) -> list[Ready]:
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
            _found_there(run.report)
        else:
            words = _OTHER.format(f"was imported from {run.source!r} before")
            run.report.refuse(one.lines.told([Fault("/session", words)]))
    return fresh


def _found_there(report: Report) -> None:
    report.sessions += 1
    report.there += 1


def count(*, run: Run, fresh: Sequence[Ready]) -> None:
    run.report.sessions += len(fresh)
    run.report.stored += len(fresh)
    run.report.entries += sum(len(one.replayed.moves + one.replayed.wrong) for one in fresh)
    for one in fresh:
        if one.place.puzzle is None:
            proven = one.solves or one.place.seed is not None
            run.new_boards[one.board] = run.new_boards.get(one.board, False) or proven
        elif one.board in run.new_boards:
            run.new_boards[one.board] |= one.solves
