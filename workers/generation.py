"""Queue `generation`: making puzzles."""

from __future__ import annotations

from datetime import date

from django.db import InterfaceError, OperationalError

from backend.config.celery import app
from backend.puzzles import services
from workers.kernels import ensure_kernels


@app.task(
    name="generation.make_daily_puzzle",
    autoretry_for=(OperationalError, InterfaceError),
    max_retries=5,
    retry_backoff=2,
    retry_backoff_max=60,
)
def make_daily_puzzle(*, date_iso: str, game: str, level: str) -> None:
    """The puzzle of a date, game and level, unless it is there already."""
    ensure_kernels(game)
    services.make_daily_puzzle(date=date.fromisoformat(date_iso), game=game, level=level)
