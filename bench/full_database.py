"""Posting a move, and the pages of playtests, with ten million history entries in the database.

`python -m bench.full_database 2000` does it with 2,000 sessions instead of 100,000.

The empty database is a copy made before the other was filled, on the same Postgres. Both have
the sessions that are played while measuring, and their servers are measured in turns.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psycopg

from bench.posting import GAME, Measured, Sent, Server, measure, moves, percentile
from bench.stack import services, web
from bench.tables import Table

SESSIONS = 100_000
ENTRIES = 100
PUZZLES, PLAYERS = 20, 2_001  # with no common divisor: every player plays every puzzle
HISTORIES = 20
"""Different ones of each puzzle; its sessions share them."""
STARTED = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    """A session and its history, not stored: the copies differ in their ids and players."""

    session: Any
    history: list[Any]


# Filling -----------------------------------------------------------------------------------
def play(puzzle: Any, seed: int) -> Played:
    """A session of somebody who plays at random, takes back, and gives up after 100 entries."""
    from backend.play.models import Move, Session
    from backend.puzzles.boards import load_board

    game, board = load_board(puzzle)
    chance, line, history = random.Random(seed), [("", 0, game.initial_state(board))], []
    session = Session(puzzle=puzzle, started_at=STARTED, status="abandoned")
    now = STARTED
    for number in range(1, ENTRIES + 1):
        state = line[-1][2]
        legal = game.legal_moves(state)
        move = chance.choice(legal) if legal and chance.random() > 0.3 else None
        if move is not None and game.outcome(game.apply(state, move)).status != "solved":
            line.append((game.locus(state, move), number, game.apply(state, move)))
            kind, payload, locus = "move", game.dump_move(move), line[-1][0]
        elif len(line) > 1:
            locus, undone, _ = line.pop()
            kind, payload = "undo", {"undone": undone}
        else:
            kind, payload, locus = "hint", {"move": None, "message": "Begin anywhere."}, ""
        think = int(1000 * chance.lognormvariate(0, 0.8) * (8 if chance.random() < 0.04 else 1))
        now += timedelta(milliseconds=think + 200)
        outcome = game.outcome(line[-1][2]).status
        session.stuck_count += outcome == "stuck" and not session.stuck
        session.stuck = outcome == "stuck"
        counter = f"{kind}_count"
        setattr(session, counter, getattr(session, counter) + 1)
        history.append(
            Move(
                number=number,
                kind=kind,
                payload=payload,
                locus=locus,
                think_ms=think,
                hidden_ms=0,
                client_time=now,
                legal_count=len(legal),
                outcome=outcome,
                created_at=now,
            )
        )
    session.first_move_at = history[0].created_at
    session.last_entry_at = session.last_client_time = session.finished_at = now
    return Played(session, history)


def fill(puzzles: list[Any], sessions: int) -> None:
    """Write so many sessions with COPY, and what was read from each."""
    from django.db import connection

    from backend.common.ids import new_id
    from backend.play.models import Move, Player, Session
    from backend.playtests.services.readings import read_sessions

    players = [Player(token_hash=f"{n:064x}") for n in range(PLAYERS)]
    Player.objects.bulk_create(players)
    made = [play(puzzle, seed) for seed in range(HISTORIES) for puzzle in puzzles]
    session_fields = Session._meta.concrete_fields
    move_fields = [f for f in Move._meta.concrete_fields if f.name not in ("id", "session")]
    tails = [
        [
            "\t".join(["", *(_text(getattr(move, f.attname)) for f in move_fields)]) + "\n"
            for move in one.history
        ]
        for one in made
    ]
    ids = [new_id() for _ in range(sessions)]
    columns = ", ".join(["session_id", *(f.column for f in move_fields)])
    connection.ensure_connection()
    with connection.connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # ids need no looking up
        names = ", ".join(f.column for f in session_fields)
        with cursor.copy(f"COPY play_session ({names}) FROM STDIN") as copy:
            for place, session_id in enumerate(ids):
                session = made[place % len(made)].session
                session.pk, session.player = session_id, players[place % PLAYERS]
                copy.write_row([getattr(session, f.attname) for f in session_fields])
        with cursor.copy(f"COPY play_move ({columns}) FROM STDIN") as copy:
            for place, session_id in enumerate(ids):
                head = str(session_id)
                copy.write("".join([head + tail for tail in tails[place % len(made)]]))
        cursor.execute("SET session_replication_role = DEFAULT")
    read_sessions(session_ids=ids[: len(made)])
    copy_readings(ids, len(made))


def make_study(puzzles: list[Any]) -> Any:
    """An open study of all the puzzles, an arm for each set of rules; everybody took part.

    A player's first session of a puzzle was played for it.
    """
    from django.db import connection

    from backend.play.models import Player
    from backend.playtests.models import Arm, ArmPuzzle, Participant, Study

    study = Study.objects.create(
        code="BCDFGH",
        name="Which level stalls people?",
        game=GAME,
        assignment=Study.Assignment.ALL,
        wanted=PLAYERS,
        consent="What you play is kept.",
        status=Study.Status.OPEN,
        opened_at=STARTED,
    )
    by_rules: dict[str, list[Any]] = {}
    for puzzle in puzzles:
        by_rules.setdefault(puzzle.rules_key, []).append(puzzle)
    for place, several in enumerate(by_rules.values()):
        title = f"Rules {place + 1}"
        arm = Arm.objects.create(study=study, position=place, title=title, rules=several[0].rules)
        ArmPuzzle.objects.bulk_create(
            [ArmPuzzle(arm=arm, position=n, puzzle=puzzle) for n, puzzle in enumerate(several)]
        )
    Participant.objects.bulk_create(
        [
            Participant(study=study, player=player, consent_hash=study.consent_hash)
            for player in Player.objects.filter(token_hash__startswith="0" * 32)
        ]
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO playtests_studysession (session_id, item_id, participant_id) "
            "SELECT DISTINCT ON (person.id, item.id) session.id, item.id, person.id "
            "FROM play_session session "
            "JOIN playtests_armpuzzle item ON item.puzzle_id = session.puzzle_id "
            "JOIN playtests_participant person ON person.player_id = session.player_id "
            "ORDER BY person.id, item.id, session.id"
        )
        cursor.execute("VACUUM ANALYZE")
    return study


def make_stuck_maps(puzzles: list[Any]) -> None:
    """Of each board, as if every simulated player had played it; how often they stick is made up,

    more often the less careful they are.
    """
    from backend.playtests.models import StuckMap
    from backend.playtests.noise import players_of
    from engines import get_game

    players, trials = sorted(players_of(get_game(GAME))), 4_000
    StuckMap.objects.bulk_create(
        [
            StuckMap(
                puzzle=puzzle,
                policy=player,
                stuck=trials * (place + 1) // (len(players) + 1),
                trials=trials,
                loci={},
            )
            for puzzle in puzzles
            for place, player in enumerate(players)
        ]
    )


def copy_readings(ids: list[UUID], read: int) -> None:
    """The first so many sessions have been read; the others share their histories."""
    from django.db import connection

    from backend.playtests.models import SessionReading

    fields = SessionReading._meta.concrete_fields
    others = ", ".join(field.column for field in fields if field.column != "session_id")
    with connection.connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE twin (session_id uuid, of_session uuid)")
        with cursor.copy("COPY twin FROM STDIN") as copy:
            for place, session_id in enumerate(ids[read:], read):
                copy.write_row([session_id, ids[place % read]])
        cursor.execute(
            f"INSERT INTO playtests_sessionreading (session_id, {others}) "
            f"SELECT twin.session_id, {others} FROM twin "
            "JOIN playtests_sessionreading reading ON reading.session_id = twin.of_session"
        )


def _text(value: Any) -> str:
    """As COPY wants it. Nothing here holds a backslash, a tab or a line's end."""
    if value is None:
        return "\\N"
    return json.dumps(value) if isinstance(value, dict) else str(value)


def copy_database(url: str, name: str) -> str:
    """Copy the database to one of this name; returns its URL."""
    from django.db import connection

    connection.close()
    with psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl()) as maintenance:
        maintenance.autocommit = True
        source = urlsplit(url).path.strip("/")
        maintenance.execute(f'CREATE DATABASE {name} TEMPLATE "{source}"')
    return urlsplit(url)._replace(path=f"/{name}").geturl()


# Measuring ---------------------------------------------------------------------------------
def measure_pages(puzzle: Any, study: Any) -> Iterator[tuple[str, float, float, float, int]]:
    """Of each page, as staff get it: its name, ms of the first visit, the medians of five more

    in ms, by the clock and by this process's processor time (Postgres's is not in that), and its
    queries. What a web process loads once it serves is loaded before.
    """
    from django.contrib.auth import get_user_model
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from backend.common.loading import load_ahead

    load_ahead().join()
    staff = Client()
    staff.force_login(get_user_model().objects.create_superuser("bench", password="bench"))
    for name, address in pages(puzzle, study).items():
        taken, used = [], []
        for _ in range(6):
            begun, before = time.perf_counter(), time.process_time()
            answer = staff.get(address)
            taken.append((time.perf_counter() - begun) * 1000)
            used.append((time.process_time() - before) * 1000)
            assert answer.status_code == 200, (name, answer.status_code)
        with CaptureQueriesContext(connection) as queries:
            staff.get(address)
        median = statistics.median
        yield name, taken[0], median(taken[1:]), median(used[1:]), len(queries)


def pages(puzzle: Any, study: Any) -> dict[str, str]:
    """The addresses of the pages that sum recorded play."""
    from django.urls import reverse

    return {
        "all stall points": reverse("admin:playtests_playedpuzzle_changelist"),
        "stall points of a puzzle": reverse(
            "admin:playtests_playedpuzzle_change", args=[puzzle.pk]
        ),
        "rule variants of a game": reverse("admin:playtests_variants", args=[puzzle.game]),
        "people against the simulation": reverse("admin:playtests_against", args=[puzzle.game]),
        "a study": reverse("admin:playtests_study_change", args=[study.pk]),
    }


def measure_posting(
    servers: dict[str, Server], ready: list[list[Sent]], seconds: float, rounds: int
) -> dict[str, list[Measured]]:
    """Each server in turn, going on where it was."""
    left = {name: [iter(one) for one in ready] for name in servers}
    found: dict[str, list[Measured]] = {name: [] for name in servers}
    for _ in range(rounds):
        for name, server in servers.items():
            found[name].append(measure(server, seconds, left[name]))
    return found


def posting_table(found: dict[str, list[Measured]]) -> Table:
    rows = []
    for name, measured in found.items():
        flat = sorted(value for one in measured for value in one.latencies)
        middle, late = percentile(flat, 0.5), percentile(flat, 0.99)
        rows.append((name, f"{middle:.1f}", f"{late:.1f}", str(len(flat))))
    pairs = zip(found["empty"], found["full"], strict=True)
    ratios = [
        percentile(full.latencies, 0.5) / percentile(empty.latencies, 0.5) for empty, full in pairs
    ]
    told = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    note = f"Ratio of the medians, full to empty: {statistics.median(ratios):.2f} ({told})."
    return Table("Posting a move", ("database", "median ms", "p99 ms", "answers"), rows, note)


def storage_table() -> Table:
    from django.db import connection

    rows = []
    with connection.cursor() as cursor:
        for table in ("play_move", "play_session", "playtests_sessionreading"):
            cursor.execute(
                f"SELECT pg_table_size('{table}'), pg_indexes_size('{table}'), count(*) "
                f"FROM {table}"
            )
            heap, indexes, count = cursor.fetchone()
            each = [f"{size / count:.0f}" for size in (heap, indexes, heap + indexes)]
            rows.append((table, f"{count:,}", *each))
    return Table("Storage", ("table", "rows", "table, bytes a row", "indexes", "together"), rows)


def run(
    sessions: int = SESSIONS, seconds: float = 2.0, rounds: int = 8, clients: int = 2
) -> Iterator[Table]:
    """Fill, then measure posting in turns, the pages, and the storage."""
    with services():
        from backend.puzzles.services import make_puzzle
        from engines import get_game

        levels = get_game(GAME).levels
        puzzles = [
            make_puzzle(
                game=GAME, rules=levels[n % len(levels)].rules.model_dump(mode="json"), seed=100 + n
            )
            for n in range(PUZZLES)
        ]
        ready = [list(moves(client)) for client in range(clients)]
        full = os.environ["DATABASE_URL"]
        empty = copy_database(full, "empty")
        begun = time.perf_counter()
        fill(puzzles, sessions)
        study = make_study(puzzles)
        make_stuck_maps(puzzles)
        print(f"{sessions:,} sessions filled in {time.perf_counter() - begun:.0f} s", flush=True)
        with (
            web(1, "bench.peers.limited", empty) as of_empty,
            web(1, "bench.peers.limited", full) as of_full,
        ):
            servers = {"empty": of_empty, "full": of_full}
            yield posting_table(measure_posting(servers, ready, seconds, rounds))
        rows = [
            (name, *(f"{value:.0f}" for value in values))
            for name, *values in measure_pages(puzzles[0], study)
        ]
        note = f"Each puzzle was played {sessions // PUZZLES:,} times."
        yield Table(
            "Pages of playtests",
            ("page", "first, ms", "then, ms", "processor, ms", "queries"),
            rows,
            note,
        )
        yield storage_table()


if __name__ == "__main__":
    for table in run(int(sys.argv[1]) if sys.argv[1:] else SESSIONS):
        print(table.text(), flush=True)
