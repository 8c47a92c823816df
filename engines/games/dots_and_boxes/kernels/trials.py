"""The loop over trials: what Python calls."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from engines.compiled import entry, inline, popcount
from engines.games.dots_and_boxes.kernels.large import play_large
from engines.games.dots_and_boxes.kernels.small import play_small
from engines.games.dots_and_boxes.metrics import METRICS
from engines.metrics import counters_type
from engines.randomness import PLAY
from engines.randomness_numba import open_stream

ONE = np.uint64(1)


Counters = counters_type(__name__, METRICS, "wrong")


def no_game() -> NDArray[np.int64]:
    """The counter `wrong` at zero: games whose scores do not add up to the boxes."""
    return np.zeros(1, np.int64)


@entry
def run_small(ws: Any, seed: int, first_trial: int, trials: int, counters: Any) -> None:
    """Play trials first_trial … first_trial + trials - 1 and count, if `fits_one_word`."""
    setting = ws.setting
    for trial in range(trials):
        state = open_stream(seed, first_trial + trial, PLAY)
        first, second, taken, safe_until, longest, changes = play_small(
            setting, ws.sets, ws.table, state
        )
        count(setting, counters, trial, first, second, safe_until, longest, changes)
        counters.wrong[0] += int64(popcount(taken) != first - setting.first_score)
        for box in range(setting.boxes):
            counters.first_boxes[box] += int64(taken >> uint64(box) & ONE)
    count_games(setting, counters, trials)


@entry
def run_large(ws: Any, seed: int, first_trial: int, trials: int, counters: Any) -> None:
    """The same for any size and any players."""
    setting = ws.setting
    owners = np.full(setting.boxes, -1, np.int64)
    for trial in range(trials):
        state = open_stream(seed, first_trial + trial, PLAY)
        first, second, safe_until, longest, changes = play_large(ws, owners, state)
        count(setting, counters, trial, first, second, safe_until, longest, changes)
        taken = int64(0)
        for box in range(setting.boxes):
            won = int64(owners[box] == 0)
            taken += won
            counters.first_boxes[box] += won
        counters.wrong[0] += int64(taken != first - setting.first_score)
    count_games(setting, counters, trials)


@inline
def count(
    setting: Any,
    counters: Any,
    trial: int,
    first: int,
    second: int,
    safe_until: int,
    longest: int,
    changes: int,
) -> None:
    """One game, but for what follows from the number of games."""
    ahead = first - second
    counters.headline[trial] = ahead
    add_value(counters.advantage, ahead)
    add_value(counters.first_score, first)
    add_value(counters.second_score, second)
    add_value(counters.lead_changes, changes)
    counters.first_wins[0] += int64(ahead > 0)
    counters.draws[0] += int64(ahead == 0)
    counters.second_wins[0] += int64(ahead < 0)
    counters.give_away[safe_until] += 1
    counters.longest_turn[longest] += 1
    counters.wrong[0] += int64(first + second != setting.boxes)


@inline
def count_games(setting: Any, counters: Any, trials: int) -> None:
    moves = setting.lines - setting.drawn
    for mean in (
        counters.advantage,
        counters.first_score,
        counters.second_score,
        counters.lead_changes,
        counters.moves,
    ):
        mean[0] += trials
    counters.moves[1] += trials * moves
    counters.moves[2] += trials * moves * moves
    for proportion in (counters.first_wins, counters.draws, counters.second_wins):
        proportion[1] += trials


@inline
def add_value(mean: Any, value: int) -> None:
    mean[1] += value
    mean[2] += value * value
