"""Where plays got stuck on fixed boards: a sample of them is played once more, in plain Python.

Tallies count cells of a grid at most. Which region, tile or number it was, only a play itself
tells; so a worker replays the first plays in which the headline counted, once the experiment is
done, and writes down what it saw.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from time import monotonic
from typing import Any

from django.db import InterfaceError, OperationalError
from django.db.models import F, QuerySet

from backend.lab.boards import read_board
from backend.lab.models import (
    BoardChoice,
    Chunk,
    ChunkStatus,
    Experiment,
    ExperimentStatus,
    LocusSample,
    Run,
    Variant,
)
from backend.lab.planning import is_rate
from backend.lab.versions import same_version
from engines import EngineError, Game, get_game

MOST_PLAYS = 200
"""Replayed of each variant and board."""

SECONDS = 4.0
"""After so long no further play is replayed; there is always one."""

ALL_SECONDS = 600.0
"""All samples of one experiment should take no longer: with many of them each has less time."""

MAX_ATTEMPTS = 3

TRIED = 20
"""A worker takes one of the first so many by chance, so that two seldom take the same."""


def samples(
    game: Game, experiment: Experiment, variants: Sequence[Variant]
) -> Iterator[LocusSample]:
    """Rows to be worked out: for each variant and board, of a game whose headline is a rate."""
    if experiment.boards != BoardChoice.FIXED or not is_rate(game):
        return
    boards = list(experiment.fixed_boards.all())
    for variant in variants:
        for board in boards:
            yield LocusSample(variant=variant, board=board)


def wanted() -> QuerySet[LocusSample]:
    """Samples of experiments that are done, not looked at yet."""
    return LocusSample.objects.filter(
        plays__isnull=True, variant__experiment__status=ExperimentStatus.DONE
    )


def look_next() -> bool:
    """Look at one variant's plays on one board; False when none is wanted.

    The first to have looked is kept: with less time another would have seen fewer. What fails is
    raised, and given up at the last of `MAX_ATTEMPTS`.
    """
    found = list(
        wanted().select_related("variant__experiment", "board__puzzle").order_by("pk")[:TRIED]
    )
    if not found:
        return False
    sample = random.choice(found)
    try:
        plays, seen = _look(sample)
    except (OperationalError, InterfaceError):
        raise  # the database is away: that is not the sample's fault
    except Exception as error:
        _note_failure(sample, error)
        raise
    LocusSample.objects.filter(pk=sample.pk, plays__isnull=True).update(plays=plays, loci=seen)
    return True


def _note_failure(sample: LocusSample, error: Exception) -> None:
    row = LocusSample.objects.filter(pk=sample.pk, plays__isnull=True)
    row.update(attempts=F("attempts") + 1)
    said = f"it failed {MAX_ATTEMPTS} times, the last time with {type(error).__name__}"
    row.filter(attempts__gte=MAX_ATTEMPTS).update(plays=0, loci={}, error=said)


def _look(sample: LocusSample) -> tuple[int, dict[str, list[int]]]:
    """How many plays were looked at, and what was seen: see `LocusSample`."""
    variant, experiment = sample.variant, sample.variant.experiment
    plays, seen = 0, dict[str, list[int]]()
    try:
        if not same_version(experiment):
            return plays, seen
        game: Any = get_game(experiment.game)
        rules = game.Rules.model_validate(variant.rules)
        board = read_board(game, rules, sample.board.puzzle)
    except (EngineError, ValueError):
        return plays, seen
    all_samples = LocusSample.objects.filter(board__experiment=experiment).count()
    until = monotonic() + min(SECONDS, ALL_SECONDS / all_samples)
    for run, trial in islice(_counted(sample), MOST_PLAYS):
        if plays and monotonic() > until:
            break
        play = game.replay_trial(rules, variant.policy, run.seed, trial, board=board)
        plays += 1
        for locus in dict.fromkeys(play.loci):
            seen.setdefault(locus, [0, run.replicate, trial])[0] += 1
    return plays, seen


def _counted(sample: LocusSample) -> Iterator[tuple[Run, int]]:
    """Trials on the board in which the headline counted, replicate by replicate, in order."""
    experiment = sample.variant.experiment
    block = experiment.trials // experiment.fixed_boards.count()
    begin = sample.board.number * block
    for run in sample.variant.runs.order_by("replicate"):
        chunks = Chunk.objects.filter(
            run=run,
            status=ChunkStatus.DONE,
            first_trial__gte=begin,
            first_trial__lt=begin + block,
        ).order_by("number")
        for first, headline in chunks.values_list("first_trial", "headline").iterator(20):
            for trial in counted_bits(bytes(headline or b"")):
                yield run, first + trial


def counted_bits(headline: bytes) -> Iterator[int]:
    """Offsets of the bits that are set, lowest bit of the first byte first."""
    for at, byte in enumerate(headline):
        if byte:
            yield from (at * 8 + place for place in range(8) if byte >> place & 1)
