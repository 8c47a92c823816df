"""The same file sent twice at once is stored once."""

from __future__ import annotations

import io
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from backend.play.models import Move, Player, Session
from backend.playtests.models import ImportedSession
from backend.playtests.services import import_play
from backend.puzzles.models import Puzzle

AT_ONCE, SESSIONS = 4, 120


@pytest.mark.django_db(transaction=True)
def test_imports_of_one_source_wait_for_each_other() -> None:
    told = {
        "format": "tsumi-play/1",
        "player": "p1",
        "game": "sliding",
        "rules": {"width": 3, "height": 3},
        "board": "1 2 3 4 5 6 7 0 8",
        "started_at": "2026-03-01T10:00:00Z",
        "entries": [{"kind": "move", "payload": "8"}],
    }
    file = "\n".join(json.dumps(told | {"session": f"s{nth}"}) for nth in range(SESSIONS)).encode()
    together = Barrier(AT_ONCE)

    def send(_: int) -> tuple[int, int]:
        try:
            together.wait(10)
            report = import_play(stream=io.BytesIO(file), layout="jsonl", source="there")
            return report.stored, report.there
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(send, range(AT_ONCE)))
    assert {sum(pair) for pair in found} == {SESSIONS}
    assert sum(stored for stored, _ in found) == SESSIONS
    counts = [model.objects.count() for model in (Session, ImportedSession, Move)]
    assert counts == [SESSIONS] * 3
    assert Player.objects.count() == Puzzle.objects.count() == 1
