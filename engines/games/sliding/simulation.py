"""Many plays counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.errors import EngineError
from engines.games.sliding import rules as judge
from engines.games.sliding.generator import make_board, path_moves
from engines.games.sliding.geometry import canonical, goal_tiles, manhattan
from engines.games.sliding.policies import check_policy, check_size, play, row_by_row
from engines.games.sliding.types import EXACT_CELLS, Board, Rules, State
from engines.protocol import Metric, Playthrough
from engines.randomness import BOARD, PLAY, Stream
from engines.shared.checks import check_trials
from engines.tally import Tally

if TYPE_CHECKING:
    from engines.games.sliding.kernels.trials import Counters

MOST_MOVES = {
    (2, 2): 6, (2, 3): 21, (2, 4): 36, (2, 5): 55, (2, 6): 80,
    (3, 3): 31, (3, 4): 53, (3, 5): 84, (4, 4): 80,
}  # fmt: skip
"""The longest of all shortest solutions, by size (OEIS A151944), up to 16 cells."""


def longest(rules: Rules) -> int:
    """A bound on the shortest solution of the boards whose length is worked out; else 0."""
    low, high = sorted((rules.width, rules.height))
    return MOST_MOVES.get((low, high), 0)


def _proportion(_: Rules) -> tuple[int, ...]:
    return (2,)


def _mean(_: Rules) -> tuple[int, ...]:
    return (3,)


def _bins(rules: Rules) -> tuple[int, ...]:
    return (longest(rules) + 1,)


def _grid(rules: Rules) -> tuple[int, ...]:
    return (rules.height, rules.width)


def _misplaced_cells(play: Playthrough) -> list[tuple[int, int]]:
    """Where something is not at home at the end of a play that was not solved."""
    if play.outcome.status != "stuck":
        return []
    state = judge.initial_state(play.board)
    for move in play.moves:
        state = judge.apply(state, move)
    pairs = zip(state.tiles, goal_tiles(play.rules), strict=True)
    wrong = [cell for cell, (tile, home) in enumerate(pairs) if tile != home]
    return [divmod(cell, play.rules.width) for cell in wrong]


_WORKED_OUT = (
    "Worked out exactly: for every board up to 9 cells, for the sample the rules state from "
    "10 to 16 cells, for none above."
)

METRICS = (
    Metric(
        key="stuck",
        title="Unsolved",
        kind="proportion",
        unit="plays",
        description=(
            "Plays that were not solved within the budget of moves the rules give. The board "
            "can be solved all the same: every one can."
        ),
        shape=_proportion,
        headline=True,
        counts_stuck=True,
    ),
    Metric(
        key="optimal",
        title="Shortest solution",
        kind="mean",
        unit="moves",
        description=f"Moves of a shortest solution of the scrambled board. {_WORKED_OUT}",
        shape=_mean,
        directions=("shorter", "longer"),
        of_board=True,
    ),
    Metric(
        key="optimal_length",
        title="Shortest solutions by length",
        kind="histogram",
        unit="moves",
        description=f"How many boards have a shortest solution of each length. {_WORKED_OUT}",
        shape=_bins,
        restates=True,
    ),
    Metric(
        key="too_easy",
        title="Too easy",
        kind="proportion",
        unit="boards",
        description=(
            "Boards that fewer moves can solve than the rules call too easy, of those whose "
            "shortest length was worked out."
        ),
        shape=_proportion,
        of_board=True,
    ),
    Metric(
        key="scramble_solved",
        title="Scrambled to solved",
        kind="proportion",
        unit="boards",
        description=(
            "Scrambles that ended where they began, on the solved board; they take one further "
            "step, so that no such board is handed out."
        ),
        shape=_proportion,
    ),
    Metric(
        key="manhattan",
        title="Manhattan distance",
        kind="mean",
        unit="cells",
        description="Rows plus columns that the tiles of the scrambled board are away from home.",
        shape=_mean,
        directions=("nearer", "farther"),
        of_board=True,
    ),
    Metric(
        key="moves",
        title="Moves needed",
        kind="mean",
        unit="moves",
        description="Only plays that were solved: how many moves they took.",
        shape=_mean,
        directions=("fewer", "more"),
    ),
    Metric(
        key="redraws",
        title="Scrambled anew",
        kind="mean",
        unit="scrambles",
        description=(
            "Scrambles thrown away for each board, because its shortest solution was too far "
            "from the length the rules aim at."
        ),
        shape=_mean,
        directions=("fewer", "more"),
    ),
    Metric(
        key="misplaced_at",
        title="Where it was not finished",
        kind="heatmap",
        unit="plays",
        description="For each cell: the unsolved plays that ended with something wrong there.",
        shape=_grid,
        cells=_misplaced_cells,
        of_counted=True,
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
    `EngineError` for a board of other rules or a policy that can't play this size, ValueError
    for numbers out of range.
    """
    policy = check_policy(policy)
    check_size(rules, policy)
    check_trials(seed, first_trial, trials)
    if board is not None:
        _check_board(rules, board)

    from engines.games.sliding.kernels import trials as kernels
    from engines.games.sliding.kernels import workspace

    setting = workspace.make_setting(rules, policy)
    ws = workspace.make_workspace(rules, policy)
    counters = kernels.make_counters(rules.cells, longest(rules) + 1, trials)
    if board is None:
        kernels.run_trials(ws, setting, seed, first_trial, trials, counters)
    else:
        workspace.load_board(ws, canonical(rules, board.tiles))
        kernels.run_plays(ws, setting, seed, first_trial, trials, counters)
        _count_board(board, trials, counters)
    counts = {m.key: tuple(getattr(counters, m.key).tolist()) for m in METRICS}
    return Tally(trials, counts, counters.headline.tobytes())


def replay_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> Playthrough:
    """The same trial in plain Python: its board, its moves, and how it ended.

    Raises as `simulate` does.
    """
    policy = check_policy(policy)
    check_size(rules, policy)
    check_trials(seed, trial, 1)
    if board is None:
        board = make_board(rules, Stream(seed, trial, BOARD))
    else:
        _check_board(rules, board)
    played = play(board, policy, Stream(seed, trial, PLAY))
    moves = path_moves(rules, canonical(rules, board.tiles), played.path)
    outcome = judge.outcome(State(board, canonical(rules, played.tiles), len(played.path)))
    return Playthrough(rules, policy, seed, trial, board, moves, outcome)


def _check_board(rules: Rules, board: Board) -> None:
    if board.rules != rules:
        raise EngineError("The board was made for other rules than those to simulate.")
    if row_by_row(rules, canonical(rules, board.tiles)) is None:
        raise EngineError("This board can't be solved, so nobody can play it to its end.")


def _count_board(board: Board, trials: int, counters: Counters) -> None:
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
