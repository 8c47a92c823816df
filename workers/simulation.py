"""Queue `simulation`: computing chunks of experiments."""

from __future__ import annotations

import os
import socket

from backend.config.celery import app
from backend.lab import expectations, work
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
