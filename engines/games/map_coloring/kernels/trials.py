"""The loop over trials: what Python calls."""

from __future__ import annotations

from typing import Any

from numba import int64, uint16

from engines.compiled import borrowing
from engines.counting_numba import add_value
from engines.games.map_coloring.kernels.colorable import NO, UNKNOWN, YES, colorable
from engines.games.map_coloring.kernels.grown import label_grown, link_grown
from engines.games.map_coloring.kernels.links import clear_links, count_links, link_regions
from engines.games.map_coloring.kernels.maps import (
    assign_cells,
    count_real,
    dictate_order,
    draw_cells,
    draw_points,
    words_for,
)
from engines.games.map_coloring.kernels.plays import play_map
from engines.games.map_coloring.metrics import METRICS
from engines.metrics import counters_type
from engines.randomness import BOARD, PLAY
from engines.randomness_numba import open_stream
from engines.shared.grown_numba import grow

MANY = (1 << 15) - 1
"""After this many stuck trials at most the recent counts are added to the others."""

Counters = counters_type(__name__, METRICS)


@borrowing.entry
def run_trials(
    ws: Any, setting: Any, seed: int, first: int, trials: int, budget: int, counters: Any
) -> None:
    """Play trials first … first + trials - 1, each on its own map, and count."""
    field, graph, paint, search, recent, last = ws
    cells = field.labels if setting.split else field.cells
    for trial in range(trials):
        state = open_stream(seed, first + trial, BOARD)
        regions, seen, state = draw_cells(field, setting, state)
        words = words_for(regions)
        borders, pieces = link_regions(field, graph, cells, setting, regions, words)
        dictate_order(graph, paint, setting, regions, state)
        real = count_real(graph.real, words)
        counters.fragmented[0] += int64(pieces > (seen if setting.split else real))
        add_value(counters.regions, real)
        add_value(counters.pieces, pieces)
        add_value(counters.borders, borders)
        state = open_stream(seed, first + trial, PLAY)
        steps, region = play_map(graph, paint, setting, regions, real, words, state)
        last[0], last[1] = steps, region
        answer = YES
        if region >= 0:
            count_stuck(cells, graph.degree, steps, region, trial, recent, counters)
            answer = colorable(graph, paint, search, regions, setting.colors, words, budget)
        counters.uncolorable[0] += int64(answer == NO)
        counters.uncolorable[1] += int64(answer != UNKNOWN)
    add_recent(recent, counters.stuck_at)
    counters.stuck[1] += trials
    counters.fragmented[1] += trials


@borrowing.entry
def run_grown_trials(
    ws: Any,
    garden: Any,
    size: int,
    setting: Any,
    seed: int,
    first: int,
    trials: int,
    budget: int,
    counters: Any,
) -> None:
    """The same on maps of `size` cells that grow in the garden.

    A loop of its own, so that the one for rectangles is as fast as it can be.
    """
    field, graph, paint, search, recent, last = ws
    cells = field.labels if setting.split else field.cells
    for trial in range(trials):
        state = open_stream(seed, first + trial, BOARD)
        state = grow(garden, size, state)
        width, height = setting.width, setting.height
        state = draw_points(field.keys, field.heights, width, height, state)
        assign_cells(field.keys, field.heights, field.cells, width, height)
        pieces, seen = label_grown(field, garden, setting.width)
        regions = pieces if setting.split else int64(setting.seeds)
        words = words_for(regions)
        clear_links(graph, regions, words)
        some = link_grown(field, graph.adjacency, cells, setting)
        borders = count_links(graph, regions, words, some)
        dictate_order(graph, paint, setting, regions, state)
        real = count_real(graph.real, words)
        counters.fragmented[0] += int64(pieces > seen)
        add_value(counters.regions, real)
        add_value(counters.pieces, pieces)
        add_value(counters.borders, borders)
        state = open_stream(seed, first + trial, PLAY)
        steps, region = play_map(graph, paint, setting, regions, real, words, state)
        last[0], last[1] = steps, region
        answer = YES
        if region >= 0:
            count_stuck(cells, graph.degree, steps, region, trial, recent, counters)
            answer = colorable(graph, paint, search, regions, setting.colors, words, budget)
        counters.uncolorable[0] += int64(answer == NO)
        counters.uncolorable[1] += int64(answer != UNKNOWN)
    add_recent(recent, counters.stuck_at)
    counters.stuck[1] += trials
    counters.fragmented[1] += trials


@borrowing.entry
def run_plays(
    ws: Any,
    setting: Any,
    regions: int,
    real: int,
    seed: int,
    first: int,
    trials: int,
    budget: int,
    counters: Any,
) -> None:
    """The same on the one map that is in the workspace (its regions in `cells`).

    Counts what depends on the play, and `uncolorable`.
    """
    field, graph, paint, search, recent, last = ws
    words = words_for(regions)
    for trial in range(trials):
        state = open_stream(seed, first + trial, PLAY)
        steps, region = play_map(graph, paint, setting, regions, real, words, state)
        last[0], last[1] = steps, region
        if region >= 0:
            count_stuck(field.cells, graph.degree, steps, region, trial, recent, counters)
    add_recent(recent, counters.stuck_at)
    counters.stuck[1] += trials
    answer = YES
    if counters.stuck[0] == trials > 0:  # no play shows that there is a way
        answer = colorable(graph, paint, search, regions, setting.colors, words, budget)
    counters.uncolorable[0] += trials * int64(answer == NO)
    counters.uncolorable[1] += trials * int64(answer != UNKNOWN)


@borrowing.splice
def count_stuck(
    cells: Any, degree: Any, steps: int, region: int, trial: int, recent: Any, counters: Any
) -> None:
    """A trial got stuck at `region` after `steps` steps."""
    counters.stuck[0] += 1
    counters.stuck_step[steps] += 1
    counters.stuck_degree[degree[region]] += 1
    counters.headline[trial >> 3] |= 1 << (trial & 7)
    where = uint16(region)
    for at in range(recent.shape[0]):
        recent[at] += uint16(cells[at] == where)
    if counters.stuck[0] & MANY == 0:
        add_recent(recent, counters.stuck_at)


@borrowing.stage
def add_recent(recent: Any, stuck_at: Any) -> None:
    """Move the recent counts, which are small so that many are added at once, to the others."""
    for at in range(recent.shape[0]):
        stuck_at[at] += int64(recent[at])
        recent[at] = 0
