"""The loop over trials: what Python calls."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from engines.compiled import entry, inline
from engines.counting_numba import add_value
from engines.games.enclosure import rules as judge
from engines.games.enclosure.geometry import members
from engines.games.enclosure.kernels.players import choose
from engines.games.enclosure.kernels.walls import copy, draw, find_cut
from engines.games.enclosure.kernels.workspace import Shape, load_position
from engines.games.enclosure.metrics import METRICS
from engines.games.enclosure.policies import POLICIES, players
from engines.games.enclosure.types import Board
from engines.metrics import counters_type
from engines.randomness import PLAY
from engines.randomness_numba import open_stream

PERCENT = 101


class Setting(NamedTuple):
    """Where every trial starts, and who plays. Seats are 0 and 1."""

    free: NDArray[np.uint8]  # (L,) the rows of `Positions` at the start
    wall: NDArray[np.uint8]  # (D,)
    owner: NDArray[np.int8]  # (C,) the seat that has a cell at the start, or -1
    to_move: int
    players: NDArray[np.int64]  # (2,)
    depths: NDArray[np.int64]  # (2,) moves looked ahead
    margin: int  # how far behind one must have been for a comeback


Counters = counters_type(__name__, METRICS)


def make_setting(shape: Shape, board: Board, policy: str, margin: int) -> Setting:
    """Trials from this board; the policy in its normal spelling."""
    keys, both = [one.key for one in POLICIES], players(policy)
    owner = np.full(shape.cells, -1, np.int8)
    for seat, cells in enumerate(board.taken):
        owner[list(members(cells))] = seat
    return Setting(
        *load_position(shape, board.lines, judge.free_lines(judge.initial_state(board))),
        owner,
        board.to_move,
        np.array([keys.index(one.name) for one in both], np.int64),
        np.array([one.values.get("depth", 1) for one in both], np.int64),
        margin,
    )


@entry
def run_trials(
    shape: Any,
    ps: Any,
    scratch: Any,
    table: Any,
    setting: Any,
    seed: int,
    first: int,
    trials: int,
    counters: Any,
    played: Any,
) -> Any:
    """Play trials first … first + trials - 1 and count. `played` (L,) are then the lines of the
    last one, in order; how many they are is given back.

    Raises ValueError if a game's cells do not add up.
    """
    owner, scores = np.empty(shape.cells, np.int8), np.zeros(2, np.int64)
    moves = 0
    left = 0 if shape.from_outside or shape.boxes else 2  # cells that are nobody's at the end
    for trial in range(trials):
        state = open_stream(seed, first + trial, PLAY)
        free, wall, cut = ps.free[0], ps.wall[0], ps.cut[0]
        copy(setting.free, free)
        copy(setting.wall, wall)
        copy(setting.owner, owner)
        scores[0] = scores[1] = 0
        for cell in range(shape.cells):
            if owner[cell] >= 0:
                scores[owner[cell]] += 1
        seat, moves, largest, decided, changes = setting.to_move, 0, int64(0), 0, 0
        lead = sign(scores[0] - scores[1])
        last_lead = lead
        behind_first, behind_second = max(0, scores[1] - scores[0]), max(0, scores[0] - scores[1])
        while any_free(free):
            player, depth = setting.players[seat], setting.depths[seat]
            line, state = choose(shape, ps, scratch, table, player, depth, state)
            taken = int64(0)
            if ps.gain[0, line] > 0:
                taken = find_cut(shape, ps, int64(0), line, cut)
            draw(shape, free, wall, line, cut, taken)
            played[moves] = line
            moves += 1
            if taken > 0:
                for i in range(taken):
                    owner[cut[i]] = seat
                scores[seat] += taken
                largest = max(largest, taken)
                counters.take_sizes[taken] += 1
                difference = scores[0] - scores[1]
                behind_first = max(behind_first, -difference)
                behind_second = max(behind_second, difference)
                now = sign(difference)
                if now != lead:
                    lead, decided = now, moves
                if now != 0:
                    changes += int64(last_lead == -now)
                    last_lead = now
            if taken == 0 or shape.extra_turn == 0:
                seat = 1 - seat
        difference = scores[0] - scores[1]
        nobodys = 0
        for cell in range(shape.cells):
            nobodys += int64(owner[cell] < 0)
            counters.first_cells[cell] += int64(owner[cell] == 0)
        if nobodys != left or scores[0] + scores[1] + left != shape.cells:
            raise ValueError("the cells of a finished game do not add up")
        counters.headline[trial] = difference
        add_value(counters.advantage, difference)
        add_value(counters.first_score, scores[0])
        add_value(counters.second_score, scores[1])
        add_value(counters.moves, moves)
        add_value(counters.lead_changes, changes)
        add_value(counters.largest_take, largest)
        add_value(counters.final_difference, abs(difference))
        add_value(counters.decision_point, decided)
        add_value(counters.never_taken, nobodys)
        counters.decided_at[100 * decided // max(1, moves)] += 1
        counters.first_wins[0] += int64(difference > 0)
        counters.draws[0] += int64(difference == 0)
        counters.second_wins[0] += int64(difference < 0)
        if difference != 0:
            behind = behind_first if difference > 0 else behind_second
            counters.comeback[0] += int64(behind >= setting.margin)
            counters.comeback[1] += 1
    counters.first_wins[1] += trials
    counters.draws[1] += trials
    counters.second_wins[1] += trials
    return moves


@inline
def any_free(free: Any) -> bool:
    """Whether a line is left."""
    line = free.shape[0] - 1
    while line >= 0 and free[line] == 0:
        line -= 1
    return line >= 0


@inline
def sign(number: int) -> Any:
    return int64(number > 0) - int64(number < 0)
