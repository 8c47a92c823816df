"""Exact answers about a map: can it be coloured, can this position be finished, what next."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from engines.games.map_coloring import rules as judge
from engines.games.map_coloring.types import Board, Move, State
from engines.protocol import Hint, Solution
from engines.shared.coloring import Coloring, color_graph

HINT_NODES = 50_000
"""Steps a hint may cost: well under a second, and the same hint on every machine."""

MOST_TRIED, MOST_NAMED = 60, 5
"""Regions tried, and named at most, when a hint looks for what is in the way."""


def color_board(
    board: Board,
    colors: Sequence[int] | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Coloring:
    """A colouring of the whole map that keeps the colours given (-1: none), if there is one."""
    return color_graph(board.neighbors, board.rules.colors, colors, nodes=nodes, seconds=seconds)


def solve(state: State, seconds: float) -> Solution:
    """Whether the position can be finished: with the moves left, in an order that is legal."""
    start = perf_counter()
    found = color_board(state.board, state.colors, seconds=seconds)
    moves: tuple[Move, ...] = ()
    if found.colors is not None:
        moves = tuple(
            Move(region, found.colors[region])
            for region in state.board.order or range(len(state.colors))
            if state.colors[region] < 0 and state.board.sizes[region] > 0
        )
    figures = {"clique": list(found.clique)} if found.clique else {}
    return Solution(found.answer, moves, found.nodes, perf_counter() - start, figures)


def hint(state: State) -> Hint:
    """A move of a real completion, at the region with the fewest colours left.

    Where no completion exists the advice is to undo, and as exactly as it is known what.
    """
    if not judge.uncolored_regions(state):
        return Hint(None, "Every region has its colour: the map is solved.")
    found = color_board(state.board, state.colors, nodes=HINT_NODES)
    if found.colors is not None:
        region = _tightest(state)
        move = Move(region, found.colors[region])
        left = len(judge.legal_colors(state, region))
        return Hint(
            move,
            f"Give region {region} colour {move.color}. "
            f"It has {left} {'colour' if left == 1 else 'colours'} left.",
        )
    if found.answer == "unknown":
        return Hint(
            None,
            "It could not be worked out in time whether this map can still be finished.",
        )
    return Hint(None, _undo_advice(state, clique=bool(found.clique)))


def _tightest(state: State) -> int:
    """The region to colour next: fewest colours left, then most uncoloured neighbours."""

    def pressure(region: int) -> tuple[int, int, int]:
        waiting = sum(state.colors[u] < 0 for u in state.board.neighbors[region])
        return len(judge.legal_colors(state, region)), -waiting, region

    return min(judge.open_regions(state), key=pressure)


def _undo_advice(state: State, *, clique: bool) -> str:
    colored = [r for r, color in enumerate(state.colors) if color >= 0]
    if clique or not colored:
        return f"This map can't be coloured with {state.board.rules.colors} colours at all."
    stuck = judge.stuck_regions(state)
    where = f" Region {stuck[0]} has no colour left." if stuck else ""
    if state.board.order is not None:
        undone = _moves_to_undo(state)
        if undone:
            return f"No way on from here.{where} Undo {_moves(undone)}."
        return f"No way on from here.{where} Undo some moves."
    culprits = _culprits(state, stuck or colored)
    if culprits:
        names = ", ".join(map(str, culprits))
        which = f"region {names}" if len(culprits) == 1 else f"one of the regions {names}"
        return f"No way on from here.{where} Undo until {which} is free again."
    return f"No way on from here.{where} Undo some moves."


def _culprits(state: State, around: Sequence[int]) -> list[int]:
    """A few regions of which any one, if it were free again, would leave a way to the end.

    A stuck region is only helped by its neighbours; else any coloured region may be to blame.
    """
    neighbors = state.board.neighbors
    if state.colors[around[0]] < 0:
        candidates = [r for r in neighbors[around[0]] if state.colors[r] >= 0]
    else:
        candidates = list(around)
    found: list[int] = []
    for region in candidates[:MOST_TRIED]:
        if _finishable(_cleared(state, [region])):
            found.append(region)
        if len(found) == MOST_NAMED:
            break
    return found


def _moves_to_undo(state: State) -> int | None:
    """How many of the last moves are in the way, where a dictated order tells which they were."""
    made = [r for r in state.board.order or () if state.colors[r] >= 0]
    low, high = 1, len(made)  # undoing more never harms, so halve the interval
    while low < high:
        middle = (low + high) // 2
        if _finishable(_cleared(state, made[-middle:])):
            high = middle
        else:
            low = middle + 1
    return low if _finishable(_cleared(state, made[-low:])) else None


def _cleared(state: State, regions: Sequence[int]) -> State:
    colors = list(state.colors)
    for region in regions:
        colors[region] = -1
    return State(state.board, tuple(colors))


def _finishable(state: State) -> bool:
    return color_board(state.board, state.colors, nodes=2_000).answer == "yes"


def _moves(count: int) -> str:
    return "the last move" if count == 1 else f"the last {count} moves"
