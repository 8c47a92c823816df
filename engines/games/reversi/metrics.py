"""What simulations of this game count."""

from __future__ import annotations

from engines.games.reversi.types import Rules
from engines.metrics import Axis, heatmap, histogram, mean, proportion
from engines.shared.seats import seat_metrics

MOST_MOBILE = 24
"""Decisions with more legal moves than this are counted with those that have as many."""


def _margin(rules: Rules) -> int:
    return rules.size + 1


def _mobility(rules: Rules) -> tuple[int, int]:
    return (MOST_MOBILE + 1, rules.size - 4)


def _grid(rules: Rules) -> tuple[int, int]:
    width, height = rules.field
    return (height, width)


METRICS = (
    *seat_metrics("discs"),
    mean(
        "passes",
        "Passes",
        "times a game",
        "How often a player had no move while the other one still had.",
        directions=("less often", "more often"),
    ),
    proportion(
        "wipe_outs",
        "Wipe-outs",
        "games",
        "Games at whose end one of the players has no disc left.",
    ),
    histogram(
        "margin",
        "Winning margin",
        "discs",
        "By how many discs one player is ahead of the other at the end; 0: a draw.",
        bins=_margin,
        directions=("smaller", "larger"),
    ),
    mean(
        "mobility",
        "Legal moves",
        "moves",
        "How many moves a player can choose from, over all decisions of all games.",
        directions=("fewer", "more"),
    ),
    heatmap(
        "mobility_by_move",
        "Legal moves in the course of a game",
        "decisions",
        (
            "From left to right the moves of a game, the first, the second and so on; from top "
            f"to bottom the legal moves there were to choose from, 0 to {MOST_MOBILE} (or more)."
        ),
        grid=_mobility,
        axes=(Axis("Move of the game", first=1), Axis("Legal moves")),
    ),
    heatmap(
        "first_cells",
        "The first player's cells",
        "games",
        "For each cell: the games at whose end a disc of the first player is on it.",
        grid=_grid,
    ),
)
