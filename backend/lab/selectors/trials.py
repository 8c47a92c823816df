"""Single trials of a run, found through the headline's bits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from backend.lab.models import ChunkStatus, Run
from backend.lab.versions import game_as_begun
from engines import Playthrough

TYPICAL_OF = 31
"""Of so many stuck trials the one of middling length is typical."""


def stuck_trials(run: Run) -> Iterator[int]:
    """Trials in which the headline metric counted, in order, of the chunks that are done."""
    for first, headline in _headlines(run):
        for at, byte in enumerate(headline):
            if byte:
                yield from (first + at * 8 + place for place in range(8) if byte >> place & 1)


def stuck_trial(run: Run, nth: int = 0) -> int | None:
    """The trial that was the `nth` (from 0) in which the headline counted; None: not that many."""
    skipped = 0
    for first, headline in _headlines(run):
        count = int.from_bytes(headline, "little").bit_count()
        if skipped + count > nth:
            return first + _nth_bit(headline, nth - skipped)
        skipped += count
    return None


def typical_stuck_trial(run: Run) -> int | None:
    """Of the run's first stuck trials the one whose play has the middle length; None: none."""
    trials = list(islice(stuck_trials(run), TYPICAL_OF))
    if not trials:
        return None
    lengths = sorted((len(replay(run, trial).moves), trial) for trial in trials)
    return lengths[len(lengths) // 2][1]


def replay(run: Run, trial: int) -> Playthrough:
    """A trial of this run, move by move, in plain Python.

    Raises `Conflict` (409) when the game has another version now.
    """
    variant = run.variant
    game: Any = game_as_begun(variant.experiment)
    rules = game.Rules.model_validate(variant.rules)
    return game.replay_trial(rules, variant.policy, run.seed, trial)  # type: ignore[no-any-return]


def _headlines(run: Run) -> Iterator[tuple[int, bytes]]:
    """(first trial, headline bits) of the chunks that are done, in order, a few at a time."""
    done = run.chunks.filter(status=ChunkStatus.DONE).order_by("number")
    for first, headline in done.values_list("first_trial", "headline").iterator(chunk_size=20):
        yield first, bytes(headline or b"")


def _nth_bit(headline: bytes, nth: int) -> int:
    """The place of the `nth` (from 0) bit that is set, lowest bit of the first byte first."""
    for at, byte in enumerate(headline):
        count = byte.bit_count()
        if nth < count:
            places = [place for place in range(8) if byte >> place & 1]
            return at * 8 + places[nth]
        nth -= count
    raise ValueError("There are not that many bits set.")
