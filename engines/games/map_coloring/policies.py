"""Simulated players of map colouring, one decision at a time, in plain Python.

A policy is two choices: which region next, and which of its legal colours. Where the rules
dictate an order (`Rules.order`), the board's order makes the first choice for every policy.
`kernels` tells the same in Numba: given the same stream both make the same moves.

What is drawn from the stream, and when, is part of a policy's definition:

- random      all regions, empty ones too, shuffled once; then one draw a colour
- degree      the same shuffle, then stably sorted by falling number of neighbours
- lookahead   the regions that have cells, shuffled once; then one draw a colour. With an
              epsilon above 0 one draw out of a million comes before the colour's: if it is
              below a million times epsilon, the colour is any that is allowed
- dsatur      one draw among the most constrained regions, one draw a colour
- sweep       one draw among the candidates for the next region, one draw a colour

Candidates are always listed ascending, and one is drawn even where there is only one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.declarations import Parameter, Policy
from engines.games.map_coloring.types import Board, Move
from engines.randomness import Stream
from engines.shared.named import MILLION, Named, parameters_of, read_named, slip_chance

POLICIES = (
    Policy(
        "random",
        "Random",
        "Takes the regions in a random order and gives each any colour that is allowed.",
    ),
    Policy(
        "degree",
        "Most neighbours first",
        "Takes the regions with the most neighbours first (ties in random order) and gives "
        "each any colour that is allowed.",
    ),
    Policy(
        "dsatur",
        "Most constrained first",
        "Always takes a region with the fewest allowed colours left (among those the one with "
        "the most neighbours, then at random) and gives it any colour that is allowed.",
    ),
    Policy(
        "sweep",
        "Wandering eye",
        "Goes on with a neighbour of the region coloured last where one is left, otherwise "
        "anywhere, and gives each any colour that is allowed.",
    ),
    Policy(
        "lookahead",
        "Looks one move ahead",
        "Takes the regions in a random order, but avoids a colour that would leave a "
        "neighbour with none. With probability epsilon (0, or lookahead(epsilon=0.3)) a colour "
        "is taken without looking ahead.",
        (
            Parameter(
                name="epsilon",
                title="Epsilon",
                description="How probable it is that a colour is taken without looking ahead.",
                kind="number",
                low=0,
                high=1,
                default=0.0,
            ),
        ),
    ),
)

KNOWN = parameters_of(POLICIES)


@dataclass(frozen=True, slots=True)
class Play:
    """One play of a board.

    `steps` is how many places of the order were passed before the play ended. An empty
    region in the order is passed over without a move and counts as a step, as in the
    article's loop, so `steps` can be more than ``len(moves)``.
    """

    moves: tuple[Move, ...]
    stuck_region: int | None
    steps: int


def read_policy(policy: str) -> Named:
    """The policy and its parameters. Raises `UnknownName` naming the known ones."""
    return read_named("policy", policy, KNOWN)


def check_policy(policy: str) -> str:
    """The policy's normal spelling. Raises `UnknownName` naming the known ones."""
    return read_policy(policy).text


def play(board: Board, policy: str, stream: Stream) -> Play:
    """Play the board until it is coloured or stuck, drawing from `stream` only."""
    named = read_policy(policy)
    slips = slip_chance(named)
    colors = [-1] * len(board.neighbors)
    moves: list[Move] = []
    steps = 0
    for region in _regions(board, named.name, colors, stream):
        if board.sizes[region]:
            legal = legal_colors(board, colors, region)
            if not legal:
                return Play(tuple(moves), region, steps)
            slip = slips > 0 and stream.below(MILLION) < slips
            if named.name == "lookahead" and not slip:
                legal = safe_colors(board, colors, region) or legal
            color = legal[stream.below(len(legal))]
            colors[region] = color
            moves.append(Move(region, color))
        steps += 1
    return Play(tuple(moves), None, steps)


def legal_colors(board: Board, colors: Sequence[int], region: int) -> list[int]:
    """The colours, ascending, that no neighbour of `region` has (-1: no colour yet)."""
    taken = {colors[other] for other in board.neighbors[region]}
    return [color for color in range(board.rules.colors) if color not in taken]


def safe_colors(board: Board, colors: Sequence[int], region: int) -> list[int]:
    """The legal colours of `region` that leave every uncoloured neighbour at least one."""
    after = list(colors)
    safe = []
    for color in legal_colors(board, colors, region):
        after[region] = color
        if all(
            legal_colors(board, after, other)
            for other in board.neighbors[region]
            if colors[other] < 0
        ):
            safe.append(color)
    return safe


def _regions(board: Board, policy: str, colors: Sequence[int], stream: Stream) -> Iterator[int]:
    """The regions in the order the policy comes to them; `colors` is read as it changes."""
    if board.order is not None:
        return iter(board.order)
    if policy == "dsatur":
        return _most_constrained_first(board, colors, stream)
    if policy == "sweep":
        return _neighbor_next(board, colors, stream)
    order = list(range(len(board.neighbors)))
    if policy == "lookahead":
        order = [region for region in order if board.sizes[region]]
    stream.shuffle(order)
    if policy == "degree":
        order.sort(key=lambda region: -len(board.neighbors[region]))
    return iter(order)


def _uncolored(board: Board, colors: Sequence[int]) -> list[int]:
    return [region for region, size in enumerate(board.sizes) if size and colors[region] < 0]


def _most_constrained_first(board: Board, colors: Sequence[int], stream: Stream) -> Iterator[int]:
    while regions := _uncolored(board, colors):
        rank = {
            region: (len(legal_colors(board, colors, region)), -len(board.neighbors[region]))
            for region in regions
        }
        least = min(rank.values())
        ties = [region for region in regions if rank[region] == least]
        yield ties[stream.below(len(ties))]


def _neighbor_next(board: Board, colors: Sequence[int], stream: Stream) -> Iterator[int]:
    near: list[int] = []
    while regions := near or _uncolored(board, colors):
        region = regions[stream.below(len(regions))]
        yield region
        near = [other for other in board.neighbors[region] if colors[other] < 0]
