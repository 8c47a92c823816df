"""Sessions that were judged, into the tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction

from backend.play.models import Move, Player, Session, WrongTry
from backend.playtests.models import Corpus, ImportedPlayer, ImportedSession, SyntheticSession
from backend.playtests.services.importing.judging import count, fresh_of
from backend.playtests.services.importing.runs import Ready, Run
from backend.playtests.services.readings import read_sessions
from backend.puzzles.models import Puzzle
from backend.puzzles.services.imported import keep_board, prove_board
from backend.puzzles.services.making import make_puzzle


@transaction.atomic
def store(*, run: Run, ready: Sequence[Ready]) -> None:
    """These sessions in one transaction. Imports of one source wait for each other."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"import {run.source}"]
        )
    fresh = fresh_of(run=run, ready=ready)
    count(run=run, fresh=fresh)
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
    run.keep(run)


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


def _keep_players(run: Run, fresh: Sequence[Ready]) -> dict[str, UUID]:
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


def _label_synthetic(run: Run, fresh: Sequence[Ready]) -> None:
    sessions = [one.replayed.session for one in fresh if one.told.synthetic]
    if not sessions:
        return
    truth = {"imported_from": run.source}
    corpus = Corpus.objects.filter(truth=truth).first() or Corpus.objects.create(truth=truth)
    SyntheticSession.objects.bulk_create(
        SyntheticSession(session=session, corpus=corpus) for session in sessions
    )
