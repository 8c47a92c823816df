"""A long simulation in slices: so that it shows progress, and Ctrl-C is heard."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from engines.game import Game
from engines.tally import Tally, merge

FIRST_SLICE = 1024
SLICE_SECONDS = 0.4


def simulate_in_slices(
    game: Game,
    rules: Any,
    policy: str,
    seed: int,
    first_trial: int,
    trials: int,
    board: Any | None = None,
) -> Tally:
    """The same tally as one call of `game.simulate`."""
    total: Tally | None = None
    done, size = 0, FIRST_SLICE
    with _progress(f"{game.title}, {policy}", trials) as advance:
        while done < trials:
            count = min(size, trials - done)
            start = perf_counter()
            tally = game.simulate(rules, policy, seed, first_trial + done, count, board=board)
            took = perf_counter() - start
            total = tally if total is None else merge([total, tally])
            done += count
            advance(count)
            # Twice as long or half as long at most: the first slice also compiles.
            pace = SLICE_SECONDS / took if took > 0 else 2.0
            size = max(8, int(size * min(2.0, max(0.5, pace))) // 8 * 8)
    assert total is not None
    return total


@contextmanager
def _progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr where that is a terminal; stdout stays free for the answer."""
    if not sys.stderr.isatty():
        yield lambda _count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeLeft())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda count: bar.advance(task, count)
