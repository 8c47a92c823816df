"""The loop over trials: what Python calls."""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import entry, inline
from engines.counting_numba import add_value
from engines.games.sliding.kernels.plays import (
    manhattan,
    play_board,
    rank,
    scramble,
    shortest,
)
from engines.games.sliding.metrics import METRICS
from engines.metrics import counters_type
from engines.randomness import BOARD, PLAY
from engines.randomness_numba import open_stream

Counters = counters_type(__name__, METRICS)


@entry
def run_trials(ws: Any, setting: Any, seed: int, first: int, trials: int, counters: Any) -> None:
    """Play trials first … first + trials - 1, each on its own board, and count."""
    maps, scratch = ws.maps, ws.scratch
    cells, tiles = setting.cells, scratch.tiles
    ways, onward = maps.ways[setting.no_backtrack], maps.onward[setting.no_backtrack]
    for trial in range(trials):
        state = open_stream(seed, first + trial, BOARD)
        solved, redraws, length = 0, 0, -1
        while True:
            solved, _, state = scramble(tiles, ways, onward, cells, setting.steps, state)
            if setting.table:
                length = int64(maps.distances[rank(tiles, cells)])
                if redraws < setting.redraws and (
                    length < setting.shortest or length > setting.longest
                ):
                    redraws += 1
                    continue
            break
        if setting.sample and (first + trial) % setting.sample == 0:
            length = shortest(ws, tiles)
        if length >= 0:
            count_length(counters, length, setting.too_easy, 1)
        counters.scramble_solved[0] += solved
        add_value(counters.manhattan, manhattan(tiles, maps.away, cells))
        add_value(counters.redraws, redraws)
        state = open_stream(seed, first + trial, PLAY)
        moves, done = play_board(ws, setting, state)
        count_play(ws, setting, trial, moves, done, counters)
        scratch.last[2], scratch.last[3] = length, redraws
    counters.stuck[1] += trials
    counters.scramble_solved[1] += trials


@entry
def run_plays(ws: Any, setting: Any, seed: int, first: int, trials: int, counters: Any) -> None:
    """The same on the one board in scratch.start. Counts only what depends on the play."""
    for trial in range(trials):
        ws.scratch.tiles[:] = ws.scratch.start
        state = open_stream(seed, first + trial, PLAY)
        moves, done = play_board(ws, setting, state)
        count_play(ws, setting, trial, moves, done, counters)
    counters.stuck[1] += trials


@entry
def run_scrambles(ws: Any, setting: Any, seed: int, first: int, trials: int, counters: Any) -> None:
    """Scrambles only: what is counted of boards that nobody plays."""
    maps, tiles = ws.maps, ws.scratch.tiles
    ways, onward = maps.ways[setting.no_backtrack], maps.onward[setting.no_backtrack]
    for trial in range(trials):
        state = open_stream(seed, first + trial, BOARD)
        solved, _, state = scramble(tiles, ways, onward, setting.cells, setting.steps, state)
        counters.scramble_solved[0] += solved
        add_value(counters.manhattan, manhattan(tiles, maps.away, setting.cells))
    counters.scramble_solved[1] += trials


@inline
def count_length(counters: Any, length: int, too_easy: int, times: int) -> None:
    counters.optimal[0] += times
    counters.optimal[1] += times * length
    counters.optimal[2] += times * length * length
    counters.optimal_length[length] += times
    counters.too_easy[0] += times * int64(length < too_easy)
    counters.too_easy[1] += times


@inline
def count_play(ws: Any, setting: Any, trial: int, moves: int, done: int, counters: Any) -> None:
    scratch, cells = ws.scratch, setting.cells
    scratch.last[0], scratch.last[1] = moves, done
    if done:
        add_value(counters.moves, moves)
        return
    counters.stuck[0] += 1
    counters.headline[trial >> 3] |= 1 << (trial & 7)
    for cell in range(cells):
        wrong = int64(scratch.tiles[cell] != (cell + 1) % cells)
        counters.misplaced_at[cells - 1 - cell if setting.turned else cell] += wrong
