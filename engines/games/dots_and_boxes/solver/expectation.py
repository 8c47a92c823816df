"""Exact expectations of simulated players, the oracle of what simulations estimate."""

from __future__ import annotations

from functools import lru_cache

from engines.games.dots_and_boxes.solver.endings import Ending, ending
from engines.games.dots_and_boxes.types import Board, Rules
from engines.shared.seats import split_seats

MOST_LINES = 24
"""Free lines at most, those of 3×3 boxes: 16 bytes for each of 2 ** 24 positions."""

PLAYERS = ("random", "greedy", "careful")
"""Who chooses among the lines it wants with equal chances, knowing nothing but the lines."""


def exact_metrics(rules: Rules, policy: str, board: Board | None = None) -> dict[str, float]:
    """Expected scores and advantage by metric key, with Numba; empty where out of reach.

    `policy` in its normal spelling. Out of reach are more than `MOST_LINES` free lines, and
    players other than `PLAYERS`.
    """
    board = board or Board(rules)
    left = ending(rules.rows, rules.cols, board.lines)
    players = split_seats(policy)
    if len(left.numbers) > MOST_LINES or not set(players) <= set(PLAYERS):
        return {}
    gained = _expected_boxes(left, players, rules.extra_turn, board.to_move)
    first = board.scores[0] + gained
    second = board.scores[1] + len(left.boxes) - gained
    return {"advantage": first - second, "first_score": first, "second_score": second}


@lru_cache(maxsize=64)
def _expected_boxes(left: Ending, players: tuple[str, str], extra_turn: bool, seat: int) -> float:
    """The boxes that seat 0 may expect to close if `seat` is to move."""
    import numpy as np

    from engines.games.dots_and_boxes.kernels.expectation import fill_expectations

    expected = np.empty((2, 1 << len(left.numbers)))
    boxes = np.array(left.boxes, np.uint64)
    kinds = np.array([PLAYERS.index(player) for player in players])
    fill_expectations(expected, boxes, kinds, extra_turn)
    return float(expected[seat, -1])
