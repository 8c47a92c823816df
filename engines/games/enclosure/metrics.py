"""What simulations of this game count."""

from __future__ import annotations

from engines.games.enclosure.types import Rules
from engines.metrics import heatmap, histogram, mean, proportion
from engines.shared.seats import seat_metrics


def comeback_margin(rules: Rules) -> int:
    """How far behind a winner must once have been for a comeback: a tenth of the cells."""
    return -(-rules.rows * rules.cols // 10)


def _percent(_: Rules) -> int:
    return 101


def _sizes(rules: Rules) -> int:
    return rules.rows * rules.cols + 1


def _grid(rules: Rules) -> tuple[int, int]:
    return (rules.rows, rules.cols)


METRICS = (
    *seat_metrics("cells"),
    mean(
        "largest_take",
        "Largest take",
        "cells",
        "The most cells that a single line takes in a game.",
        directions=("smaller", "larger"),
    ),
    mean(
        "final_difference",
        "Final difference",
        "cells",
        "How far the winner is ahead at the end; 0 in a draw.",
    ),
    mean(
        "decision_point",
        "Decided at move",
        "moves",
        (
            "The move after which it never changes again who is ahead (or that nobody is); 0 in "
            "a game in which nobody ever is."
        ),
        directions=("sooner", "later"),
    ),
    histogram(
        "decided_at",
        "Decided after",
        "% of the moves",
        (
            "The move after which it never changes again who is ahead, in per cent of the game's "
            "moves, rounded down: 100 is the last one."
        ),
        bins=_percent,
        directions=("sooner", "later"),
    ),
    proportion(
        "comeback",
        "Comebacks",
        "games with a winner",
        (
            "Games won by a player who once was behind by a tenth of all cells or more, of all "
            "games with a winner."
        ),
    ),
    mean(
        "never_taken",
        "Never taken",
        "cells",
        (
            "Cells that are nobody's at the end: none, but the last two where areas are taken and "
            "the border counts as drawn."
        ),
    ),
    histogram(
        "take_sizes",
        "Sizes of takes",
        "cells",
        "For each number of cells: the lines, of all games, that take so many.",
        bins=_sizes,
    ),
    heatmap(
        "first_cells",
        "Taken by the first player",
        "games",
        "For each cell: the games at whose end it is the first player's.",
        grid=_grid,
    ),
)
