"""Many plays counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from engines.games.number_hunt.generator import certificate, make_board
from engines.games.number_hunt.metrics import METRICS, heat_cells
from engines.games.number_hunt.policies import play
from engines.games.number_hunt.rules import number_locus
from engines.games.number_hunt.types import Board, Rules
from engines.metrics import make_counters
from engines.randomness import BOARD, PLAY, Stream
from engines.results import Outcome, Playthrough
from engines.tally import Tally, make_tally

NAMED = 10
"""Of so many long hunts a replay names the numbers."""


def count_trials(
    rules: Rules, policy: str, seed: int, first_trial: int, trials: int, board: Board | None
) -> Tally:
    """Plays the trials in Numba. On a given board nothing is counted of how it was laid out."""
    from engines.games.number_hunt.kernels import trials as kernels
    from engines.games.number_hunt.kernels import workspace

    setting = workspace.make_setting(rules, policy, heat_cells(rules))
    counters = make_counters(kernels.Counters, METRICS, rules, trials)
    ws = workspace.make_workspace(rules.circles)
    if board is None:
        kernels.run_trials(ws, setting, seed, first_trial, trials, counters)
    else:
        workspace.load_board(ws, board)
        kernels.run_plays(ws, setting, seed, first_trial, trials, counters)
    return make_tally(METRICS, counters, trials)


def play_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None
) -> Playthrough:
    """Plays a trial in plain Python: its field, its taps, and how many looks they took.

    The loci are the numbers whose hunt was a long one. Raises `GenerationFailed` where the
    trial's circles have no place.
    """
    if board is None:
        board = make_board(rules, Stream(seed, trial, BOARD))
    played = play(board, policy, Stream(seed, trial, PLAY))
    most = max(played.looks)
    long = [k for k, looks in enumerate(played.looks, start=1) if looks > rules.patience]
    message = (
        f"All {rules.circles} numbers are found, in {sum(played.looks)} looks. The longest hunt "
        f"was for number {played.longest}: {most} {'look' if most == 1 else 'looks'}."
    )
    if long:
        more = f" and {len(long) - NAMED} more" if len(long) > NAMED else ""
        message += (
            f" Numbers that took more than {rules.patience} looks: "
            f"{', '.join(map(str, long[:NAMED]))}{more}."
        )
    return Playthrough(
        rules,
        policy,
        seed,
        trial,
        board,
        certificate(rules),
        Outcome("solved", message=message),
        headline=int(most > rules.patience),
        headline_at=tuple(map(number_locus, long)),
    )
