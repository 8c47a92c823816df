"""The loop over trials: what Python calls."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64
from numpy.typing import NDArray

from engines.compiled import entry, inline
from engines.counting_numba import add_case, add_value
from engines.games.reversi.kernels.boards import draw_shape, opening, weigh_cells
from engines.games.reversi.kernels.discs import NONE, bit, count, legal_cells, pull, turned_over
from engines.games.reversi.kernels.endgame import STAMP
from engines.games.reversi.kernels.plays import choose
from engines.games.reversi.kernels.workspace import POSITIONAL, Ground
from engines.games.reversi.metrics import METRICS, MOST_MOBILE
from engines.games.reversi.types import Rules
from engines.metrics import counters_type
from engines.randomness import BOARD, PLAY
from engines.randomness_numba import open_stream

Counters = counters_type(__name__, METRICS, "broken")


def own_counters(rules: Rules) -> dict[str, NDArray[np.int64]]:
    """Counters at zero that are not of a metric's own shape.

    `broken` are games whose discs and empty cells do not add up to the board's cells.
    """
    return {
        "mobility_by_move": np.zeros((MOST_MOBILE + 1, rules.size - 4), np.int64),
        "broken": np.zeros(1, np.int64),
    }


@entry
def run_trials(
    ground: Any,
    ws: Any,
    players: Any,
    grown: Any,
    given: Any,
    seat: Any,
    seed: Any,
    first: Any,
    trials: Any,
    counters: Any,
) -> None:
    """Play trials first … first + trials - 1 and count.

    `given`, (4,) first lo, hi, second lo, hi, are the discs that every trial begins with, and
    `seat` moves first; it is empty (0,) when each draws its own board, which grows if `grown`.
    """
    board = ground
    weighs = players.kinds[0] >= POSITIONAL or players.kinds[1] >= POSITIONAL
    for trial in range(trials):
        if given.shape[0] == 0:
            if grown:
                state = open_stream(seed, first + trial, BOARD)
                lo, hi = draw_shape(ws.garden, ground.size, state)
                board = Ground(
                    ground.width,
                    ground.size,
                    ground.narrow,
                    ground.inner_lo,
                    ground.inner_hi,
                    lo,
                    hi,
                    ground.weights,
                )
                ws.table.counts[STAMP] += 1  # what was found out holds on one board only
                if weighs:
                    weigh_cells(ws.garden.board, ground.width, ws.closed, ground.weights)
            discs = opening(board, ws.garden.centre)
        else:
            discs = (given[0], given[1], given[2], given[3])
        state = open_stream(seed, first + trial, PLAY)
        counters.headline[trial] = play_game(board, ws, players, discs, seat, state, counters)


@inline
def play_game(
    ground: Any, ws: Any, players: Any, discs: Any, seat: Any, state: Any, counters: Any
) -> Any:
    """Play one game and count it: the first seat's advantage."""
    own_lo, own_hi, lo, hi = discs
    if seat == 1:
        own_lo, own_hi, lo, hi = lo, hi, own_lo, own_hi
    moves = passes = changes = lead = int64(0)
    able_lo, able_hi = legal_cells(ground, own_lo, own_hi, lo, hi)
    while able_lo | able_hi != NONE:
        ws.able[moves] = count(able_lo, able_hi)
        moves += 1
        cell, state = choose(
            ground, ws, players, seat, own_lo, own_hi, lo, hi, able_lo, able_hi, state
        )
        a, b = turned_over(ground, cell, own_lo, own_hi, lo, hi)
        c, d = bit(cell)
        own_lo, own_hi, lo, hi = lo & ~a, hi & ~b, own_lo | a | c, own_hi | b | d
        seat = 1 - seat
        ahead = (1 - 2 * seat) * (count(own_lo, own_hi) - count(lo, hi))
        if ahead != 0:
            changes += int64(lead * ahead < 0)
            lead = ahead
        able_lo, able_hi = legal_cells(ground, own_lo, own_hi, lo, hi)
        if able_lo | able_hi == NONE:
            able_lo, able_hi = legal_cells(ground, lo, hi, own_lo, own_hi)
            if able_lo | able_hi != NONE:
                own_lo, own_hi, lo, hi = lo, hi, own_lo, own_hi
                seat = 1 - seat
                passes += 1
    if seat == 1:
        own_lo, own_hi, lo, hi = lo, hi, own_lo, own_hi
    advantage = count(own_lo, own_hi) - count(lo, hi)
    add_value(counters.moves, moves)
    add_value(counters.lead_changes, changes)
    add_value(counters.passes, passes)
    for move in range(moves):
        add_value(counters.mobility, ws.able[move])
        counters.mobility_by_move[min(ws.able[move], MOST_MOBILE), move] += 1
    count_end(ground, own_lo, own_hi, lo, hi, counters)
    return advantage


@inline
def count_end(
    ground: Any, first_lo: Any, first_hi: Any, second_lo: Any, second_hi: Any, counters: Any
) -> None:
    first, second = count(first_lo, first_hi), count(second_lo, second_hi)
    empty = count(
        ground.shape_lo & ~(first_lo | second_lo), ground.shape_hi & ~(first_hi | second_hi)
    )
    counters.broken[0] += int64(first + second + empty != ground.size)
    advantage = first - second
    add_value(counters.advantage, advantage)
    add_value(counters.first_score, first)
    add_value(counters.second_score, second)
    add_case(counters.first_wins, advantage > 0)
    add_case(counters.draws, advantage == 0)
    add_case(counters.second_wins, advantage < 0)
    add_case(counters.wipe_outs, first == 0 or second == 0)
    counters.margin[abs(advantage)] += 1
    while first_lo | first_hi != NONE:
        cell, first_lo, first_hi = pull(first_lo, first_hi)
        counters.first_cells[cell] += 1
