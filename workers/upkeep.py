"""Queue `upkeep`: what beat sends every few seconds, minutes or hours.

None of these is retried: beat sends the next one soon enough.
"""

from __future__ import annotations

from backend.config.celery import app
from backend.lab import upkeep
from backend.puzzles import ahead


@app.task(name="upkeep.ring_waiting")
def ring_waiting() -> None:
    """Rescue chunks of dead workers, end what has ended, ring for what waits."""
    upkeep.ring_waiting()


@app.task(name="upkeep.make_coming_dailies")
def make_coming_dailies() -> None:
    """Have today's and the next days' daily puzzles made, those that are not there yet."""
    ahead.enqueue_dailies(dates=ahead.coming_dates())


@app.task(name="upkeep.forget_old_workers")
def forget_old_workers() -> None:
    """Delete heartbeats of workers long gone."""
    upkeep.forget_old_workers()
