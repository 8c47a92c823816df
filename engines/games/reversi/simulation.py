"""Many games counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from engines.errors import EngineError
from engines.games.reversi import rules as judge
from engines.games.reversi.generator import make_board
from engines.games.reversi.policies import check_policy, play
from engines.games.reversi.types import Board, Rules
from engines.protocol import Axis, Metric, Playthrough
from engines.randomness import BOARD, PLAY, Stream
from engines.shared.checks import check_trials
from engines.shared.seats import seat_metrics
from engines.tally import Tally

MOST_MOBILE = 24
"""Decisions with more legal moves than this are counted with those that have as many."""


def _proportion(_: Rules) -> tuple[int, ...]:
    return (2,)


def _mean(_: Rules) -> tuple[int, ...]:
    return (3,)


def _margin(rules: Rules) -> tuple[int, ...]:
    return (rules.size + 1,)


def _mobility(rules: Rules) -> tuple[int, ...]:
    return (MOST_MOBILE + 1, rules.size - 4)


def _grid(rules: Rules) -> tuple[int, ...]:
    width, height = rules.field
    return (height, width)


METRICS = (
    *seat_metrics("discs"),
    Metric(
        key="passes",
        title="Passes",
        kind="mean",
        unit="times a game",
        description="How often a player had no move while the other one still had.",
        shape=_mean,
        directions=("less often", "more often"),
    ),
    Metric(
        key="wipe_outs",
        title="Wipe-outs",
        kind="proportion",
        unit="games",
        description="Games at whose end one of the players has no disc left.",
        shape=_proportion,
    ),
    Metric(
        key="margin",
        title="Winning margin",
        kind="histogram",
        unit="discs",
        description="By how many discs one player is ahead of the other at the end; 0: a draw.",
        shape=_margin,
        directions=("smaller", "larger"),
    ),
    Metric(
        key="mobility",
        title="Legal moves",
        kind="mean",
        unit="moves",
        description="How many moves a player can choose from, over all decisions of all games.",
        shape=_mean,
        directions=("fewer", "more"),
    ),
    Metric(
        key="mobility_by_move",
        title="Legal moves in the course of a game",
        kind="heatmap",
        unit="decisions",
        description=(
            "From left to right the moves of a game, the first, the second and so on; from top "
            f"to bottom the legal moves there were to choose from, 0 to {MOST_MOBILE} (or more)."
        ),
        shape=_mobility,
        axes=(Axis("Move of the game", first=1), Axis("Legal moves")),
    ),
    Metric(
        key="first_cells",
        title="The first player's cells",
        kind="heatmap",
        unit="games",
        description="For each cell: the games at whose end a disc of the first player is on it.",
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

    With `board`, every trial plays this very board. Raises `UnknownName` for the policy,
    `EngineError` for a board of other rules, ValueError for numbers out of range, and
    RuntimeError if a game ended with cells that are neither empty nor one player's.
    """
    policy = check_policy(policy)
    check_trials(seed, first_trial, trials)
    if board is not None and board.rules != rules:
        raise EngineError("The board was made for other rules than those to simulate.")

    from engines.games.reversi.kernels import trials as kernels
    from engines.games.reversi.kernels import workspace

    ground = workspace.make_ground(rules, None if board is None else board.shape)
    ws, players = workspace.make_workspace(rules), workspace.make_players(policy)
    given, seat = workspace.four_words(0, 0)[:0], 0
    if board is not None:
        given, seat = workspace.four_words(board.first, board.second), board.to_move
    counters = kernels.make_counters(rules, trials)
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
    counts = {m.key: tuple(getattr(counters, m.key).ravel().tolist()) for m in METRICS}
    return Tally(trials, counts, counters.headline.tobytes())


def replay_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> Playthrough:
    """The same trial in plain Python: its board and its moves. Raises as `simulate` does."""
    policy = check_policy(policy)
    check_trials(seed, trial, 1)
    if board is None:
        board = make_board(rules, Stream(seed, trial, BOARD))
    elif board.rules != rules:
        raise EngineError("The board was made for other rules than those to simulate.")
    moves = play(board, policy, Stream(seed, trial, PLAY))
    state = judge.replay(board, moves)
    first, second = judge.scores(state)
    outcome = judge.outcome(state)
    return Playthrough(rules, policy, seed, trial, board, moves, outcome, first - second)
