"""Many games counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from engines.games.reversi import rules as judge
from engines.games.reversi.generator import make_board
from engines.games.reversi.metrics import METRICS
from engines.games.reversi.policies import play
from engines.games.reversi.types import Board, Rules
from engines.metrics import make_counters
from engines.randomness import BOARD, PLAY, Stream
from engines.results import Playthrough
from engines.tally import Tally, make_tally


def count_trials(
    rules: Rules, policy: str, seed: int, first_trial: int, trials: int, board: Board | None
) -> Tally:
    """Plays the trials in Numba.

    Raises RuntimeError if a game ended with cells that are neither empty nor one player's.
    """
    from engines.games.reversi.kernels import trials as kernels
    from engines.games.reversi.kernels import workspace

    ground = workspace.make_ground(rules, None if board is None else board.shape)
    ws, players = workspace.make_workspace(rules), workspace.make_players(policy)
    given, seat = workspace.four_words(0, 0)[:0], 0
    if board is not None:
        given, seat = workspace.four_words(board.first, board.second), board.to_move
    counters = make_counters(
        kernels.Counters, METRICS, rules, trials, **kernels.own_counters(rules)
    )
    kernels.run_trials(
        ground,
        ws,
        players,
        rules.shape == "grown",
        given,
        seat,
        seed,
        first_trial,
        trials,
        counters,
    )
    if counters.broken[0]:
        raise RuntimeError(f"{counters.broken[0]} games do not add up to {rules.size} cells.")
    return make_tally(METRICS, counters, trials)


def play_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None
) -> Playthrough:
    """Plays a trial in plain Python: its board and its moves."""
    if board is None:
        board = make_board(rules, Stream(seed, trial, BOARD))
    moves = play(board, policy, Stream(seed, trial, PLAY))
    state = judge.replay(board, moves)
    first, second = judge.scores(state)
    outcome = judge.outcome(state)
    return Playthrough(rules, policy, seed, trial, board, moves, outcome, first - second)
