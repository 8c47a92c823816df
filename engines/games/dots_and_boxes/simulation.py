"""Many games counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from engines.counting import count_plays
from engines.errors import EngineError
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.bots import has_best
from engines.games.dots_and_boxes.measuring import measure
from engines.games.dots_and_boxes.metrics import METRICS
from engines.games.dots_and_boxes.policies import BEST, choose, read_player
from engines.games.dots_and_boxes.types import Board, Rules
from engines.metrics import make_counters
from engines.randomness import PLAY, Stream
from engines.results import Playthrough
from engines.shared.lines import Line
from engines.shared.seats import split_seats
from engines.tally import Tally, make_tally


def count_trials(
    rules: Rules, policy: str, seed: int, first_trial: int, trials: int, board: Board | None
) -> Tally:
    """Plays the trials in Numba, or in plain Python where best play is asked for."""
    if BEST in split_seats(policy):  # works everything out once, in no kernel
        numbers = range(first_trial, first_trial + trials)
        plays = (play_trial(rules, policy, seed, trial, board) for trial in numbers)
        return count_plays(METRICS, rules, map(measure, plays))

    from engines.games.dots_and_boxes.kernels import trials as kernels
    from engines.games.dots_and_boxes.kernels import workspace

    counters = make_counters(kernels.Counters, METRICS, rules, trials, wrong=kernels.no_game())
    ws = workspace.make_workspace(board or Board(rules), policy)
    if workspace.fits_one_word(ws.setting):
        kernels.run_small(ws, seed, first_trial, trials, counters)
    else:
        kernels.run_large(ws, seed, first_trial, trials, counters)
    if counters.wrong[0]:
        raise ArithmeticError("The scores of some games do not add up to the boxes.")
    return make_tally(METRICS, counters, trials)


def play_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None
) -> Playthrough:
    """Plays a trial in plain Python, line by line."""
    board = board or Board(rules)
    players = [read_player(player) for player in split_seats(policy)]
    stream = Stream(seed, trial, PLAY)
    state, moves = judge.initial_state(board), list[Line]()
    while not judge.is_over(state):
        moves.append(choose(state, players[state.to_move], stream))
        state = judge.apply(state, moves[-1])
    first, second = state.scores
    outcome = judge.outcome(state)
    return Playthrough(rules, policy, seed, trial, board, tuple(moves), outcome, first - second)


def check_playable(rules: Rules, policy: str, board: Board | None) -> None:
    """Raises `EngineError` where the board is too large for the player that is asked for."""
    if BEST in split_seats(policy) and not has_best(board or Board(rules)):
        raise EngineError(
            f"On {rules.rows} by {rules.cols} boxes best play can't be worked out quickly enough "
            f"for the player {BEST}. Choose a smaller grid or another player."
        )
