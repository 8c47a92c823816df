"""A short way to call the API and to say what must come back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.test import Client

from backend.play import services as play
from backend.puzzles import services as puzzles
from backend.puzzles.levels import Slot, daily_slots
from backend.puzzles.models import DailyPuzzle, Puzzle

PROBLEM = "application/problem+json"
RULES = {"width": 8, "height": 8, "seeds": 8, "colors": 4, "regions": "split"}


def make_map(seed: int, **rules: Any) -> Puzzle:
    """A small map without a level: made without measuring its difficulty."""
    return puzzles.make_puzzle(game="map_coloring", rules={**RULES, **rules}, seed=seed)


def fill_day(day: date, slots: Sequence[Slot] | None = None) -> None:
    """A daily set of small maps, without the cost of measuring their difficulty."""
    for number, (game, level) in enumerate(daily_slots(day) if slots is None else slots):
        puzzle = make_map(seed=number)
        DailyPuzzle.objects.create(date=day, game=game, level=level, puzzle=puzzle)


@dataclass
class Api:
    """Calls below /api/v1/, as JSON, with a token if there is one."""

    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    token: str | None = None

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """`body`: bytes as they are, anything else as JSON, None for no body at all."""
        if self.token:
            headers.setdefault("authorization", f"Bearer {self.token}")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body)
        address = path if path.startswith("/") else f"/api/v1/{path}"
        kind = named.pop("content-type", "application/json")
        return self.client.generic(method, address, data, content_type=kind, headers=named)

    def get(self, path: str, **headers: str) -> Any:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("POST", path, body, **headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self.call("DELETE", path, **headers)


def new_player_api() -> Api:
    """A client with a new player's token."""
    return Api(token=play.create_player()[1])


def ok(response: Any, status: int = 200) -> Any:
    """The JSON of an answer that must have this status."""
    assert response.status_code == status, (response.status_code, response.content[:2000])
    return response.json()


def problem(response: Any, status: int, code: str | None = None) -> Any:
    """The problem document that an answer must be."""
    document = ok(response, status)
    assert response["Content-Type"] == PROBLEM
    assert response["Cache-Control"] == "no-store"
    assert document["status"] == status
    assert document["type"] == "urn:tsumi:problem:" + document["code"]
    assert {"title", "detail"} <= set(document)
    if code is not None:
        assert document["code"] == code, document
    return document


def pointers(document: Any) -> list[str]:
    """Where a problem's faults are, sorted."""
    return sorted(fault["pointer"] for fault in document["errors"])
