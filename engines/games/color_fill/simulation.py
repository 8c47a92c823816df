"""Many plays counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from engines.games.color_fill import rules as judge
from engines.games.color_fill.generator import make_board
from engines.games.color_fill.metrics import METRICS, SAMPLE_EVERY, SAMPLE_NODES
from engines.games.color_fill.policies import play
from engines.games.color_fill.types import Board, Rules
from engines.metrics import make_counters
from engines.randomness import BOARD, PLAY, Stream
from engines.results import Playthrough
from engines.tally import Tally, make_tally


def count_trials(
    rules: Rules, policy: str, seed: int, first_trial: int, trials: int, board: Board | None
) -> Tally:
    """Plays the trials in Numba."""
    from engines.games.color_fill.kernels import trials as kernels
    from engines.games.color_fill.kernels import workspace
    from engines.shared.grown_numba import make_garden

    setting = workspace.make_setting(rules, policy, (0,) if board is None else board.cells)
    ws = kernels.make_workspace(rules, SAMPLE_NODES)
    if board is not None:
        workspace.load_board(ws.field, board)
    counters = make_counters(
        kernels.Counters, METRICS, rules, trials, last_taken=workspace.zero_places(ws.field)
    )
    span, sample = (seed, first_trial, trials), (SAMPLE_EVERY, SAMPLE_NODES)
    if board is None and rules.shape == "grown":
        garden = make_garden(rules.width, rules.height, rules.growth)
        centre = rules.start == "centre"
        kernels.run_grown_trials(ws, garden, centre, setting, *span, *sample, counters)
    else:
        fixed = int(board is not None)
        kernels.run_trials(ws, setting, *span, fixed, *sample, counters)
    grid = workspace.on_the_board(counters.last_taken, rules.width, rules.height)
    counted = counters._replace(last_taken=grid.ravel())
    return make_tally(METRICS, counted, trials)


def play_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None
) -> Playthrough:
    """Plays a trial in plain Python: its board and its moves, as far as the limit goes."""
    if board is None:
        board = make_board(rules, Stream(seed, trial, BOARD))
    moves = play(board, policy, Stream(seed, trial, PLAY))[: board.limit]
    outcome = judge.outcome(judge.replay(board, moves))
    return Playthrough(rules, policy, seed, trial, board, moves, outcome)
