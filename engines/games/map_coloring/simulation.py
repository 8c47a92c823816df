"""Many plays counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.errors import EngineError
from engines.games.map_coloring.generator import make_board
from engines.games.map_coloring.policies import check_policy, play
from engines.games.map_coloring.rules import region_locus
from engines.games.map_coloring.types import Board, Rules
from engines.protocol import Metric, Outcome, Playthrough
from engines.randomness import BOARD, PLAY, Stream
from engines.shared.checks import check_trials
from engines.tally import Tally

if TYPE_CHECKING:
    from engines.games.map_coloring.kernels.trials import Counters

SEARCH_STEPS = 500_000
"""Steps the exact search may take on one map before it says *unknown*: a count, not a time,
so that every machine counts the same."""


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


def _proportion(_: Rules) -> tuple[int, ...]:
    return (2,)


def _mean(_: Rules) -> tuple[int, ...]:
    return (3,)


def _bins(rules: Rules) -> tuple[int, ...]:
    return (most_regions(rules),)


def _grid(rules: Rules) -> tuple[int, ...]:
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
    Metric(
        key="stuck",
        title="Stuck",
        kind="proportion",
        unit="plays",
        description=(
            "Plays that came to a region whose neighbours had every colour. Another order or "
            "other colours may have worked on the same map: see Uncolourable."
        ),
        shape=_proportion,
        headline=True,
        counts_stuck=True,
    ),
    Metric(
        key="uncolorable",
        title="Uncolourable",
        kind="proportion",
        unit="maps",
        description=(
            "Maps that nobody can colour, however they play. Decided exactly for every map: a "
            "play that was not stuck proves that there is a way, otherwise all ways are "
            "searched. A map too hard to decide is left out, so n can be less than the trials."
        ),
        shape=_proportion,
        of_board=True,
    ),
    Metric(
        key="fragmented",
        title="In pieces",
        kind="proportion",
        unit="maps",
        description=(
            "Maps on which at least one seed point's cells lie in two or more pieces (pieces "
            "hang together by sides). Counted in the same way whether the rules merge the "
            "pieces into one region or split them."
        ),
        shape=_proportion,
        of_board=True,
    ),
    Metric(
        key="regions",
        title="Regions",
        kind="mean",
        unit="regions",
        description=(
            "Regions that have cells. With merged regions that can be fewer than the seed "
            "points, because some get no cell; with split ones more."
        ),
        shape=_mean,
        directions=("fewer", "more"),
        of_board=True,
    ),
    Metric(
        key="pieces",
        title="Pieces",
        kind="mean",
        unit="pieces",
        description="Pieces of all regions together; more than the regions where some are split.",
        shape=_mean,
        directions=("fewer", "more"),
        of_board=True,
    ),
    Metric(
        key="borders",
        title="Borders",
        kind="mean",
        unit="pairs of regions",
        description="Pairs of regions that are neighbours under these rules.",
        shape=_mean,
        directions=("fewer", "more"),
        of_board=True,
    ),
    Metric(
        key="stuck_step",
        title="Steps before it got stuck",
        kind="histogram",
        unit="steps",
        description=(
            "Only plays that got stuck: how many regions came before the stuck one. Where the "
            "player follows an order of all regions (random, most neighbours first, or an "
            "order the map dictates), an empty region in it is passed over and counts as a "
            "step, as in the article."
        ),
        shape=_bins,
        directions=("sooner", "later"),
    ),
    Metric(
        key="stuck_degree",
        title="Neighbours of the stuck region",
        kind="histogram",
        unit="neighbours",
        description="Only plays that got stuck: how many neighbours the stuck region has.",
        shape=_bins,
        directions=("fewer", "more"),
    ),
    Metric(
        key="stuck_at",
        title="Where it got stuck",
        kind="heatmap",
        unit="plays",
        description="For each cell: the plays that got stuck at the region it belongs to.",
        shape=_grid,
        cells=_stuck_cells,
        of_counted=True,
    ),
)


def simulate(
    rules: Rules,
    policy: str,
    seed: int,
    first_trial: int,
    trials: int,
    board: Board | None = None,
) -> Tally:
    """Count trials first_trial … first_trial + trials - 1.

    With `board`, every trial plays this very map. Raises `UnknownName` for the policy,
    `EngineError` for a board of other rules, ValueError for numbers out of range.
    """
    policy = check_policy(policy)
    check_trials(seed, first_trial, trials)
    if board is not None:
        _check_board(rules, board)

    from engines.games.map_coloring.kernels import trials as kernels
    from engines.games.map_coloring.kernels import workspace
    from engines.shared.grown_numba import make_garden

    setting = workspace.make_setting(rules, policy)
    counters = kernels.make_counters(rules, most_regions(rules), trials)
    span = (seed, first_trial, trials, SEARCH_STEPS)
    if board is None and rules.shape == "grown":
        ws = workspace.make_workspace(rules, most_regions(rules))
        garden = make_garden(rules.width, rules.height, rules.growth)
        kernels.run_grown_trials(ws, garden, rules.size, setting, *span, counters)
    elif board is None:
        ws = workspace.make_workspace(rules, most_regions(rules))
        kernels.run_trials(ws, setting, *span, counters)
    else:
        regions = len(board.neighbors)
        ws = workspace.make_workspace(rules, regions)
        workspace.load_board(ws, board)
        kernels.run_plays(ws, setting, regions, _real_regions(board), *span, counters)
        _count_board(board, trials, counters)
    grid = workspace.on_the_map(counters.stuck_at, rules)
    counted = counters._replace(stuck_at=grid.ravel())
    counts = {m.key: tuple(getattr(counted, m.key).tolist()) for m in METRICS}
    return Tally(trials, counts, counters.headline.tobytes())


def replay_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> Playthrough:
    """The same trial in plain Python: its map, its moves, and where it got stuck.

    Raises as `simulate` does.
    """
    policy = check_policy(policy)
    check_trials(seed, trial, 1)
    if board is None:
        board = make_board(rules, Stream(seed, trial, BOARD))
    else:
        _check_board(rules, board)
    played = play(board, policy, Stream(seed, trial, PLAY))
    if played.stuck_region is None:
        outcome = Outcome("solved", message="Every region has its colour.")
    else:
        outcome = Outcome(
            "stuck",
            (region_locus(played.stuck_region),),
            f"Stuck at region {played.stuck_region} after {len(played.moves)} coloured: "
            f"its neighbours have all {rules.colors} colours.",
        )
    return Playthrough(rules, policy, seed, trial, board, played.moves, outcome)


def _real_regions(board: Board) -> int:
    return sum(size > 0 for size in board.sizes)


def _check_board(rules: Rules, board: Board) -> None:
    if board.rules != rules:
        raise EngineError("The board was made for other rules than those to simulate.")
    if len(board.neighbors) > most_regions(rules):
        raise EngineError(
            f"The board has {len(board.neighbors)} regions; no map of these rules can have "
            f"more than {most_regions(rules)}."
        )


def _count_board(board: Board, trials: int, counters: Counters) -> None:
    """What every trial says again when all of them play the same map.

    With split regions the map no longer shows which pieces had a seed in common: then
    nothing is counted for `fragmented`.
    """
    real = _real_regions(board)
    if board.rules.regions == "merged":
        counters.fragmented[:] = (trials * (board.pieces > real), trials)
    borders = sum(map(len, board.neighbors)) // 2
    for mean, value in (
        (counters.regions, real),
        (counters.pieces, board.pieces),
        (counters.borders, borders),
    ):
        mean[:] = (trials, trials * value, trials * value * value)
