"""Simulated players of dots and boxes, one decision at a time, in plain Python.

`kernels` tells the same in Numba: given the same stream both draw the same lines.

Every player names the lines that it would draw, and one of them is drawn from the stream, each
equally likely, lowest number first, also where there is only one. Only the player that makes no
mistake has no choice and draws nothing from it.
"""

from __future__ import annotations

from functools import lru_cache

from engines.declarations import Parameter, Policy
from engines.games.dots_and_boxes.chains import (
    CHAIN_COST,
    answer_value,
    closing_lines,
    opened_by,
    openings,
    run_after,
    runs_to_take,
    safe_lines,
)
from engines.games.dots_and_boxes.geometry import Geometry, numbers_in
from engines.games.dots_and_boxes.lookahead import best_lines
from engines.games.dots_and_boxes.rules import geometry_of, initial_state
from engines.games.dots_and_boxes.types import Board, Rules, State
from engines.randomness import Stream
from engines.shared.lines import Line
from engines.shared.named import Named, parameters_of, read_named
from engines.shared.seats import read_seats

BEST = "optimal"
MOST_DEPTH = 4

FEW_SAFE = 10
"""`chain` plans who will have to open the first chain once no more lines are safe than this."""

POLICIES = (
    Policy("random", "Random", "Draws any free line."),
    Policy("greedy", "Greedy", "Closes a box if it can, else draws any free line."),
    Policy(
        "careful",
        "Careful",
        "Closes a box if it can, else draws a line that gives nothing away, if there is one.",
    ),
    Policy(
        "chain",
        "Chain player",
        "Knows the long-chain rule: sees to it that the other one has to open the first long "
        "chain, opens short ones first, and leaves the end of a chain where control is worth "
        "more.",
    ),
    Policy(
        "lookahead",
        "Looks some lines ahead",
        "Looks at all that can be drawn in the next depth lines (2, or lookahead(depth=3)).",
        (
            Parameter(
                name="depth",
                title="Depth",
                description="How many lines it looks ahead, both players' together.",
                kind="integer",
                low=1,
                high=MOST_DEPTH,
                default=2,
            ),
        ),
    ),
    Policy(BEST, "Makes no mistake", "Plays best, on boards small enough to be worked out."),
)

KNOWN = parameters_of(POLICIES)


def read_player(player: str, kind: str = "policy") -> Named:
    """One seat's player and its parameters. Raises `UnknownName` naming the known ones."""
    return read_named(kind, player, KNOWN)


def check_policy(policy: str) -> str:
    """The normal spelling of both seats' players. Raises `UnknownName` as `read_player` does."""
    return read_seats(policy, lambda player: read_player(player).text)


def choose(state: State, player: Named, stream: Stream) -> Line:
    """The line that the player draws, drawing from `stream` only."""
    rules = state.board.rules
    if player.name == BEST:
        return _best_line(rules, state.lines, state.board.seat_to_win is not None)
    grid = geometry_of(rules)
    wanted = wanted_lines(grid, state.lines, rules.extra_turn, player)
    return grid.names[wanted[stream.below(len(wanted))]]


@lru_cache(maxsize=1 << 14)
def _best_line(rules: Rules, lines: int, asked_to_win: bool) -> Line:
    """A line of best play, which the scores do not change."""
    from engines.games.dots_and_boxes.solver import best_move

    return best_move(initial_state(Board(rules, lines, seat_to_win=0 if asked_to_win else None)))


def wanted_lines(grid: Geometry, lines: int, extra_turn: bool, player: Named) -> list[int]:
    """The numbers of the lines that the player would draw, ascending: at least one."""
    if player.name == "lookahead":
        return best_lines(grid, lines, extra_turn, int(player.values["depth"]))
    free = grid.full & ~lines
    closing = 0 if player.name == "random" else closing_lines(grid, lines)
    if player.name == "chain":
        return numbers_in(_chain_lines(grid, lines, closing, extra_turn))
    if not closing and player.name == "careful":
        closing = safe_lines(grid, lines)
    return numbers_in(closing or free)


# The chain player ---------------------------------------------------------------------------


def _chain_lines(grid: Geometry, lines: int, closing: int, extra_turn: bool) -> int:
    if closing:
        return _taking(grid, lines, closing) if extra_turn else _most_closing(grid, lines, closing)
    safe = safe_lines(grid, lines)
    if not safe:
        return _opening(grid, lines, extra_turn)
    if extra_turn and safe.bit_count() <= FEW_SAFE:
        return _planned(grid, lines, safe)
    return safe


def _taking(grid: Geometry, lines: int, closing: int) -> int:
    """Closing lines, or the line that leaves the end of a run.

    An end is left where no line would be safe after taking all, and answering what then must
    be opened is worth more than the boxes left. The run that is left is the one that costs
    least; the others are taken first.
    """
    after = run_after(grid, lines, range(len(grid.around))).after
    if after == grid.full or safe_lines(grid, after):
        return closing
    runs = [taken for taken in runs_to_take(grid, lines, closing) if taken.cost]
    if not runs:
        return closing
    kept = min(runs, key=lambda taken: taken.cost)
    if answer_value(openings(grid, after)) <= kept.cost:
        return closing
    if closing & ~kept.closing:
        return closing & ~kept.closing
    if kept.run.boxes > kept.cost:
        return closing
    return kept.run.after & ~lines & ~closing


def _most_closing(grid: Geometry, lines: int, closing: int) -> int:
    """Without an extra turn there is no control to keep: the lines that close most."""
    double = 0
    for number in numbers_in(closing):
        after = lines | 1 << number
        if all(not grid.around[box] & ~after for box in grid.beside[number]):
            double |= 1 << number if len(grid.beside[number]) == 2 else 0
    return double or closing


def _opening(grid: Geometry, lines: int, extra_turn: bool) -> int:
    """The lines that open the shortest run; one of two boxes between them, so that its end
    can't be left. Without an extra turn both take a run in turn: an even chain costs nothing,
    an odd one a box, a loop two."""
    best, found = (3, 1 << 30), 0
    for number in numbers_in(grid.full & ~lines):
        run = opened_by(grid, lines, number)
        cost = 0
        if not extra_turn:
            cost = 2 if run.moves < run.boxes else run.boxes % 2
        if (cost, run.boxes) < best:
            best, found = (cost, run.boxes), 0
        if (cost, run.boxes) == best:
            found |= 1 << number
    if extra_turn and best[1] == CHAIN_COST:
        between = [
            number
            for number in numbers_in(found)
            if all((grid.around[box] & ~lines).bit_count() == 2 for box in grid.beside[number])
            and len(grid.beside[number]) == 2
        ]
        if between:
            return sum(1 << number for number in between)
    return found


def _planned(grid: Geometry, lines: int, safe: int) -> int:
    """The safe lines after which the endgame promises most.

    Who will have to open the first run follows from how many safe lines are still to be
    drawn. They are drawn in two ways, always the lowest and always the highest next, and what
    answering the openings after them is worth counts for or against.
    """
    best, found = -(1 << 30), 0
    for number in numbers_in(safe):
        value = 0
        after = lines | 1 << number
        still = numbers_in(safe_lines(grid, after))
        for order in (still, still[::-1]):
            filled, count = _filled(grid, after, order)
            worth = answer_value(openings(grid, filled))
            value += -worth if count % 2 else worth
        if value > best:
            best, found = value, 0
        if value == best:
            found |= 1 << number
    return found


def _filled(grid: Geometry, lines: int, order: list[int]) -> tuple[int, int]:
    """Draws the lines that are still safe when their turn comes: (all drawn, how many)."""
    count = 0
    for number in order:
        if all((grid.around[box] & ~lines).bit_count() > 2 for box in grid.beside[number]):
            lines |= 1 << number
            count += 1
    return lines, count
