"""Which runs are paired, and the one number that a pair adds to its runs' own totals."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from django.db.models import QuerySet

from backend.lab.models import ChunkStatus, Pairing, Run, RunStatus
from engines import Metric, get_game, headline_of

TRIED = 20
"""A worker takes one of the first so many by chance, so that two seldom take the same."""


def wanted() -> QuerySet[Pairing]:
    """Pairings of runs that are both done, not worked out yet."""
    return Pairing.objects.filter(
        products__isnull=True, run__status=RunStatus.DONE, other__status=RunStatus.DONE
    )


def pair_next() -> bool:
    """Work out one pairing; False when none is wanted. Done twice it comes out the same."""
    found = wanted().select_related("run__variant__experiment", "other").order_by("pk")[:TRIED]
    choice = list(found)
    if not choice:
        return False
    pairing = random.choice(choice)
    game = get_game(pairing.run.variant.experiment.game)
    headline = headline_of(game)
    products = sum_of_products(headline, _headlines(pairing.run), _headlines(pairing.other))
    Pairing.objects.filter(pk=pairing.pk).update(products=products)
    return True


def pairings(runs: Sequence[Sequence[Run]], pairs: Iterable[tuple[int, int]]) -> Iterator[Pairing]:
    """Rows for pairs of variants by position. `runs[position]` are a variant's, in order."""
    for one, other in pairs:
        for run, partner in zip(runs[one], runs[other], strict=True):
            yield Pairing(run=run, other=partner)


def sum_of_products(metric: Metric, left: Iterable[bytes], right: Iterable[bytes]) -> int:
    """Over all trials: what the headline said in the one run times what it said in the other.

    Both are headlines in order (see `engines.Tally`), cut however they may be.
    """
    if metric.kind == "proportion":
        return sum(_both(one, other) for one, other in _side_by_side(left, right))
    import numpy as np

    total = 0
    for one, other in _side_by_side(left, right):
        values = np.frombuffer(one, np.int8).astype(np.int64)
        total += int(values @ np.frombuffer(other, np.int8).astype(np.int64))
    return total


def _both(one: bytes, other: bytes) -> int:
    """Bits set in both."""
    return (int.from_bytes(one, "little") & int.from_bytes(other, "little")).bit_count()


def _side_by_side(left: Iterable[bytes], right: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Pieces of the same length of two byte streams. Raises ValueError if one is longer."""
    rights, held = iter(right), b""
    for piece in left:
        while piece:
            if not held:
                held = next(rights, b"")
                if not held:
                    raise ValueError("The runs have different numbers of trials.")
            size = min(len(piece), len(held))
            yield piece[:size], held[:size]
            piece, held = piece[size:], held[size:]
    if held or next(rights, b""):
        raise ValueError("The runs have different numbers of trials.")


def _headlines(run: Run) -> Iterator[bytes]:
    done = run.chunks.filter(status=ChunkStatus.DONE).order_by("first_trial")
    for headline in done.values_list("headline", flat=True).iterator(chunk_size=20):
        yield bytes(headline or b"")
