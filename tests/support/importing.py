"""Files of recorded play to import: a small map, and what may be told of it."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime, timedelta
from typing import Any

from backend.playtests.services import import_play
from engines import get_game
from tests.support.api import RULES

BEGUN = datetime(2026, 3, 1, 10, tzinfo=UTC)


def moment(seconds: float) -> str:
    return (BEGUN + timedelta(seconds=seconds)).isoformat()


def record(moves: list[Any], name: str = "s1", **members: Any) -> dict[str, Any]:
    """A session of the small map of seed 7, a move every ten seconds."""
    game = get_game("map_coloring")
    rules = game.Rules(**RULES)
    entries = [
        {"kind": "move", "payload": move, "think_ms": 9_000, "at": moment(10 * nth)}
        for nth, move in enumerate(moves, 1)
    ]
    told = {
        "format": "tsumi-play/1",
        "session": name,
        "player": "p1",
        "game": "map_coloring",
        "rules": RULES,
        "board": game.dump_board(game.generate(rules, 7).board),
        "started_at": moment(0),
        "entries": entries,
    }
    told.update(members)
    return told


def solution() -> list[Any]:
    game = get_game("map_coloring")
    return [game.dump_move(move) for move in game.generate(game.Rules(**RULES), 7).certificate]


def lines_of(*records: Any) -> bytes:
    return "\n".join(json.dumps(one) for one in records).encode()


def take(*records: Any, **options: Any) -> Any:
    stream = io.BytesIO(lines_of(*records))
    return import_play(stream=stream, layout="jsonl", **{"source": "there", **options})


def take_csv(text: str, **options: Any) -> Any:
    stream = io.BytesIO(text.encode())
    return import_play(stream=stream, layout="csv", source="there", **options)


def told(report: Any) -> list[tuple[int, str]]:
    return [(fault.line, fault.pointer) for fault in report.faults]
