"""What simulations of this game count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.games.sliding import rules as judge
from engines.games.sliding.geometry import goal_tiles
from engines.games.sliding.types import Rules
from engines.results import Playthrough

if TYPE_CHECKING:
    pass

from engines.metrics import heatmap, histogram, mean, proportion

MOST_MOVES = {
    (2, 2): 6, (2, 3): 21, (2, 4): 36, (2, 5): 55, (2, 6): 80,
    (3, 3): 31, (3, 4): 53, (3, 5): 84, (4, 4): 80,
}  # fmt: skip
"""The longest of all shortest solutions, by size (OEIS A151944), up to 16 cells."""


def longest(rules: Rules) -> int:
    """A bound on the shortest solution of the boards whose length is worked out; else 0."""
    low, high = sorted((rules.width, rules.height))
    return MOST_MOVES.get((low, high), 0)


def _bins(rules: Rules) -> int:
    return longest(rules) + 1


def _grid(rules: Rules) -> tuple[int, int]:
    return (rules.height, rules.width)


def _misplaced_cells(play: Playthrough) -> list[tuple[int, int]]:
    """Where something is not at home at the end of a play that was not solved."""
    if play.outcome.status != "stuck":
        return []
    state = judge.initial_state(play.board)
    for move in play.moves:
        state = judge.apply(state, move)
    pairs = zip(state.tiles, goal_tiles(play.rules), strict=True)
    wrong = [cell for cell, (tile, home) in enumerate(pairs) if tile != home]
    return [divmod(cell, play.rules.width) for cell in wrong]


_WORKED_OUT = (
    "Worked out exactly: for every board up to 9 cells, for the sample the rules state from "
    "10 to 16 cells, for none above."
)

METRICS = (
    proportion(
        "stuck",
        "Unsolved",
        "plays",
        (
            "Plays that were not solved within the budget of moves the rules give. The board "
            "can be solved all the same: every one can."
        ),
        headline=True,
        counts_stuck=True,
    ),
    mean(
        "optimal",
        "Shortest solution",
        "moves",
        f"Moves of a shortest solution of the scrambled board. {_WORKED_OUT}",
        directions=("shorter", "longer"),
        of_board=True,
    ),
    histogram(
        "optimal_length",
        "Shortest solutions by length",
        "moves",
        f"How many boards have a shortest solution of each length. {_WORKED_OUT}",
        bins=_bins,
        restates=True,
    ),
    proportion(
        "too_easy",
        "Too easy",
        "boards",
        (
            "Boards that fewer moves can solve than the rules call too easy, of those whose "
            "shortest length was worked out."
        ),
        of_board=True,
    ),
    proportion(
        "scramble_solved",
        "Scrambled to solved",
        "boards",
        (
            "Scrambles that ended where they began, on the solved board; they take one further "
            "step, so that no such board is handed out."
        ),
    ),
    mean(
        "manhattan",
        "Manhattan distance",
        "cells",
        "Rows plus columns that the tiles of the scrambled board are away from home.",
        directions=("nearer", "farther"),
        of_board=True,
    ),
    mean(
        "moves",
        "Moves needed",
        "moves",
        "Only plays that were solved: how many moves they took.",
        directions=("fewer", "more"),
    ),
    mean(
        "redraws",
        "Scrambled anew",
        "scrambles",
        (
            "Scrambles thrown away for each board, because its shortest solution was too far "
            "from the length the rules aim at."
        ),
        directions=("fewer", "more"),
    ),
    heatmap(
        "misplaced_at",
        "Where it was not finished",
        "plays",
        "For each cell: the unsolved plays that ended with something wrong there.",
        grid=_grid,
        cells=_misplaced_cells,
        of_counted=True,
    ),
)
