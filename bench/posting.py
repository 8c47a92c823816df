"""Posting a move through the real server, against a minimal view on the same database.

The peer is a REST framework view without middleware or sign-in that does one read and one
insert in a transaction. Both servers run at once with two processes each, and are measured in
turns, so that what else the machine does falls on both.

Where it does much, rates come near each other: both servers wait. The processor time that a
request takes, by all who have a part in it, is then the better measure.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import psutil

from bench.stack import services, web
from bench.tables import Table

GAME = "map_coloring"
TABLE = """
CREATE TABLE bench_entry (
  id bigserial PRIMARY KEY, player uuid NOT NULL REFERENCES play_player, number integer,
  payload jsonb
)
"""


Server = tuple[str, int, Any]
"""Host, port, and a process of it."""
Sent = tuple[str, str, dict[str, str]]
"""A POST: path, body, headers."""


@dataclass(frozen=True)
class Measured:
    """Answers a second, the latencies in ms, sorted, and the processor ms that an answer took."""

    rate: float
    latencies: list[float]
    processor: float


def percentile(latencies: list[float], share: float) -> float:
    return latencies[min(len(latencies) - 1, int(share * len(latencies)))]


def processor_seconds() -> float:
    """What this process has used so far, and all that it has started: Postgres, Redis, servers."""
    this = psutil.Process()
    family = [this, *this.children(recursive=True)]
    seconds = 0.0
    for process in family:
        with contextlib.suppress(psutil.NoSuchProcess):  # ended meanwhile: its parent has its time
            # In programs and in the kernel, its own and that of its children that have ended.
            seconds += sum(process.cpu_times()[:4])
    return seconds


def measure(server: Server, seconds: float, sources: Sequence[Iterator[Sent]]) -> Measured:
    """Each client, one for each source, sends what that gives, one request after the other."""
    host, port, _ = server
    clients = len(sources)
    latencies: list[list[float]] = [[] for _ in range(clients)]
    start = threading.Barrier(clients + 1)
    end = [0.0]

    def run(client: int) -> None:
        start.wait()
        for path, body, headers in sources[client]:
            begun = time.perf_counter()
            connection = http.client.HTTPConnection(host, port, timeout=30)
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            answer.read()
            connection.close()
            assert answer.status == 201, (answer.status, path)
            now = time.perf_counter()
            latencies[client].append((now - begun) * 1000)
            if now >= end[0]:  # before the next is taken: who goes on later begins with that one
                return

    threads = [threading.Thread(target=run, args=(client,)) for client in range(clients)]
    for thread in threads:
        thread.start()
    used = processor_seconds()
    end[0] = time.perf_counter() + seconds
    start.wait()
    begun = time.perf_counter()
    for thread in threads:
        thread.join()
    taken = time.perf_counter() - begun
    flat = sorted(value for several in latencies for value in several)
    used = processor_seconds() - used
    return Measured(len(flat) / taken, flat, 1000 * used / len(flat))


def moves(client: int, sessions: int = 400) -> Iterator[Sent]:
    """Moves of the certificate in one new session after another; the sessions are made at once."""
    from backend.play import services as play
    from backend.puzzles.services import make_puzzle
    from engines import get_game

    rules = get_game(GAME).levels[0].rules.model_dump(mode="json")
    puzzle = make_puzzle(game=GAME, rules=rules, seed=client)
    player, token = play.create_player()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    ready = [
        play.start_session(player=player, puzzle_id=puzzle.pk)[0].session.pk
        for _ in range(sessions)
    ]

    def send() -> Iterator[Sent]:
        for session in ready:
            path = f"/api/v1/sessions/{session}/moves/"
            for number, move in enumerate(puzzle.certificate, 1):
                body = json.dumps({"number": number, "move": move, "think_ms": 900})
                yield path, body, headers

    return send()


def entries() -> Iterator[Sent]:
    from backend.play.models import Player

    player = str(Player.objects.order_by("id").values_list("pk", flat=True)[0])
    number = 0
    while True:
        number += 1
        body = json.dumps({"player": player, "number": number})
        yield "/", body, {"Content-Type": "application/json"}


def run(seconds: float = 3.0, rounds: int = 5, clients: int = 4) -> Iterator[Table]:
    """The two servers in turns."""
    with services(), web(2, "bench.peers.limited") as ours, web(2, "bench.peers.minimal") as peer:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(TABLE)
        found: dict[str, list[Measured]] = {"posting a move": [], "minimal view": []}
        playing = [moves(client) for client in range(clients)]
        entering = [entries() for _ in range(clients)]
        for _ in range(rounds):
            found["posting a move"].append(measure(ours, seconds, playing))
            found["minimal view"].append(measure(peer, seconds, entering))
    rows = []
    for name, measured in found.items():
        rate = statistics.median(one.rate for one in measured)
        flat = sorted(value for one in measured for value in one.latencies)
        middle, late = percentile(flat, 0.5), percentile(flat, 0.99)
        spent = statistics.median(one.processor for one in measured)
        times = f"{middle:.1f}", f"{late:.1f}", f"{spent:.2f}"
        rows.append((name, f"{rate:.0f}", *times, str(len(flat))))
    pairs = list(zip(*found.values(), strict=True))
    rates = [mine.rate / theirs.rate for mine, theirs in pairs]
    spendings = [theirs.processor / mine.processor for mine, theirs in pairs]
    yield Table(
        f"Posting a move: two processes, {clients} clients, {rounds} rounds of {seconds:g} s",
        ("server", "a second", "median ms", "p99 ms", "processor ms", "answers"),
        rows,
        f"Ratio of the rates: {_told(rates)}. Of what one second of processor time answers, the "
        f"client's, Postgres' and Redis' included: {_told(spendings)}.",
    )


def _told(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):.2f} ({', '.join(f'{ratio:.2f}' for ratio in ratios)})"
