"""What simulations of this game count."""

from __future__ import annotations

from engines.games.dots_and_boxes.types import Rules
from engines.metrics import heatmap, histogram
from engines.shared.lines import line_count
from engines.shared.seats import seat_metrics


def _line_bins(rules: Rules) -> int:
    return line_count(rules.rows, rules.cols) + 1


def _box_bins(rules: Rules) -> int:
    return rules.rows * rules.cols + 1


def _grid(rules: Rules) -> tuple[int, int]:
    return (rules.rows, rules.cols)


METRICS = (
    *seat_metrics("boxes"),
    histogram(
        "give_away",
        "No safe line left",
        "lines drawn",
        (
            "How many lines were drawn when, for the first time, every line left touched a box "
            "with two lines or more: from then on somebody has to give boxes away."
        ),
        bins=_line_bins,
        directions=("sooner", "later"),
    ),
    histogram(
        "longest_turn",
        "Longest chain taken",
        "boxes",
        "The most boxes that one player took in one turn of the game.",
        bins=_box_bins,
        directions=("shorter", "longer"),
    ),
    heatmap(
        "first_boxes",
        "First player's boxes",
        "games",
        "For each box: the games in which the first player took it.",
        grid=_grid,
    ),
)
