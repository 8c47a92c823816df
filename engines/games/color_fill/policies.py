"""Simulated players of color fill, one decision at a time, in plain Python.

`kernels` tells the same in Numba: given the same stream both make the same moves.

What is drawn from the stream, and when, is part of a policy's definition:

- greedy, greedy_lookahead, hint_follower   nothing
- random_visible             one draw a move among the touching colours, ascending
- greedy_noisy               one draw a move out of a million; if it is below a million times
                             epsilon, one more among the touching colours, ascending

A player plays on until the board has one colour, past the limit if need be: that it needed
more moves than allowed is what makes a play *stuck*.
"""

from __future__ import annotations

from engines.declarations import Parameter, Policy
from engines.games.color_fill.lines import best_known_line, greedy_color, look_ahead
from engines.games.color_fill.regions import (
    Patches,
    Position,
    first_position,
    is_finished,
    patches_of,
    take,
    touching_colors,
)
from engines.games.color_fill.types import Board, Move
from engines.randomness import Stream
from engines.shared.named import MILLION, Named, parameters_of, read_named, slip_chance

POLICIES = (
    Policy(
        "random_visible",
        "Random among what touches",
        "Chooses at random among the colours that touch the region.",
    ),
    Policy(
        "greedy",
        "Greedy",
        "Always chooses the colour that makes the region largest, the lowest one on a tie.",
    ),
    Policy(
        "greedy_noisy",
        "Greedy with slips",
        "Mostly greedy, but with probability epsilon (0.2, or greedy_noisy(epsilon=0.3)) "
        "chooses at random among the colours that touch the region.",
        (
            Parameter(
                name="epsilon",
                title="Chance of a slip",
                description="Of each move: 0 is never, 1 is always.",
                kind="number",
                low=0,
                high=1,
                default=0.2,
            ),
        ),
    ),
    Policy(
        "greedy_lookahead",
        "Looks some moves ahead",
        "Chooses the first of the depth (2, or greedy_lookahead(depth=3)) moves that together "
        "make the region largest, the lowest colour on a tie.",
        (
            Parameter(
                name="depth",
                title="Depth",
                description="How many moves it looks ahead.",
                kind="integer",
                low=1,
                high=5,
                default=2,
            ),
        ),
    ),
    Policy(
        "hint_follower",
        "Follows the hints",
        "Takes a hint at the start and follows the line that it is the first move of.",
    ),
)

KNOWN = parameters_of(POLICIES)


def read_policy(policy: str) -> Named:
    """The policy and its parameters. Raises `UnknownName` naming the known ones."""
    return read_named("policy", policy, KNOWN)


def check_policy(policy: str) -> str:
    """The policy's normal spelling. Raises `UnknownName` naming the known ones."""
    return read_policy(policy).text


def play(board: Board, policy: str, stream: Stream) -> tuple[Move, ...]:
    """The moves that make the whole board one colour, drawing from `stream` only."""
    named = read_policy(policy)
    if named.name == "hint_follower":
        return tuple(map(Move, best_known_line(board.rules, board.cells)))
    patches = patches_of(board)
    position = first_position(patches)
    moves = []
    while not is_finished(patches, position):
        color = _choose(patches, position, named, stream)
        moves.append(Move(color))
        position = take(patches, position, color)
    return tuple(moves)


def _choose(patches: Patches, position: Position, named: Named, stream: Stream) -> int:
    colors = touching_colors(patches, position)
    if named.name == "random_visible":
        return colors[stream.below(len(colors))]
    if named.name == "greedy_noisy" and stream.below(MILLION) < slip_chance(named):
        return colors[stream.below(len(colors))]
    if named.name == "greedy_lookahead":
        return look_ahead(patches, position, int(named.values["depth"]))
    return greedy_color(patches, position)
