"""The loop over trials: what Python calls."""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import entry, stage
from engines.counting_numba import add_value
from engines.games.number_hunt.kernels.layouts import covered, number_circles, place_circles
from engines.games.number_hunt.kernels.plays import play_field, prepare
from engines.games.number_hunt.kernels.workspace import ATTEMPTS, REBUILDS, X, Y
from engines.games.number_hunt.metrics import METRICS
from engines.metrics import counters_type
from engines.randomness import BOARD, PLAY
from engines.randomness_numba import open_stream

Counters = counters_type(__name__, METRICS)


@entry
def run_trials(ws: Any, setting: Any, seed: int, first: int, trials: int, counters: Any) -> None:
    """Play trials first … first + trials - 1, each on its own field, and count."""
    for trial in range(trials):
        state = open_stream(seed, first + trial, BOARD)
        count, state = place_circles(ws.placed, ws.last, setting, state)
        add_value(counters.attempts, ws.last[ATTEMPTS])
        add_value(counters.rebuilds, ws.last[REBUILDS])
        counters.rebuilt[0] += int64(ws.last[REBUILDS] > 0)
        counters.unplaced[0] += int64(count < setting.circles)
        if count == setting.circles:
            number_circles(ws.placed, ws.order, ws.circles, state)
            prepare(ws, setting)
            play_field(ws, setting, open_stream(seed, first + trial, PLAY))
            count_play(ws, setting, trial, counters)
    counters.rebuilt[1] += trials
    counters.unplaced[1] += trials


@entry
def run_plays(ws: Any, setting: Any, seed: int, first: int, trials: int, counters: Any) -> None:
    """The same on the one field that is in the workspace; counts nothing of its layout."""
    prepare(ws, setting)
    for trial in range(trials):
        play_field(ws, setting, open_stream(seed, first + trial, PLAY))
        count_play(ws, setting, trial, counters)


@stage
def count_play(ws: Any, setting: Any, trial: int, counters: Any) -> None:
    """Count the play whose looks are in the workspace."""
    total, squares, longest, most = 0, 0, 0, 0
    top = counters.hunt_looks.shape[0] - 1
    for k in range(setting.circles):
        looks = ws.looks[k]
        total += looks
        squares += looks * looks
        counters.hunt_looks[min(looks, top)] += 1
        if looks > most:
            longest, most = k, looks
    counters.looks[0] += setting.circles
    counters.looks[1] += total
    counters.looks[2] += squares
    add_value(counters.total, total)
    add_value(counters.longest, most)
    counters.longest_number[longest + 1] += 1
    # A centre on the far rim of the field does not occur: a radius is at least 4.
    row, column = ws.circles[Y, longest] // setting.cell, ws.circles[X, longest] // setting.cell
    counters.longest_at[row * setting.across + column] += 1
    add_value(counters.density, covered(ws.circles, setting))
    counters.long_hunt[1] += 1
    if most > setting.patience:
        counters.long_hunt[0] += 1
        counters.headline[trial >> 3] |= 1 << (trial & 7)
