"""Histories are read once, after the session: never while somebody waits for an answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

import structlog
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from backend.play.history import BOT, PLAYED, UNDO
from backend.play.models import Move, Session, WrongTry
from backend.playtests.models import ImportedSession, SessionReading, SyntheticSession
from backend.playtests.reading import Entry, Reading, Threshold, passed, read
from backend.playtests.selectors.due import due_sessions, threshold
from backend.playtests.summing import natural
from backend.puzzles.boards import UNREADABLE, load_board

log = structlog.get_logger(__name__)

AT_ONCE = 100
UPDATED = [field.name for field in SessionReading._meta.concrete_fields if not field.primary_key]
HISTORY = (
    *("session_id", "number", "kind", "payload", "locus", "outcome"),
    *("think_ms", "hidden_ms", "odd", "created_at"),
)

Row = tuple[Any, ...]


def read_due_sessions(*, limit: int = 2_000) -> int:
    """Read sessions that have ended, or were left long ago, and are not read yet, or were read

    by another threshold. Returns how many. Two at once do the same twice and no harm.
    """
    ids = due_sessions(now=timezone.now(), limit=limit)
    count = sum(
        read_sessions(session_ids=ids[first : first + AT_ONCE])
        for first in range(0, len(ids), AT_ONCE)
    )
    fold_sums()
    return count


_FOLD = """
    WITH folded AS (
        DELETE FROM playtests_readingsum WHERE id IN (
            SELECT id FROM playtests_readingsum WHERE puzzle_id IN (
                SELECT puzzle_id FROM playtests_readingsum
                GROUP BY puzzle_id, is_synthetic, client, source HAVING count(*) > 1
            )
            FOR UPDATE SKIP LOCKED
        )
        RETURNING *
    )
    INSERT INTO playtests_readingsum
        (puzzle_id, is_synthetic, client, source, sessions, stuck, changes)
    SELECT puzzle_id, is_synthetic, client, source, sum(sessions), sum(stuck), sum(changes)
    FROM folded GROUP BY puzzle_id, is_synthetic, client, source
"""


def fold_sums() -> None:
    """One row in place of several that say the same together. Whoever reads sees the same sums

    before and after; two at once fold different rows.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FOLD)


@transaction.atomic
def read_sessions(*, session_ids: Sequence[UUID]) -> int:
    """Read these sessions, ended or not (what goes on counts as left). Returns how many."""
    chosen = Session.objects.filter(pk__in=session_ids).order_by("pk")
    sessions = chosen.select_related("puzzle", "imported")
    synthetic = set(
        SyntheticSession.objects.filter(session__in=session_ids).values_list("pk", flat=True)
    )
    histories: dict[UUID, list[Row]] = defaultdict(list)
    for sid, *row in (
        Move.objects.filter(session__in=session_ids)
        .order_by("session_id", "number")
        .values_list(*HISTORY)
    ):
        histories[sid].append(tuple(row))
    wrong: dict[UUID, list[str]] = defaultdict(list)
    tries = WrongTry.objects.filter(session__in=session_ids).order_by("number", "id")
    for sid, locus in tries.values_list("session_id", "locus"):
        wrong[sid].append(locus)
    limit = threshold()
    rows = [
        _row(one, histories[one.pk], wrong[one.pk], limit, one.pk in synthetic) for one in sessions
    ]
    SessionReading.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["session"], update_fields=UPDATED
    )
    _mark_later(sessions)
    return len(rows)


def _mark_later(sessions: Iterable[Session]) -> None:
    """Of these players' readings of these puzzles, all but each one's first are no first ones.

    A session whose player was erased counts as a player's own.
    """
    before = Session.objects.filter(
        player=OuterRef("session__player"), puzzle=OuterRef("puzzle"), move_count__gt=0
    ).filter(
        Q(started_at__lt=OuterRef("session__started_at"))
        | Q(started_at=OuterRef("session__started_at"), pk__lt=OuterRef("pk"))
    )
    players = {one.player_id for one in sessions if one.player_id}
    puzzles = {one.puzzle_id for one in sessions}
    these = SessionReading.objects.filter(session__player__in=players, puzzle__in=puzzles)
    later = these.filter(Exists(before), is_first=True).order_by("pk")
    locked = list(later.select_for_update(of=("self",)).values_list("pk", flat=True))
    if locked:
        SessionReading.objects.filter(pk__in=locked).update(is_first=False)


def _row(
    session: Session,
    history: Sequence[Row],
    wrong: Sequence[str],
    limit: Threshold,
    is_synthetic: bool,
) -> SessionReading:
    ended = session.status in (Session.Status.SOLVED, Session.Status.FINISHED)
    stuck, left_open = _replay(session, history) if session.stuck_count or not ended else ({}, [])
    found = read(_entries(session, history, stuck), limit, gave_up=not ended)
    puzzle = session.puzzle
    imported: ImportedSession | None = getattr(session, "imported", None)
    return SessionReading(
        session=session,
        puzzle=puzzle,
        game=puzzle.game,
        rules_key=puzzle.rules_key,
        level=puzzle.level,
        is_synthetic=is_synthetic,
        client=session.client,
        source=imported.source if imported else "",
        started_at=session.started_at,
        ending=session.status if ended else SessionReading.Ending.GAVE_UP,
        stall_seconds=limit.seconds,
        stall_factor=limit.factor,
        entries=len(history),
        moves=found.moves,
        timed=found.timed,
        stalls=len(found.stalls),
        median_ms=found.median_ms,
        first_stall=found.first_stall,
        first_stuck=found.first_stuck,
        recovered=found.recovered,
        undo_count=session.undo_count,
        hint_count=session.hint_count,
        wrong_count=len(wrong),
        gave_up_at=found.gave_up_at,
        decisions=found.decisions,
        loci={at: [one.timed, one.stalls, one.think_ms] for at, one in found.loci.items()},
        points=_points(found, wrong) | ({} if ended else {"open": left_open}),
    )


def _points(found: Reading, wrong: Sequence[str]) -> dict[str, list[str]]:
    return {
        "stuck": list(found.stuck_at),
        "undo": list(found.undone_at),
        "hint": list(found.hinted_at),
        "wrong": [locus for locus in wrong if locus],
    }


def _entries(
    session: Session, history: Sequence[Row], stuck: Mapping[int, tuple[str, ...]]
) -> list[Entry]:
    """The history as it is read. What is stuck is not recorded: the rules tell, by a replay."""
    waits = passed(session.started_at, ((at, hidden_ms) for *_, hidden_ms, _, at in history))
    return [
        Entry(number, kind, locus, outcome, None if odd else think_ms, stuck.get(number, ()), wait)
        for (number, kind, _, locus, outcome, think_ms, _, odd, _), wait in zip(
            history, waits, strict=True
        )
    ]


def _replay(
    session: Session, history: Iterable[Row]
) -> tuple[dict[int, tuple[str, ...]], list[str]]:
    """By entry number, the loci without a way on; and those where a move was left at the end.

    Both empty where the game has changed since.
    """
    try:
        game, board = load_board(session.puzzle)
        states, kinds, found = [game.initial_state(board)], [""], {}
        for number, kind, payload, _, outcome, *_ in history:
            if kind in PLAYED:
                states.append(game.apply(states[-1], game.parse_move(payload)))
                kinds.append(kind)
            elif kind == UNDO:
                while kinds.pop() == BOT:
                    states.pop()
                states.pop()
            if outcome == Move.Outcome.STUCK:
                found[number] = game.outcome(states[-1]).loci
        end = states[-1]
        left_open = {game.locus(end, move) for move in game.legal_moves(end)}
    except UNREADABLE as error:
        log.warning("stuck_points_unreadable", session=str(session.pk), error=str(error))
        return {}, []
    return found, sorted(left_open, key=natural)
