"""The loop over trials: what Python calls."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from engines.compiled import entry, stage
from engines.games.map_coloring.kernels.colorable import NO, UNKNOWN, YES, colorable
from engines.games.map_coloring.kernels.maps import draw_map, words_for
from engines.games.map_coloring.kernels.plays import play_map
from engines.games.map_coloring.kernels.workspace import stride_of
from engines.games.map_coloring.types import Rules
from engines.randomness import BOARD, PLAY
from engines.randomness_numba import open_stream


class Counters(NamedTuple):
    """What is counted, over all trials of a call."""

    stuck: NDArray[np.int64]  # (2,) count, n
    uncolorable: NDArray[np.int64]  # (2,) count, n: the trials that were decided
    fragmented: NDArray[np.int64]  # (2,)
    regions: NDArray[np.int64]  # (3,) n, sum, sum of squares
    pieces: NDArray[np.int64]  # (3,)
    borders: NDArray[np.int64]  # (3,)
    stuck_step: NDArray[np.int64]  # (bins,)
    stuck_degree: NDArray[np.int64]  # (bins,)
    stuck_at: NDArray[np.int64]  # (height * stride,) as `Workspace.cells`
    headline: NDArray[np.uint8]  # (trials + 7) // 8: bit i of byte t is trial 8t + i


def make_counters(rules: Rules, bins: int, trials: int) -> Counters:
    """Counters at zero."""
    sizes = [2, 2, 2, 3, 3, 3, bins, bins, rules.height * stride_of(rules.width)]
    arrays: list[NDArray[Any]] = [np.zeros(size, np.int64) for size in sizes]
    return Counters._make([*arrays, np.zeros((trials + 7) // 8, np.uint8)])


@entry
def run_trials(
    ws: Any, setting: Any, seed: int, first: int, trials: int, budget: int, counters: Any
) -> None:
    """Play trials first … first + trials - 1, each on its own map, and count."""
    cells = ws.labels if setting.split else ws.cells
    for trial in range(trials):
        state = open_stream(seed, first + trial, BOARD)
        regions, real, pieces, borders, fragmented = draw_map(ws, setting, state)
        words = words_for(regions)
        add(counters.fragmented, int64(fragmented))
        add_value(counters.regions, real)
        add_value(counters.pieces, pieces)
        add_value(counters.borders, borders)
        state = open_stream(seed, first + trial, PLAY)
        steps, region = play_map(ws, setting, regions, real, words, state)
        ws.last[0], ws.last[1] = steps, region
        answer = YES
        if region >= 0:
            count_stuck(ws, setting, cells, steps, region, counters)
            counters.headline[trial >> 3] |= 1 << (trial & 7)
            answer = colorable(ws, setting.colors, words, budget)
        counters.stuck[1] += 1
        if answer != UNKNOWN:
            add(counters.uncolorable, int64(answer == NO))


@entry
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
    words = words_for(regions)
    stuck_before = counters.stuck[0]
    for trial in range(trials):
        state = open_stream(seed, first + trial, PLAY)
        steps, region = play_map(ws, setting, regions, real, words, state)
        ws.last[0], ws.last[1] = steps, region
        if region >= 0:
            count_stuck(ws, setting, ws.cells, steps, region, counters)
            counters.headline[trial >> 3] |= 1 << (trial & 7)
    counters.stuck[1] += trials
    answer = YES
    if trials > 0 and counters.stuck[0] - stuck_before == trials:
        answer = colorable(ws, setting.colors, words, budget)
    if answer != UNKNOWN:
        counters.uncolorable[1] += trials
        if answer == NO:
            counters.uncolorable[0] += trials


@stage
def count_stuck(ws: Any, setting: Any, cells: Any, steps: int, region: int, counters: Any) -> None:
    """A trial got stuck at `region` after `steps` steps."""
    counters.stuck[0] += 1
    counters.stuck_step[steps] += 1
    counters.stuck_degree[ws.degree[region]] += 1
    for at in range(counters.stuck_at.shape[0]):
        counters.stuck_at[at] += int64(cells[at] == region)


@stage
def add(proportion: Any, hit: int) -> None:
    proportion[0] += hit
    proportion[1] += 1


@stage
def add_value(mean: Any, value: int) -> None:
    mean[0] += 1
    mean[1] += value
    mean[2] += value * value
