"""Queue `upkeep`: what beat sends every few seconds, minutes or hours.

None of these is retried: beat sends the next one soon enough. A database that is away is no
error of theirs; heartbeats tell of it.
"""

from __future__ import annotations

from django.db import InterfaceError, OperationalError

from backend.config.celery import app
from backend.idempotency.services import forget_old_answers as forget_kept
from backend.lab import services as lab
from backend.lab import upkeep
from backend.play import services as play
from backend.playtests import services as playtests
from backend.puzzles import ahead
from backend.puzzles import services as puzzles

AWAY = (OperationalError, InterfaceError)


@app.task(name="upkeep.ring_waiting", throws=AWAY)
def ring_waiting() -> None:
    """Rescue chunks of dead workers, end what has ended, ring for what waits."""
    upkeep.ring_waiting()


@app.task(name="upkeep.make_coming_dailies", throws=AWAY)
def make_coming_dailies() -> None:
    """Have today's and the next days' daily puzzles made, those that are not there yet."""
    ahead.enqueue_dailies(dates=ahead.coming_dates())


@app.task(name="upkeep.ring_for_orders", throws=AWAY)
def ring_for_orders() -> None:
    """Ring again for puzzles on demand that still wait."""
    puzzles.ring_for_orders()


@app.task(name="upkeep.ring_for_proposals", throws=AWAY)
def ring_for_proposals() -> None:
    """Ring again for proposed levels whose boards are not measured."""
    lab.ring_for_proposals()


@app.task(name="upkeep.ring_for_imports", throws=AWAY)
def ring_for_imports() -> None:
    """Ring again for files of recorded play that wait, or lost their worker."""
    playtests.ring_for_imports()


@app.task(name="upkeep.forget_old_answers", throws=AWAY)
def forget_old_answers() -> None:
    """Forget answers kept for requests that might have been sent again."""
    forget_kept()


@app.task(name="upkeep.forget_old_codes", throws=AWAY)
def forget_old_codes() -> None:
    """Forget codes that would have moved a player."""
    play.forget_old_codes()


@app.task(name="upkeep.forget_old_uploads", throws=AWAY)
def forget_old_uploads() -> None:
    """Drop files of recorded play that were looked at and never stored."""
    playtests.forget_old_uploads()


@app.task(name="upkeep.forget_old_workers", throws=AWAY)
def forget_old_workers() -> None:
    """Delete heartbeats of workers long gone."""
    upkeep.forget_old_workers()


@app.task(name="upkeep.read_due_sessions", throws=AWAY)
def read_due_sessions() -> None:
    """Read the histories of sessions that are over, those not read yet."""
    playtests.read_due_sessions()


@app.task(name="upkeep.ring_for_boards", throws=AWAY)
def ring_for_boards() -> None:
    """Want simulated players on boards that people played; ring if any wait, or fits are due."""
    playtests.want_played()
    if playtests.wanted().exists() or playtests.due_fits():
        playtests.ring()
