"""From a cell of a heatmap back to the plays that were counted in it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from django.db.models import F

from backend.common.problems import NotFound
from backend.lab.models import ChunkStatus, Run
from backend.lab.selectors.trials import replay
from backend.lab.versions import game_as_begun
from engines import EngineError, Metric, split_vector

MOST_REPLAYED = 300
SECONDS = 1.0
"""One search replays at most so many plays, and begins none after so long."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a heatmap of this run; row and column from 0."""

    run: Run
    metric: Metric
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Search:
    """`trial` is the first one found, if any; `looked_at` plays were replayed, `last` being the

    number of the last one. `more`: there are plays left that were not looked at.
    """

    trial: int | None
    looked_at: int
    last: int
    more: bool


def heatmap_shape(run: Run, key: str) -> tuple[int, int]:
    """(rows, columns) of a heatmap whose cells lead to plays. Raises `NotFound`."""
    return _shape(run, _leading(run, key))


def find_cell(run: Run, key: str, row: int, column: int) -> Cell:
    """Raises `NotFound` (404) where the run's game has no such heatmap, or that no such cell."""
    metric = _leading(run, key)
    height, width = _shape(run, metric)
    if not (0 <= row < height and 0 <= column < width):
        raise NotFound(f"Its rows are 0 to {height - 1}, its columns 0 to {width - 1}.")
    return Cell(run, metric, row, column)


def _leading(run: Run, key: str) -> Metric:
    game = game_as_begun(run.variant.experiment)
    leading = {m.key: m for m in game.metrics if m.kind == "heatmap" and m.cells is not None}
    if key not in leading:
        known = ", ".join(leading) or "none"
        raise NotFound(f"Heatmaps of this game whose cells lead to plays: {known}.")
    return leading[key]


def _shape(run: Run, metric: Metric) -> tuple[int, int]:
    rules = game_as_begun(run.variant.experiment).Rules.model_validate(run.variant.rules)
    height, width = metric.shape(rules)
    return height, width


def counted_in(cell: Cell) -> int | None:
    """How many of the run's plays were counted in this cell; None before it has ended."""
    totals = cell.run.totals
    if totals is None:
        return None
    game = game_as_begun(cell.run.variant.experiment)
    rules = game.Rules.model_validate(cell.run.variant.rules)
    width = cell.metric.shape(rules)[1]
    return split_vector(game, rules, totals)[cell.metric.key][cell.row * width + cell.column]


def search_cell(
    cell: Cell, *, after: int = -1, most: int = MOST_REPLAYED, seconds: float = SECONDS
) -> Search:
    """The first trial after number `after` that was counted in this cell.

    Kernels count, they don't say which; so plays are replayed, one after another, and the search
    can be gone on with after `last`.
    """
    assert cell.metric.cells is not None
    until = time.monotonic() + seconds
    looked_at, last = 0, after
    for trial in _candidates(cell, after):
        if looked_at and (looked_at >= most or time.monotonic() > until):
            return Search(None, looked_at, last, more=True)
        looked_at, last = looked_at + 1, trial
        with suppress(EngineError):  # a trial that has no board, and was counted nowhere
            if (cell.row, cell.column) in cell.metric.cells(replay(cell.run, trial)):
                return Search(trial, looked_at, last, more=True)
    return Search(None, looked_at, last, more=False)


def find_in_cell(cell: Cell, *, after: int = -1) -> int:
    """The trial that `search_cell` finds. Raises `NotFound` (404), with how to go on."""
    search = search_cell(cell, after=after)
    if search.trial is not None:
        return search.trial
    if search.more:
        raise NotFound(
            f"None of the {search.looked_at} plays looked at was counted there: go on after trial "
            f"{search.last}."
        )
    raise NotFound("No (further) trial that is done was counted there.")


def _candidates(cell: Cell, after: int) -> Iterator[int]:
    """Trials after number `after` that may have been counted in it, in order."""
    done = cell.run.chunks.filter(status=ChunkStatus.DONE).annotate(
        end=F("first_trial") + F("trials")
    )
    rows = done.filter(end__gt=after + 1).order_by("first_trial")
    for first, end, headline in rows.values_list("first_trial", "end", "headline").iterator(20):
        bits = bytes(headline or b"")
        for trial in range(max(first, after + 1), end):
            at = trial - first
            if not cell.metric.of_counted or bits[at >> 3] >> (at & 7) & 1:
                yield trial
