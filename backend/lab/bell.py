"""Telling workers that chunks wait. A bell that nobody hears costs nothing: see `upkeep`."""

from __future__ import annotations

from backend.common.queueing import enqueue

RUN_CHUNKS = "simulation.run_chunks"
QUEUE = "simulation"

MOST_BELLS = 16
"""Rung at once. One bell keeps one worker's child going as long as chunks wait."""


def ring(chunks: int) -> None:
    """Ring for `chunks` waiting chunks: once for each, up to `MOST_BELLS`.

    Gives up when the broker is away: one wait for it is enough for whoever is waiting here.
    """
    for _ in range(min(chunks, MOST_BELLS)):
        if not enqueue(RUN_CHUNKS, queue=QUEUE):
            return
