"""Many plays counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from engines.errors import EngineError
from engines.games.color_fill import rules as judge
from engines.games.color_fill.generator import make_board
from engines.games.color_fill.policies import check_policy, play
from engines.games.color_fill.types import Board, Rules
from engines.protocol import Metric, Playthrough
from engines.randomness import BOARD, PLAY, Stream
from engines.shared.checks import check_trials
from engines.tally import Tally

SAMPLE_EVERY = 512
"""Of every so many trials one board is solved exactly: far slower than a play, and a few
hundred boards tell the mean well."""

SAMPLE_NODES = 20_000
"""Positions that such a proof may look at: a count, not a time, so that every machine counts
the same. Enough for 99 of 100 boards of 14×14 in 6 colours."""


def _proportion(_: Rules) -> tuple[int, ...]:
    return (2,)


def _mean(_: Rules) -> tuple[int, ...]:
    return (3,)


def _percent(_: Rules) -> tuple[int, ...]:
    return (100,)


def _grid(rules: Rules) -> tuple[int, ...]:
    return (rules.height, rules.width)


METRICS = (
    Metric(
        key="stuck",
        title="Stuck",
        kind="proportion",
        unit="plays",
        description=(
            "Plays in which the moves allowed were used up before the board had one colour. "
            "Every board can be solved in time: the greedy player does it."
        ),
        shape=_proportion,
        headline=True,
        counts_stuck=True,
    ),
    Metric(
        key="moves",
        title="Moves",
        kind="mean",
        unit="moves",
        description=(
            "Moves the player needed to make the whole board one colour, playing on where "
            "the limit was passed."
        ),
        shape=_mean,
        directions=("fewer", "more"),
    ),
    Metric(
        key="limit",
        title="Moves allowed",
        kind="mean",
        unit="moves",
        description="The board's limit: the greedy player's moves and the slack.",
        shape=_mean,
        directions=("fewer", "more"),
        of_board=True,
    ),
    Metric(
        key="progress",
        title="Progress when stuck",
        kind="histogram",
        unit="% of the cells",
        description=(
            "Only plays that got stuck: how much of the board the region had taken when the "
            "moves were used up, in whole per cent, rounded down."
        ),
        shape=_percent,
    ),
    Metric(
        key="last_taken",
        title="Taken last",
        kind="heatmap",
        unit="plays",
        description=(
            "For each cell: the plays that took it with their very last move, playing on "
            "where the limit was passed."
        ),
        shape=_grid,
    ),
    Metric(
        key="proven",
        title="Shortest line proven",
        kind="proportion",
        unit="sampled boards",
        description=(
            f"Of every {SAMPLE_EVERY} trials one board is solved exactly, within "
            f"{SAMPLE_NODES:,} positions; the share for which that gave a proof. The two "
            "figures below count these boards only, so they lean towards easier ones where "
            "this is well below 100 %."
        ),
        shape=_proportion,
    ),
    Metric(
        key="optimal",
        title="Shortest line",
        kind="mean",
        unit="moves",
        description=(
            f"The fewest moves that can solve the board: one of {SAMPLE_EVERY} trials, where "
            "proven."
        ),
        shape=_mean,
        directions=("shorter", "longer"),
    ),
    Metric(
        key="over_optimal",
        title="Moves over the shortest line",
        kind="mean",
        unit="moves",
        description=(
            "How many more moves than the fewest possible the player needed: one of "
            f"{SAMPLE_EVERY} trials, where proven."
        ),
        shape=_mean,
        directions=("fewer", "more"),
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
    `EngineError` for a board of other rules, ValueError for numbers out of range.
    """
    policy = check_policy(policy)
    check_trials(seed, first_trial, trials)
    if board is not None and board.rules != rules:
        raise EngineError("The board was made for other rules than those to simulate.")

    from engines.games.color_fill.kernels import trials as kernels
    from engines.games.color_fill.kernels import workspace
    from engines.shared.grown_numba import make_garden

    setting = workspace.make_setting(rules, policy, (0,) if board is None else board.cells)
    ws = kernels.make_workspace(rules, SAMPLE_NODES)
    if board is not None:
        workspace.load_board(ws.field, board)
    counters = kernels.make_counters(ws.field, trials)
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
    counts = {m.key: tuple(getattr(counted, m.key).tolist()) for m in METRICS}
    return Tally(trials, counts, counters.headline.tobytes())


def replay_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> Playthrough:
    """The same trial in plain Python: its board and its moves, as far as the limit goes.

    Raises as `simulate` does.
    """
    policy = check_policy(policy)
    check_trials(seed, trial, 1)
    if board is None:
        board = make_board(rules, Stream(seed, trial, BOARD))
    elif board.rules != rules:
        raise EngineError("The board was made for other rules than those to simulate.")
    moves = play(board, policy, Stream(seed, trial, PLAY))[: board.limit]
    outcome = judge.outcome(judge.replay(board, moves))
    return Playthrough(rules, policy, seed, trial, board, moves, outcome)
