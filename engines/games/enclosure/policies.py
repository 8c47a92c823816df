"""Simulated players and bots: one decision each, drawing from the given stream only.

Lines are offered by ascending number, and among equals the choice is drawn, also where there is
one only: the kernels draw the same.
"""

from __future__ import annotations

from engines.declarations import Parameter, Policy
from engines.errors import EngineError
from engines.games.enclosure.cuts import Graph, choices
from engines.games.enclosure.geometry import members
from engines.games.enclosure.search import best_ahead, best_lines, exact_values
from engines.games.enclosure.types import Rules
from engines.randomness import Stream
from engines.shared.named import Named, parameters_of, read_named
from engines.shared.seats import read_seats, split_seats

EXACT_LINES = 12
"""Free lines up to which the optimal player can play: 2**12 positions take plain Python some
50 ms."""

POLICIES = (
    Policy("random", "Random", "Draws any line that may be drawn."),
    Policy(
        "greedy",
        "Greedy",
        "Takes the most that one line can take; where none takes anything, draws any line.",
    ),
    Policy(
        "careful",
        "Careful",
        "As greedy; but where nothing can be taken, draws a line after which nothing can be "
        "taken by one line either, as long as there is one.",
    ),
    Policy(
        "lookahead",
        "Looks some moves ahead",
        "Draws the line that is best when depth moves (2, or lookahead(depth=3)) are looked at, "
        "both players' together.",
        (
            Parameter(
                name="depth",
                title="Depth",
                description="How many moves it looks ahead, both players' together.",
                kind="integer",
                low=1,
                high=3,
                default=2,
            ),
        ),
    ),
    Policy(
        "optimal",
        "Optimal",
        f"Makes no mistake. Plays only where at most {EXACT_LINES} lines are free.",
    ),
)

KNOWN = parameters_of(POLICIES)


def read_policy(policy: str) -> Named:
    """One seat's player and its parameters. Raises `UnknownName` naming the known ones."""
    return read_named("policy", policy, KNOWN)


def check_policy(policy: str) -> str:
    """The normal spelling of both seats' players. Raises `UnknownName`."""
    return read_seats(policy, lambda one: read_policy(one).text)


def players(policy: str) -> tuple[Named, Named]:
    """Both seats' players, of a policy in its normal spelling."""
    first, second = split_seats(policy)
    return read_policy(first), read_policy(second)


def check_position(policy: str, rules: Rules, position: int) -> None:
    """Raises `EngineError` where a player can't play from this position."""
    lines = position.bit_count()
    if lines > EXACT_LINES and any(one.name == "optimal" for one in players(policy)):
        raise EngineError(
            f"The optimal player plays where at most {EXACT_LINES} lines are free; here there "
            f"are {lines} on {rules.rows}×{rules.cols} cells. Take a smaller board, such as 2×2 "
            "(or 3×3 with border drawn), or another player."
        )


def choose_line(graph: Graph, position: int, player: Named, stream: Stream) -> int:
    """The number of the line that the player draws."""
    lines = good_lines(graph, position, player)
    return lines[stream.below(len(lines))]


def good_lines(graph: Graph, position: int, player: Named) -> list[int]:
    """The lines that the player chooses from, each as likely, ascending."""
    if player.name == "random":
        return list(members(position))
    if player.name == "lookahead":
        return best_ahead(graph, position, int(player.values["depth"]))
    if player.name == "optimal":
        return best_lines(exact_values(graph, position, {}))
    found = choices(graph, position)
    if player.name == "careful" and most_taken(graph, position) == 0:
        safe = [line for line, _, after in found if most_taken(graph, after) == 0]
        return safe or [line for line, _, _ in found]
    return best_lines({line: gain for line, gain, _ in found})


def most_taken(graph: Graph, position: int) -> int:
    """The most that one line can take."""
    return max((gain for _, gain, _ in choices(graph, position)), default=0)
