"""What a single board is called."""

from __future__ import annotations

from math import comb, sqrt
from statistics import NormalDist

from backend.statistics.multiplicity import LEVEL
from engines import Metric
from engines.intervals import Z95

APART_BY_CHANCE = 2 * NormalDist().cdf(-sqrt(2) * Z95)
"""So often two 95 % intervals of equal width lie apart where the truth is the same: 1 in 180."""


def a_board(metric: Metric, pick: str = "first") -> str:
    """What a pick (see `selectors.PICKS`) shows: ``a stuck board``, ``a typical play``.

    ``a board: won by the first player`` where the metric's title reads badly as an adjective and
    the game has no word of its own for it.
    """
    title = metric.title[:1].lower() + metric.title[1:]
    if metric.kind == "mean":
        if pick == "typical":
            return "a typical play"
        if metric.sides:
            return f"the best play of the {metric.sides[pick == 'lowest']}"
        return f"a play with the {pick} figure: {title}"
    board = f"board: {title}" if " " in title else f"{title} board"
    if metric.example:
        board = metric.example.split(" ", 1)[1]
    if pick == "typical":
        return f"a typical {board}"
    if pick == "worst":
        return f"the {board} with the fewest moves"
    return metric.example or f"{'an' if board[0] in 'aeiou' else 'a'} {board}"


def pick_label(metric: Metric, pick: str) -> str:
    """The pick as one of a list to choose from."""
    if metric.kind == "proportion":
        return {
            "first": "One after another",
            "typical": "A typical one",
            "worst": "The one with the fewest moves",
        }[pick]
    if pick == "typical":
        return "A typical play"
    if metric.sides:
        return f"Best for the {metric.sides[pick == 'lowest']}"
    return f"{pick.capitalize()} figure"


def boards_apart(boards: int, variants: int) -> str:
    """What it says that the intervals of two boards lie apart, where each of so many `boards` is

    played by each of the `variants` shown; empty of a single board.
    """
    pairs = comb(boards, 2) * variants
    if not pairs:
        return ""
    if pairs * APART_BY_CHANCE < LEVEL:
        return "Where the intervals of two boards lie apart, the boards differ."
    by_chance = pairs * APART_BY_CHANCE
    expected = f"about {by_chance:.0f} of them" if by_chance >= 1.5 else "perhaps one of them"
    return (
        "Intervals of two boards that are alike lie apart by chance once in about "
        f"{round(1 / APART_BY_CHANCE, -1):.0f} times, and here are {pairs:,} pairs of boards"
        f"{' (of all variants)' if variants > 1 else ''}: {expected} may look different and not be."
    )
