"""Many plays counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from typing import Any

from engines.errors import EngineError
from engines.games.map_coloring.generator import make_board
from engines.games.map_coloring.metrics import METRICS, most_regions
from engines.games.map_coloring.policies import play
from engines.games.map_coloring.rules import region_locus
from engines.games.map_coloring.types import Board, Rules
from engines.metrics import make_counters
from engines.randomness import BOARD, PLAY, Stream
from engines.results import Outcome, Playthrough
from engines.tally import Tally, make_tally

SEARCH_STEPS = 500_000
"""Steps the exact search may take on one map before it says *unknown*: a count, not a time,
so that every machine counts the same."""


def count_trials(
    rules: Rules, policy: str, seed: int, first_trial: int, trials: int, board: Board | None
) -> Tally:
    """Plays the trials in Numba."""
    from engines.games.map_coloring.kernels import trials as kernels
    from engines.games.map_coloring.kernels import workspace
    from engines.shared.grown_numba import make_garden

    setting = workspace.make_setting(rules, policy)
    counters = make_counters(
        kernels.Counters, METRICS, rules, trials, stuck_at=workspace.zero_cells(rules)
    )
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
    return make_tally(METRICS, counted, trials)


def play_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None
) -> Playthrough:
    """Plays a trial in plain Python: its map, its moves, and where it got stuck."""
    if board is None:
        board = make_board(rules, Stream(seed, trial, BOARD))
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


def check_playable(rules: Rules, policy: str, board: Board | None) -> None:  # noqa: ARG001
    """Raises `EngineError` for a board with more regions than maps of these rules can have."""
    if board is not None and len(board.neighbors) > most_regions(rules):
        raise EngineError(
            f"The board has {len(board.neighbors)} regions; no map of these rules can have "
            f"more than {most_regions(rules)}."
        )


def _count_board(board: Board, trials: int, counters: Any) -> None:
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
