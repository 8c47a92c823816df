"""Many plays counted (in Numba), or one replayed (in plain Python)."""

from __future__ import annotations

from math import prod

from engines.errors import EngineError
from engines.games.number_hunt.generator import certificate, make_board
from engines.games.number_hunt.policies import check_policy, play
from engines.games.number_hunt.rules import number_locus
from engines.games.number_hunt.types import Board, Rules
from engines.protocol import Metric, Outcome, Playthrough
from engines.randomness import BOARD, PLAY, Stream
from engines.shared.checks import check_trials
from engines.tally import Tally

NAMED = 10
"""Of so many long hunts a replay names the numbers."""

HEAT_CELLS = 12
"""Cells of the heatmap along the field's longer side."""


def heat_cells(rules: Rules) -> tuple[int, int, int]:
    """Rows, columns and side of the heatmap's cells, which are square."""
    cell = -(-max(rules.width, rules.height) // HEAT_CELLS)
    return -(-rules.height // cell), -(-rules.width // cell), cell


def _proportion(_: Rules) -> tuple[int, ...]:
    return (2,)


def _mean(_: Rules) -> tuple[int, ...]:
    return (3,)


def _look_bins(rules: Rules) -> tuple[int, ...]:
    return (4 * rules.circles + 1,)


def _numbers(rules: Rules) -> tuple[int, ...]:
    return (rules.circles + 1,)


def _grid(rules: Rules) -> tuple[int, ...]:
    return heat_cells(rules)[:2]


def _longest_cell(made: Playthrough) -> list[tuple[int, int]]:
    """Where the circle lay whose hunt was the longest."""
    played = play(made.board, made.policy, Stream(made.seed, made.trial, PLAY))
    x, y, _ = made.board.circles[played.longest - 1]
    side = heat_cells(made.rules)[2]
    return [(y // side, x // side)]


METRICS = (
    Metric(
        key="long_hunt",
        title="Long hunt",
        kind="proportion",
        unit="plays",
        description=(
            "Plays in which the search for at least one number took more looks than the rules' "
            "patience: the moment at which a person would sigh. A field has no dead ends, so "
            "this takes the place of stuck."
        ),
        shape=_proportion,
        headline=True,
        example="a long hunt",
    ),
    Metric(
        key="looks",
        title="Looks per number",
        kind="mean",
        unit="looks",
        description=(
            "Looks that the search for a single number took. Its interval takes hunts for "
            "independent, those of one play too; the interval of Looks per play does not."
        ),
        shape=_mean,
        directions=("fewer", "more"),
    ),
    Metric(
        key="hunt_looks",
        title="Looks of a hunt",
        kind="histogram",
        unit="looks",
        description=(
            "How many looks each number took. The last bar, at four times the number of "
            "circles, also holds all that took more."
        ),
        shape=_look_bins,
        restates=True,
    ),
    Metric(
        key="total",
        title="Looks per play",
        kind="mean",
        unit="looks",
        description="Looks until all numbers were found.",
        shape=_mean,
        directions=("fewer", "more"),
    ),
    Metric(
        key="longest",
        title="Longest hunt",
        kind="mean",
        unit="looks",
        description="Looks that the number took which took most, in each play.",
        shape=_mean,
        directions=("fewer", "more"),
    ),
    Metric(
        key="longest_number",
        title="Number of the longest hunt",
        kind="histogram",
        unit="",
        description="Which number took most looks (of several the lowest), in each play.",
        shape=_numbers,
    ),
    Metric(
        key="longest_at",
        title="Place of the longest hunt",
        kind="heatmap",
        unit="plays",
        description=(
            "Where the circle lay that took most looks, on a coarse grid: "
            f"{HEAT_CELLS} cells along the longer side."
        ),
        shape=_grid,
        cells=_longest_cell,
    ),
    Metric(
        key="density",
        title="Packing density",
        kind="mean",
        unit="per 10,000 of the field",
        description="How much of the field the circles cover.",
        shape=_mean,
        of_board=True,
    ),
    Metric(
        key="attempts",
        title="Attempts",
        kind="mean",
        unit="places",
        description=(
            "Places tried for circles until the layout was whole, those of layouts given up "
            "among them."
        ),
        shape=_mean,
        directions=("fewer", "more"),
    ),
    Metric(
        key="rebuilt",
        title="Rebuilt",
        kind="proportion",
        unit="fields",
        description="Fields whose layout had to be begun again at least once.",
        shape=_proportion,
    ),
    Metric(
        key="rebuilds",
        title="Rebuilds",
        kind="mean",
        unit="layouts",
        description="Layouts given up before the one that was whole.",
        shape=_mean,
        directions=("fewer", "more"),
    ),
    Metric(
        key="unplaced",
        title="Never placed",
        kind="proportion",
        unit="fields",
        description=(
            "Fields that were given up after the last rebuild allowed. They are not played, and "
            "count in none of the figures about looks."
        ),
        shape=_proportion,
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

    With `board`, every trial plays this very field, and nothing is counted of how it was laid
    out. Raises `UnknownName` for the policy, `EngineError` for a board of other rules,
    ValueError for numbers out of range.
    """
    policy = check_policy(policy)
    check_trials(seed, first_trial, trials)
    if board is not None:
        _check_board(rules, board)

    from engines.games.number_hunt.kernels import trials as kernels
    from engines.games.number_hunt.kernels import workspace

    setting = workspace.make_setting(rules, policy, heat_cells(rules))
    counters = kernels.make_counters({m.key: prod(m.shape(rules)) for m in METRICS}, trials)
    ws = workspace.make_workspace(rules.circles)
    if board is None:
        kernels.run_trials(ws, setting, seed, first_trial, trials, counters)
    else:
        workspace.load_board(ws, board)
        kernels.run_plays(ws, setting, seed, first_trial, trials, counters)
    counts = {m.key: tuple(getattr(counters, m.key).tolist()) for m in METRICS}
    return Tally(trials, counts, counters.headline.tobytes())


def replay_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> Playthrough:
    """The same trial in plain Python: its field, its taps, and how many looks they took.

    The loci are the numbers whose hunt was a long one.

    Raises as `simulate` does, and `GenerationFailed` where the trial's circles found no place.
    """
    policy = check_policy(policy)
    check_trials(seed, trial, 1)
    if board is None:
        board = make_board(rules, Stream(seed, trial, BOARD))
    else:
        _check_board(rules, board)
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


def _check_board(rules: Rules, board: Board) -> None:
    if board.rules != rules:
        raise EngineError("The board was made for other rules than those to simulate.")
