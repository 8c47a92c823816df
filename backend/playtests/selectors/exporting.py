"""Recorded play on its way out, session by session: a file of any length fits into memory."""

from __future__ import annotations

import json
import secrets
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from backend.play.models import Move, Session
from backend.playtests.exchange.rows import write_rows
from backend.playtests.exchange.telling import tell_session
from backend.playtests.models import ImportedSession, SyntheticSession
from backend.playtests.selectors.filters import Who, midnight_after, midnight_of

AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sessions: of people or simulated ones, of a game or a puzzle, started on `since` …

    `until` (UTC), of a client, of a source. Source "here" is what was played here.
    """

    who: Who | None = "people"
    game: str | None = None
    puzzle: UUID | None = None
    since: date | None = None
    until: date | None = None
    client: str | None = None
    source: str | None = None


HERE = "here"


def list_wanted(wanted: Wanted) -> QuerySet[Session]:
    rows = Session.objects.select_related("puzzle")
    if wanted.who:
        synthetic = Exists(SyntheticSession.objects.filter(pk=OuterRef("pk")))
        rows = rows.filter(synthetic if wanted.who == "synthetic" else ~synthetic)
    if wanted.game:
        rows = rows.filter(puzzle__game=wanted.game)
    if wanted.puzzle:
        rows = rows.filter(puzzle_id=wanted.puzzle)
    if wanted.since:
        rows = rows.filter(started_at__gte=midnight_of(wanted.since))
    if wanted.until and wanted.until < date.max:
        rows = rows.filter(started_at__lt=midnight_after(wanted.until))
    if wanted.client is not None:
        rows = rows.filter(client=wanted.client)
    if wanted.source == HERE:
        rows = rows.filter(is_imported=False)
    elif wanted.source:
        found = ImportedSession.objects.filter(pk=OuterRef("pk"), source=wanted.source)
        rows = rows.filter(Exists(found))
    return rows


def export_play(
    wanted: Wanted, layout: str = "jsonl", *, key: bytes | None = None
) -> Iterator[str]:
    """Pieces of the file. Ids are pseudonyms by `key`, or by a random one that is not kept."""
    key = key or secrets.token_bytes(32)
    told = _told(wanted, key)
    if layout == "csv":
        return write_rows(told)
    return (json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n" for one in told)


def _told(wanted: Wanted, key: bytes) -> Iterator[dict[str, object]]:
    """By their ids, which tell nothing in a file of pseudonyms but the order they began in."""
    last: UUID | None = None
    while True:
        rows = list_wanted(wanted).order_by("pk")
        page = list((rows if last is None else rows.filter(pk__gt=last))[:AT_ONCE])
        ids = [session.pk for session in page]
        histories: dict[UUID, list[Move]] = defaultdict(list)
        for move in Move.objects.filter(session__in=ids).order_by("session_id", "number"):
            histories[move.session_id].append(move)
        synthetic = set(SyntheticSession.objects.filter(pk__in=ids).values_list("pk", flat=True))
        for session in page:
            yield tell_session(
                session, histories[session.pk], key=key, synthetic=session.pk in synthetic
            )
        if len(page) < AT_ONCE:
            return
        last = page[-1].pk
