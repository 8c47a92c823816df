"""Queue `generation`: making puzzles, measuring boards that may become a level, reading files."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django.db import InterfaceError, OperationalError

from backend.common.problems import NotFound
from backend.config.celery import app
from backend.lab.services import measure_proposal as measure_boards
from backend.playtests.services import work_off_import
from backend.puzzles import services
from workers.kernels import ensure_kernels

RETRY: dict[str, Any] = {
    "autoretry_for": (OperationalError, InterfaceError),
    "max_retries": 5,
    "retry_backoff": 2,
    "retry_backoff_max": 60,
}


@app.task(name="generation.make_daily_puzzle", throws=(NotFound,), **RETRY)
def make_daily_puzzle(*, date_iso: str, game: str, level: str) -> None:
    """The puzzle of a date, game and level, unless it is there already."""
    ensure_kernels(game)
    services.make_daily_puzzle(date=date.fromisoformat(date_iso), game=game, level=level)


@app.task(name="generation.make_ordered_puzzle", **RETRY)
def make_ordered_puzzle(*, order_id: str, kernels_of: str | None) -> None:
    """What a player's order asks for, unless it is there already."""
    if kernels_of:
        ensure_kernels(kernels_of)
    services.make_ordered_puzzle(order_id=UUID(order_id))


@app.task(name="generation.import_play", **RETRY)
def import_play(*, import_id: str) -> None:
    """Read a file of recorded play, unless that is done already."""
    work_off_import(import_id=UUID(import_id))


@app.task(name="generation.measure_proposal", **RETRY)
def measure_proposal(*, proposal_id: str, game: str) -> None:
    """Boards of a proposal's rules, unless they are measured already."""
    ensure_kernels(game)
    measure_boards(proposal_id=UUID(proposal_id))
