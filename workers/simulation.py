"""Queue `simulation`: computing chunks of experiments."""

from __future__ import annotations

import os
import socket

from backend.config.celery import app
from backend.lab import expectations, work
from backend.playtests import services as playtests
from workers.children import stopping


@app.task(name="simulation.run_chunks")
def run_chunks() -> None:
    """Compute waiting chunks for a while. Not retried: upkeep rings again for what waits."""
    work.run_chunks(worker=f"{socket.gethostname()}:{os.getpid()}", stopping=stopping)


@app.task(name="simulation.work_out_exactly", time_limit=expectations.LONGEST_SECONDS)
def work_out_exactly() -> None:
    """Work out one variant's exact values, and ask again if more are wanted."""
    if expectations.work_out_next(stopping) and expectations.wanted().exists():
        expectations.ring()


@app.task(name="simulation.hold_against_people")
def hold_against_people() -> None:
    """Play one board that people played, or fit to what is known; ask again if more is wanted."""
    if not playtests.simulate_next(stopping=stopping):
        playtests.fit_due()
    elif playtests.wanted().exists():
        playtests.ring()
    else:
        playtests.fit_due()
