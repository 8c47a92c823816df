"""Computing a chunk slice by slice, so that a word from outside is heard within moments."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from engines import Tally
from engines.game import Game

SLICE_SECONDS = 0.3
FIRST_SLICE = 8
GROWTH = 8
"""A slice is at most so many times as long as the one before."""


class Stopped(Exception):
    """`go_on` said no; nothing is kept of what was computed."""


def compute(
    game: Game,
    rules: Any,
    policy: str,
    seed: int,
    first_trial: int,
    trials: int,
    *,
    board: Any | None = None,
    go_on: Callable[[], bool],
    enough: Callable[[int], bool] = lambda _: False,
) -> Tally:
    """The tally of these trials, all on `board` if one is given, in slices of `SLICE_SECONDS`.

    Between slices `go_on` is asked; raises `Stopped` when it says no. Then `enough` is asked with
    the trials computed so far, a multiple of 8: when it says yes, the tally is of these. The slices
    do not show in the result: counters add up, and slices begin at whole bytes of the headline.
    """
    total: Tally | None = None
    at, size = 0, FIRST_SLICE
    while at < trials and not (total is not None and enough(at)):
        if not go_on():
            raise Stopped
        size = min(size, trials - at)
        begun = perf_counter()
        part = game.simulate(rules, policy, seed, first_trial + at, size, board=board)
        took = perf_counter() - begun
        total = part if total is None else _join(total, part)
        at += size
        size = _next_size(size, took)
    if total is None:
        raise ValueError("a chunk has at least one trial")
    return total


def _next_size(size: int, took: float) -> int:
    """A multiple of 8 that should take `SLICE_SECONDS`, after `size` trials took `took`."""
    wanted = int(size * min(GROWTH, SLICE_SECONDS / max(took, 1e-9)))
    return max(8, wanted // 8 * 8)


def _join(left: Tally, right: Tally) -> Tally:
    """The tally of both; `left` has a multiple of 8 trials."""
    counts = {
        key: tuple(map(sum, zip(left.counts[key], right.counts[key], strict=True)))
        for key in left.counts
    }
    return Tally(left.trials + right.trials, counts, left.headline + right.headline)
