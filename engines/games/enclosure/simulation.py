"""Many games counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from engines.errors import EngineError
from engines.games.enclosure import rules as judge
from engines.games.enclosure.cuts import graph_of, position_of
from engines.games.enclosure.policies import (
    check_policy,
    check_position,
    choose_line,
    players,
)
from engines.games.enclosure.types import Board, Rules
from engines.protocol import Metric, Playthrough
from engines.randomness import PLAY, Stream
from engines.shared.checks import check_trials
from engines.shared.seats import seat_metrics
from engines.tally import Tally


def comeback_margin(rules: Rules) -> int:
    """How far behind a winner must once have been for a comeback: a tenth of the cells."""
    return -(-rules.rows * rules.cols // 10)


def _proportion(_: Rules) -> tuple[int, ...]:
    return (2,)


def _mean(_: Rules) -> tuple[int, ...]:
    return (3,)


def _percent(_: Rules) -> tuple[int, ...]:
    return (101,)


def _sizes(rules: Rules) -> tuple[int, ...]:
    return (rules.rows * rules.cols + 1,)


def _grid(rules: Rules) -> tuple[int, ...]:
    return (rules.rows, rules.cols)


METRICS = (
    *seat_metrics("cells"),
    Metric(
        key="largest_take",
        title="Largest take",
        kind="mean",
        unit="cells",
        description="The most cells that a single line takes in a game.",
        shape=_mean,
        directions=("smaller", "larger"),
    ),
    Metric(
        key="final_difference",
        title="Final difference",
        kind="mean",
        unit="cells",
        description="How far the winner is ahead at the end; 0 in a draw.",
        shape=_mean,
    ),
    Metric(
        key="decision_point",
        title="Decided at move",
        kind="mean",
        unit="moves",
        description=(
            "The move after which it never changes again who is ahead (or that nobody is); 0 in "
            "a game in which nobody ever is."
        ),
        shape=_mean,
        directions=("sooner", "later"),
    ),
    Metric(
        key="decided_at",
        title="Decided after",
        kind="histogram",
        unit="% of the moves",
        description=(
            "The move after which it never changes again who is ahead, in per cent of the game's "
            "moves, rounded down: 100 is the last one."
        ),
        shape=_percent,
        directions=("sooner", "later"),
    ),
    Metric(
        key="comeback",
        title="Comebacks",
        kind="proportion",
        unit="games with a winner",
        description=(
            "Games won by a player who once was behind by a tenth of all cells or more, of all "
            "games with a winner."
        ),
        shape=_proportion,
    ),
    Metric(
        key="never_taken",
        title="Never taken",
        kind="mean",
        unit="cells",
        description=(
            "Cells that are nobody's at the end: none, but the last two where areas are taken and "
            "the border counts as drawn."
        ),
        shape=_mean,
    ),
    Metric(
        key="take_sizes",
        title="Sizes of takes",
        kind="histogram",
        unit="cells",
        description="For each number of cells: the lines, of all games, that take so many.",
        shape=_sizes,
    ),
    Metric(
        key="first_cells",
        title="Taken by the first player",
        kind="heatmap",
        unit="games",
        description="For each cell: the games at whose end it is the first player's.",
        shape=_grid,
    ),
)


def check_play(rules: Rules, policy: str, board: Board | None = None) -> str:
    """The policy's normal spelling. Raises `UnknownName`, and `EngineError` where a player
    can't play this."""
    policy = check_policy(policy)
    start = judge.initial_state(judge.empty_board(rules) if board is None else board)
    check_position(policy, rules, position_of(start))
    return policy


def simulate(
    rules: Rules,
    policy: str,
    seed: int,
    first_trial: int,
    trials: int,
    board: Board | None = None,
) -> Tally:
    """Count trials first_trial … first_trial + trials - 1.

    With `board`, every trial plays on from this very board. Raises `UnknownName` for the policy,
    `EngineError` for a board of other rules and for a player who can't play these, ValueError for
    numbers out of range.
    """
    board, policy = _start(rules, policy, seed, first_trial, trials, board)

    from engines.games.enclosure.kernels import trials as kernels
    from engines.games.enclosure.kernels import workspace
    from engines.games.enclosure.kernels.exact import make_table

    shape = workspace.make_shape(rules)
    setting = kernels.make_setting(shape, board, policy, comeback_margin(rules))
    exact = any(one.name == "optimal" for one in players(policy))
    table = make_table(setting.free if exact else setting.free[:0])
    counters = kernels.make_counters(shape.cells, trials)
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
    counts = {m.key: tuple(getattr(counters, m.key).tolist()) for m in METRICS}
    return Tally(trials, counts, counters.headline.tobytes())


def replay_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> Playthrough:
    """The same trial in plain Python. Raises as `simulate` does."""
    board, policy = _start(rules, policy, seed, trial, 1, board)
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


def _start(
    rules: Rules, policy: str, seed: int, first_trial: int, trials: int, board: Board | None
) -> tuple[Board, str]:
    """The board that the trials begin from, and the policy in its normal spelling."""
    if board is not None and board.rules != rules:
        raise EngineError("The board was made for other rules than those to simulate.")
    policy = check_play(rules, policy, board)
    check_trials(seed, first_trial, trials)
    return judge.empty_board(rules) if board is None else board, policy
