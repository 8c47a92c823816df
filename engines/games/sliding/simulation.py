"""Many plays counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from typing import Any

from engines.errors import EngineError
from engines.games.sliding import rules as judge
from engines.games.sliding.generator import make_board, path_moves
from engines.games.sliding.geometry import canonical, manhattan
from engines.games.sliding.metrics import METRICS
from engines.games.sliding.policies import check_size, play, row_by_row
from engines.games.sliding.types import EXACT_CELLS, Board, Rules, State
from engines.metrics import make_counters
from engines.randomness import BOARD, PLAY, Stream
from engines.results import Playthrough
from engines.tally import Tally, make_tally


def count_trials(
    rules: Rules, policy: str, seed: int, first_trial: int, trials: int, board: Board | None
) -> Tally:
    """Plays the trials in Numba."""
    from engines.games.sliding.kernels import trials as kernels
    from engines.games.sliding.kernels import workspace

    setting = workspace.make_setting(rules, policy)
    ws = workspace.make_workspace(rules, policy)
    counters = make_counters(kernels.Counters, METRICS, rules, trials)
    if board is None:
        kernels.run_trials(ws, setting, seed, first_trial, trials, counters)
    else:
        workspace.load_board(ws, canonical(rules, board.tiles))
        kernels.run_plays(ws, setting, seed, first_trial, trials, counters)
        _count_board(board, trials, counters)
    return make_tally(METRICS, counters, trials)


def play_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None
) -> Playthrough:
    """Plays a trial in plain Python: its board, its moves, and how it ended."""
    if board is None:
        board = make_board(rules, Stream(seed, trial, BOARD))
    played = play(board, policy, Stream(seed, trial, PLAY))
    moves = path_moves(rules, canonical(rules, board.tiles), played.path)
    outcome = judge.outcome(State(board, canonical(rules, played.tiles), len(played.path)))
    return Playthrough(rules, policy, seed, trial, board, moves, outcome)


def check_playable(rules: Rules, policy: str, board: Board | None) -> None:
    """Raises `EngineError` for a policy that can't play boards of this size, and for a board that
    nobody can solve."""
    check_size(rules, policy)
    if board is not None and row_by_row(rules, canonical(rules, board.tiles)) is None:
        raise EngineError("This board can't be solved, so nobody can play it to its end.")


def _count_board(board: Board, trials: int, counters: Any) -> None:
    """What every trial says again when all of them play the same board.

    How the board was scrambled is not known: nothing is counted for that.
    """
    rules = board.rules
    tiles = canonical(rules, board.tiles)
    away = manhattan(rules.width, tiles)
    counters.manhattan[:] = (trials, trials * away, trials * away * away)
    if rules.cells <= EXACT_CELLS:
        from engines.games.sliding.solver import measure

        length = len(measure(rules, tiles, 0, 0).path)
        counters.optimal[:] = (trials, trials * length, trials * length * length)
        counters.optimal_length[length] = trials
        counters.too_easy[:] = (trials * (length < rules.too_easy), trials)
