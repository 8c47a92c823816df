"""What simulations of this game count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.games.map_coloring.rules import region_locus
from engines.games.map_coloring.types import Rules
from engines.results import Playthrough

if TYPE_CHECKING:
    pass

from engines.metrics import heatmap, histogram, mean, proportion


def most_regions(rules: Rules) -> int:
    """A bound on how many regions a map of these rules can have.

    A seed's cells in one row are one run, and in one column too (nearest-point areas are
    convex), so a seed has at most min(width, height) pieces. A grown map may have gaps.
    """
    if rules.regions == "merged":
        return rules.seeds
    if rules.shape == "grown":
        return rules.size
    cells = rules.width * rules.height
    return min(cells, rules.seeds * min(rules.width, rules.height))


def _bins(rules: Rules) -> int:
    return most_regions(rules)


def _grid(rules: Rules) -> tuple[int, int]:
    return (rules.height, rules.width)


def _stuck_cells(play: Playthrough) -> list[tuple[int, int]]:
    """All cells of the region at which the play got stuck."""
    cells = play.board.cells
    return [
        (y, x)
        for y, row in enumerate(cells)
        for x, region in enumerate(row)
        if region_locus(region) in play.outcome.loci
    ]


METRICS = (
    proportion(
        "stuck",
        "Stuck",
        "plays",
        (
            "Plays that came to a region whose neighbours had every colour. Another order or "
            "other colours may have worked on the same map: see Uncolourable."
        ),
        headline=True,
        counts_stuck=True,
    ),
    proportion(
        "uncolorable",
        "Uncolourable",
        "maps",
        (
            "Maps that nobody can colour, however they play. Decided exactly for every map: a "
            "play that was not stuck proves that there is a way, otherwise all ways are "
            "searched. A map too hard to decide is left out, so n can be less than the trials."
        ),
        of_board=True,
    ),
    proportion(
        "fragmented",
        "In pieces",
        "maps",
        (
            "Maps on which at least one seed point's cells lie in two or more pieces (pieces "
            "hang together by sides). Counted in the same way whether the rules merge the "
            "pieces into one region or split them."
        ),
        of_board=True,
    ),
    mean(
        "regions",
        "Regions",
        "regions",
        (
            "Regions that have cells. With merged regions that can be fewer than the seed "
            "points, because some get no cell; with split ones more."
        ),
        directions=("fewer", "more"),
        of_board=True,
    ),
    mean(
        "pieces",
        "Pieces",
        "pieces",
        "Pieces of all regions together; more than the regions where some are split.",
        directions=("fewer", "more"),
        of_board=True,
    ),
    mean(
        "borders",
        "Borders",
        "pairs of regions",
        "Pairs of regions that are neighbours under these rules.",
        directions=("fewer", "more"),
        of_board=True,
    ),
    histogram(
        "stuck_step",
        "Steps before it got stuck",
        "steps",
        (
            "Only plays that got stuck: how many regions came before the stuck one. Where the "
            "player follows an order of all regions (random, most neighbours first, or an "
            "order the map dictates), an empty region in it is passed over and counts as a "
            "step, as in the article."
        ),
        bins=_bins,
        directions=("sooner", "later"),
    ),
    histogram(
        "stuck_degree",
        "Neighbours of the stuck region",
        "neighbours",
        "Only plays that got stuck: how many neighbours the stuck region has.",
        bins=_bins,
        directions=("fewer", "more"),
    ),
    heatmap(
        "stuck_at",
        "Where it got stuck",
        "plays",
        "For each cell: the plays that got stuck at the region it belongs to.",
        grid=_grid,
        cells=_stuck_cells,
        of_counted=True,
    ),
)
