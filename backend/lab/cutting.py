"""How a run is cut into chunks. Results never depend on it; only the time they take does."""

from __future__ import annotations

from collections.abc import Iterator

MAX_CHUNKS = 10_000
"""Chunks of one experiment, roughly: at least one for each run, whatever the number of runs."""

BITS = 8
"""Chunks start at multiples of this, so that headline bits join byte by byte."""


def chunk_size(*, trials: int, runs: int, speed: float, seconds: float) -> int:
    """Trials of a chunk that takes about `seconds` at `speed` trials a second.

    A multiple of 8; larger where `runs` runs of `trials` trials would else be cut into
    more than `MAX_CHUNKS` chunks.
    """
    per_run = max(1, MAX_CHUNKS // runs)
    wanted = max(int(speed * seconds), -(-trials // per_run), 1)
    return -(-wanted // BITS) * BITS


def cut(trials: int, size: int, boards: int = 1) -> Iterator[tuple[int, int]]:
    """(first trial, trials) of each chunk, in order; the last one may be shorter.

    No chunk has trials of two of so many boards (see `backend.lab.dealing`).
    """
    block = trials // boards
    for board in range(boards):
        for first in range(0, block, size):
            yield board * block + first, min(size, block - first)
