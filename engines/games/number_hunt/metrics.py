"""What simulations of this game count."""

from __future__ import annotations

from engines.games.number_hunt.policies import play
from engines.games.number_hunt.types import Rules
from engines.metrics import heatmap, histogram, mean, proportion
from engines.randomness import PLAY, Stream
from engines.results import Playthrough

HEAT_CELLS = 12
"""Cells of the heatmap along the field's longer side."""


def heat_cells(rules: Rules) -> tuple[int, int, int]:
    """Rows, columns and side of the heatmap's cells, which are square."""
    cell = -(-max(rules.width, rules.height) // HEAT_CELLS)
    return -(-rules.height // cell), -(-rules.width // cell), cell


def _look_bins(rules: Rules) -> int:
    return 4 * rules.circles + 1


def _numbers(rules: Rules) -> int:
    return rules.circles + 1


def _grid(rules: Rules) -> tuple[int, int]:
    return heat_cells(rules)[:2]


def _longest_cell(made: Playthrough) -> list[tuple[int, int]]:
    """Where the circle lay whose hunt was the longest."""
    played = play(made.board, made.policy, Stream(made.seed, made.trial, PLAY))
    x, y, _ = made.board.circles[played.longest - 1]
    side = heat_cells(made.rules)[2]
    return [(y // side, x // side)]


METRICS = (
    proportion(
        "long_hunt",
        "Long hunt",
        "plays",
        (
            "Plays in which the search for at least one number took more looks than the rules' "
            "patience: the moment at which a person would sigh. A field has no dead ends, so "
            "this takes the place of stuck."
        ),
        headline=True,
        example="a long hunt",
    ),
    mean(
        "looks",
        "Looks per number",
        "looks",
        (
            "Looks that the search for a single number took. Its interval takes hunts for "
            "independent, those of one play too; the interval of Looks per play does not."
        ),
        directions=("fewer", "more"),
    ),
    histogram(
        "hunt_looks",
        "Looks of a hunt",
        "looks",
        (
            "How many looks each number took. The last bar, at four times the number of "
            "circles, also holds all that took more."
        ),
        bins=_look_bins,
        restates=True,
    ),
    mean(
        "total",
        "Looks per play",
        "looks",
        "Looks until all numbers were found.",
        directions=("fewer", "more"),
    ),
    mean(
        "longest",
        "Longest hunt",
        "looks",
        "Looks that the number took which took most, in each play.",
        directions=("fewer", "more"),
    ),
    histogram(
        "longest_number",
        "Number of the longest hunt",
        "",
        "Which number took most looks (of several the lowest), in each play.",
        bins=_numbers,
    ),
    heatmap(
        "longest_at",
        "Place of the longest hunt",
        "plays",
        (
            "Where the circle lay that took most looks, on a coarse grid: "
            f"{HEAT_CELLS} cells along the longer side."
        ),
        grid=_grid,
        cells=_longest_cell,
    ),
    mean(
        "density",
        "Packing density",
        "per 10,000 of the field",
        "How much of the field the circles cover.",
        of_board=True,
    ),
    mean(
        "attempts",
        "Attempts",
        "places",
        (
            "Places tried for circles until the layout was whole, those of layouts given up "
            "among them."
        ),
        directions=("fewer", "more"),
    ),
    proportion(
        "rebuilt",
        "Rebuilt",
        "fields",
        "Fields whose layout had to be begun again at least once.",
    ),
    mean(
        "rebuilds",
        "Rebuilds",
        "layouts",
        "Layouts given up before the one that was whole.",
        directions=("fewer", "more"),
    ),
    proportion(
        "unplaced",
        "Never placed",
        "fields",
        (
            "Fields that were given up after the last rebuild allowed. They are not played, and "
            "count in none of the figures about looks."
        ),
    ),
)
