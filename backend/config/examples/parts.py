"""What examples of every app are put together from."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

DAY = datetime(2026, 1, 1, 9, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
CLIENT = "web/1.2"
IDS = (
    "puzzle",
    "player",
    "session",
    "experiment",
    "variant",
    "run 1",
    "run 2",
    "finish",
    "order",
    "tuning",
    "proposal",
    "level",
    "import",
)


Named = dict[str, dict[str, Any]]
"""Examples by a short name, as OpenAPI has them: ``{"summary": …, "value": …}``."""


def known_id(name: str) -> str:
    return f"019b7810-0000-7000-8000-{IDS.index(name) + 1:012d}"


def named(summary: str, value: dict[str, Any] | str) -> dict[str, Any]:
    return {"summary": summary, "value": value}
