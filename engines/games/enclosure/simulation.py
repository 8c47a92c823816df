"""Many games counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from engines.games.enclosure import rules as judge
from engines.games.enclosure.cuts import graph_of, position_of
from engines.games.enclosure.metrics import METRICS, comeback_margin
from engines.games.enclosure.policies import (
    check_position,
    choose_line,
    players,
)
from engines.games.enclosure.types import Board, Rules
from engines.metrics import make_counters
from engines.randomness import PLAY, Stream
from engines.results import Playthrough
from engines.tally import Tally, make_tally


def check_playable(rules: Rules, policy: str, board: Board | None) -> None:
    """Raises `EngineError` where a player can't play from this position."""
    start = judge.initial_state(judge.empty_board(rules) if board is None else board)
    check_position(policy, rules, position_of(start))


def count_trials(
    rules: Rules, policy: str, seed: int, first_trial: int, trials: int, board: Board | None
) -> Tally:
    """Plays the trials in Numba."""
    from engines.games.enclosure.kernels import trials as kernels
    from engines.games.enclosure.kernels import workspace
    from engines.games.enclosure.kernels.exact import make_table

    shape = workspace.make_shape(rules)
    start = judge.empty_board(rules) if board is None else board
    setting = kernels.make_setting(shape, start, policy, comeback_margin(rules))
    exact = any(one.name == "optimal" for one in players(policy))
    table = make_table(setting.free if exact else setting.free[:0])
    counters = make_counters(kernels.Counters, METRICS, rules, trials)
    kernels.run_trials(
        shape,
        workspace.make_positions(shape, workspace.PLIES),
        workspace.make_scratch(shape),
        table,
        setting,
        seed,
        first_trial,
        trials,
        counters,
        setting.free.astype(int),
    )
    return make_tally(METRICS, counters, trials)


def play_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None
) -> Playthrough:
    """Plays a trial in plain Python, line by line."""
    board = judge.empty_board(rules) if board is None else board
    graph, names, both = graph_of(rules), judge.grid(rules).names, players(policy)
    state, moves, stream = judge.initial_state(board), [], Stream(seed, trial, PLAY)
    while position := position_of(state):
        move = names[choose_line(graph, position, both[state.to_move], stream)]
        moves.append(move)
        state = judge.apply(state, move)
    first, second = judge.scores(state)
    return Playthrough(
        rules,
        policy,
        seed,
        trial,
        board,
        tuple(moves),
        judge.outcome(state),
        headline=first - second,
    )
