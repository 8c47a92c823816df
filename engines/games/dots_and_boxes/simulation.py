"""Many games counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from engines.errors import EngineError
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.bots import has_best
from engines.games.dots_and_boxes.counting import count_plays
from engines.games.dots_and_boxes.policies import BEST, check_policy, choose, read_player
from engines.games.dots_and_boxes.types import Board, Rules
from engines.protocol import Metric, Playthrough
from engines.randomness import PLAY, Stream
from engines.shared.checks import check_trials
from engines.shared.lines import Line, line_count
from engines.shared.seats import seat_metrics, split_seats
from engines.tally import Tally


def _line_bins(rules: Rules) -> tuple[int, ...]:
    return (line_count(rules.rows, rules.cols) + 1,)


def _box_bins(rules: Rules) -> tuple[int, ...]:
    return (rules.rows * rules.cols + 1,)


def _grid(rules: Rules) -> tuple[int, ...]:
    return (rules.rows, rules.cols)


METRICS = (
    *seat_metrics("boxes"),
    Metric(
        key="give_away",
        title="No safe line left",
        kind="histogram",
        unit="lines drawn",
        description=(
            "How many lines were drawn when, for the first time, every line left touched a box "
            "with two lines or more: from then on somebody has to give boxes away."
        ),
        shape=_line_bins,
        directions=("sooner", "later"),
    ),
    Metric(
        key="longest_turn",
        title="Longest chain taken",
        kind="histogram",
        unit="boxes",
        description="The most boxes that one player took in one turn of the game.",
        shape=_box_bins,
        directions=("shorter", "longer"),
    ),
    Metric(
        key="first_boxes",
        title="First player's boxes",
        kind="heatmap",
        unit="games",
        description="For each box: the games in which the first player took it.",
        shape=_grid,
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

    With `board`, every trial plays from this very board. Raises `UnknownName` for the policy,
    `EngineError` for a board of other rules or a player that can't play them, ValueError for
    numbers out of range.
    """
    board, policy = _check(rules, policy, seed, first_trial, trials, board)
    if BEST in split_seats(policy):  # works everything out once, in no kernel
        numbers = range(first_trial, first_trial + trials)
        return count_plays(rules, (_play(board, policy, seed, trial) for trial in numbers))

    from engines.games.dots_and_boxes.kernels import trials as kernels
    from engines.games.dots_and_boxes.kernels import workspace

    counters = kernels.make_counters(rules, trials)
    ws = workspace.make_workspace(board, policy)
    if workspace.fits_one_word(ws.setting):
        kernels.run_small(ws, seed, first_trial, trials, counters)
    else:
        kernels.run_large(ws, seed, first_trial, trials, counters)
    if counters.wrong[0]:
        raise ArithmeticError("The scores of some games do not add up to the boxes.")
    counts = {m.key: tuple(getattr(counters, m.key).tolist()) for m in METRICS}
    return Tally(trials, counts, counters.headline.tobytes())


def replay_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> Playthrough:
    """The same trial in plain Python, line by line. Raises as `simulate` does."""
    board, policy = _check(rules, policy, seed, trial, 1, board)
    return _play(board, policy, seed, trial)


def _play(board: Board, policy: str, seed: int, trial: int) -> Playthrough:
    players = [read_player(player) for player in split_seats(policy)]
    stream = Stream(seed, trial, PLAY)
    state, moves = judge.initial_state(board), list[Line]()
    while not judge.is_over(state):
        moves.append(choose(state, players[state.to_move], stream))
        state = judge.apply(state, moves[-1])
    first, second = state.scores
    return Playthrough(
        board.rules,
        policy,
        seed,
        trial,
        board,
        tuple(moves),
        judge.outcome(state),
        first - second,
    )


def _check(
    rules: Rules, policy: str, seed: int, first_trial: int, trials: int, board: Board | None
) -> tuple[Board, str]:
    """The board to play from and the policy's normal spelling."""
    policy = check_policy(policy)
    board = board or Board(rules)
    if board.rules != rules:
        raise EngineError("The board was made for other rules than those to simulate.")
    _check_size(board, policy)
    check_trials(seed, first_trial, trials)
    return board, policy


def check_play(rules: Rules, policy: str) -> str:
    """As `check_policy`; besides raises `EngineError` where boards are too large for optimal."""
    policy = check_policy(policy)
    _check_size(Board(rules), policy)
    return policy


def _check_size(board: Board, policy: str) -> None:
    if BEST in split_seats(policy) and not has_best(board):
        raise EngineError(
            f"On {board.rules.rows} by {board.rules.cols} boxes best play can't be worked out "
            f"quickly enough for the player {BEST}. Choose a smaller grid or another player."
        )
