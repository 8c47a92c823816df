"""Recorded play on its way out, session by session: a file of any length fits into memory."""

from __future__ import annotations

import json
import secrets
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from backend.play.models import Move, Session, WrongTry
from backend.play.selectors import with_wrong
from backend.playtests.exchange.rows import write_rows
from backend.playtests.exchange.telling import tell_session
from backend.playtests.models import ImportedSession, SyntheticSession
from backend.playtests.selectors.filters import HERE, IMPORTED, Filters, narrow
from backend.puzzles.levels import known_levels
from backend.puzzles.models import Puzzle
from engines import all_games

AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sessions: those that the filters let through, of a game or a puzzle if one is given.

    With `everyone`, people's and simulated people's alike.
    """

    filters: Filters = field(default_factory=Filters)
    everyone: bool = False
    game: str | None = None
    puzzle: UUID | None = None


def unknown_in(wanted: Wanted) -> list[tuple[str, str]]:
    """(filter, what is wrong with it) where it can only let nothing through."""
    filters, found = wanted.filters, []
    if filters.source not in ("", HERE, IMPORTED):
        rows = ImportedSession.objects.order_by("source").values_list("source", flat=True)
        sources = [HERE, IMPORTED, *rows.distinct()]
        if filters.source not in sources:
            found.append(("source", _unknown("source", filters.source, sources)))
    if filters.client:
        played = Session.objects.exclude(client="")
        if wanted.game is not None:
            played = played.filter(puzzle__game=wanted.game)
        if not played.filter(client=filters.client).exists():
            names = played.order_by("client").values_list("client", flat=True).distinct()
            found.append(("client", _unknown("client", filters.client, list(names))))
    if filters.level is not None:
        games = [game for game in all_games() if wanted.game in (None, game.slug)]
        levels = list(known_levels(games))
        elsewhere = Puzzle.objects.filter(level=filters.level)  # imported boards bring their own
        if wanted.game is not None:
            elsewhere = elsewhere.filter(game=wanted.game)
        if filters.level not in levels and not elsewhere.exists():
            found.append(("level", _unknown("level", filters.level, levels)))
    if filters.since and filters.until and filters.until < filters.since:
        found.append(("until", f"This is before since, {filters.since}."))
    return found


def _unknown(kind: str, name: str, known: Sequence[str]) -> str:
    return f"There is no {kind} “{name}” here. Known: {', '.join(known) or 'none'}."


def list_wanted(wanted: Wanted) -> QuerySet[Session]:
    """Sessions that are read or not: the filters mean what they mean for readings."""
    filters, rows = wanted.filters, Session.objects.select_related("puzzle")
    if not wanted.everyone:
        synthetic = Exists(SyntheticSession.objects.filter(pk=OuterRef("pk")))
        rows = rows.filter(synthetic if filters.who == "synthetic" else ~synthetic)
    if wanted.game is not None:
        rows = rows.filter(puzzle__game=wanted.game)
    if wanted.puzzle is not None:
        rows = rows.filter(puzzle_id=wanted.puzzle)
    if filters.source in (HERE, IMPORTED):
        rows = rows.filter(is_imported=filters.source == IMPORTED)
    elif filters.source:
        found = ImportedSession.objects.filter(pk=OuterRef("pk"), source=filters.source)
        rows = rows.filter(Exists(found))
    return narrow(rows, filters, level="puzzle__level", arm="in_study__item__arm")


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
        wrong: dict[UUID, list[WrongTry]] = defaultdict(list)
        for tried in WrongTry.objects.filter(session__in=ids).order_by(
            "session_id", "number", "id"
        ):
            wrong[tried.session_id].append(tried)
        synthetic = set(SyntheticSession.objects.filter(pk__in=ids).values_list("pk", flat=True))
        for session in page:
            lines = with_wrong(histories[session.pk], wrong[session.pk])
            yield tell_session(session, lines, key=key, synthetic=session.pk in synthetic)
        if len(page) < AT_ONCE:
            return
        last = page[-1].pk
