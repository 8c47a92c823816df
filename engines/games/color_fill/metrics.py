"""What simulations of this game count."""

from __future__ import annotations

from engines.games.color_fill.types import Rules
from engines.metrics import heatmap, histogram, mean, proportion

SAMPLE_EVERY = 512
"""Of every so many trials one board is solved exactly: far slower than a play, and a few
hundred boards tell the mean well."""

SAMPLE_NODES = 20_000
"""Positions that such a proof may look at: a count, not a time, so that every machine counts
the same. Enough for 99 of 100 boards of 14×14 in 6 colours."""


def _percent(_: Rules) -> int:
    return 100


def _grid(rules: Rules) -> tuple[int, int]:
    return (rules.height, rules.width)


METRICS = (
    proportion(
        "stuck",
        "Stuck",
        "plays",
        (
            "Plays in which the moves allowed were used up before the board had one colour. "
            "Every board can be solved in time: the greedy player does it."
        ),
        headline=True,
        counts_stuck=True,
    ),
    mean(
        "moves",
        "Moves",
        "moves",
        (
            "Moves the player needed to make the whole board one colour, playing on where "
            "the limit was passed."
        ),
        directions=("fewer", "more"),
    ),
    mean(
        "limit",
        "Moves allowed",
        "moves",
        "The board's limit: the greedy player's moves and the slack.",
        directions=("fewer", "more"),
        of_board=True,
    ),
    histogram(
        "progress",
        "Progress when stuck",
        "% of the cells",
        (
            "Only plays that got stuck: how much of the board the region had taken when the "
            "moves were used up, in whole per cent, rounded down."
        ),
        bins=_percent,
    ),
    heatmap(
        "last_taken",
        "Taken last",
        "plays",
        (
            "For each cell: the plays that took it with their very last move, playing on "
            "where the limit was passed."
        ),
        grid=_grid,
    ),
    proportion(
        "proven",
        "Shortest line proven",
        "sampled boards",
        (
            f"Of every {SAMPLE_EVERY} trials one board is solved exactly, within "
            f"{SAMPLE_NODES:,} positions; the share for which that gave a proof. The two "
            "figures below count these boards only, so they lean towards easier ones where "
            "this is well below 100 %."
        ),
    ),
    mean(
        "optimal",
        "Shortest line",
        "moves",
        (f"The fewest moves that can solve the board: one of {SAMPLE_EVERY} trials, where proven."),
        directions=("shorter", "longer"),
    ),
    mean(
        "over_optimal",
        "Moves over the shortest line",
        "moves",
        (
            "How many more moves than the fewest possible the player needed: one of "
            f"{SAMPLE_EVERY} trials, where proven."
        ),
        directions=("fewer", "more"),
    ),
)
