"""The loop over trials: what Python calls."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from engines.compiled import entry, inline, popcount
from engines.games.dots_and_boxes.kernels.large import play_large
from engines.games.dots_and_boxes.kernels.small import play_small
from engines.games.dots_and_boxes.types import Rules
from engines.randomness import PLAY
from engines.randomness_numba import open_stream
from engines.shared.lines import line_count

ONE = np.uint64(1)


class Counters(NamedTuple):
    """What is counted, over all trials of a call."""

    advantage: NDArray[np.int64]  # (3,) n, sum, sum of squares
    first_score: NDArray[np.int64]  # (3,)
    second_score: NDArray[np.int64]  # (3,)
    first_wins: NDArray[np.int64]  # (2,) count, n
    draws: NDArray[np.int64]  # (2,)
    second_wins: NDArray[np.int64]  # (2,)
    moves: NDArray[np.int64]  # (3,)
    lead_changes: NDArray[np.int64]  # (3,)
    give_away: NDArray[np.int64]  # (lines + 1,)
    longest_turn: NDArray[np.int64]  # (boxes + 1,)
    first_boxes: NDArray[np.int64]  # (boxes,)
    headline: NDArray[np.int8]  # (trials,) the advantage
    wrong: NDArray[np.int64]  # (1,) trials whose scores do not add up


def make_counters(rules: Rules, trials: int) -> Counters:
    """Counters at zero."""
    boxes = rules.rows * rules.cols
    sizes = [3, 3, 3, 2, 2, 2, 3, 3, line_count(rules.rows, rules.cols) + 1, boxes + 1, boxes]
    arrays: list[NDArray[Any]] = [np.zeros(size, np.int64) for size in sizes]
    return Counters._make([*arrays, np.zeros(trials, np.int8), np.zeros(1, np.int64)])


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
