"""Exact answers about a map: can it be coloured, can this position be finished, what next."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from time import perf_counter

from engines.games.map_coloring import rules as judge
from engines.games.map_coloring.types import Board, Move, State
from engines.results import Hint, Solution, Way
from engines.shared.coloring import Coloring, color_graph

HINT_NODES, QUICK_NODES = 5_000, 1_000
"""Steps a hint may cost: a tenth of a second, and the same hint on every machine. Positions of
the largest maps were settled in 1,100."""


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


def hint(state: State, way: Way | None = None, *, quick: bool = False) -> Hint:
    """A real completion, always at the region with the fewest colours left.

    Where no completion exists, or none is found within the bound, it says so.
    """
    if not judge.uncolored_regions(state):
        return Hint("over", "Every region has its colour: the map is solved.")
    if way is None:
        stuck = judge.stuck_regions(state)
        if stuck:
            where = f"Region {stuck[0]} has no colour left."
            return Hint("stuck", f"No way on from here. {where}")
        found = color_board(state.board, state.colors, nodes=QUICK_NODES if quick else HINT_NODES)
        if found.colors is None:
            return _no_way(state, found)
        moves = _tightest_first(state, found.colors)
        way = Way(moves, "shortest", len(moves))
    move = way.moves[0]
    left = len(judge.legal_colors(state, move.region))
    return Hint(
        way.reason,
        f"Give region {move.region} colour {move.color}. "
        f"It has {left} {'colour' if left == 1 else 'colours'} left.",
        way,
    )


def _no_way(state: State, found: Coloring) -> Hint:
    if found.answer == "unknown":
        return Hint("not_known", "Whether this map can still be finished was not found out.")
    if found.clique or not any(color >= 0 for color in state.colors):
        colors = state.board.rules.colors
        return Hint("unsolvable", f"This map can't be coloured with {colors} colours at all.")
    return Hint("unsolvable", "No way on from here.")


def _tightest_first(state: State, colors: Sequence[int]) -> tuple[Move, ...]:
    """The moves to a colouring, as the order dictates; else always the region with the fewest
    colours left comes next, of several the one with the most uncoloured neighbours."""
    waiting = set(judge.uncolored_regions(state))
    if state.board.order is not None:
        return tuple(Move(r, colors[r]) for r in state.board.order if r in waiting)
    neighbors = state.board.neighbors
    near = {r: {state.colors[u] for u in neighbors[r]} - {-1} for r in waiting}
    open_near = {r: sum(u in waiting for u in neighbors[r]) for r in waiting}
    heap = [(-len(near[r]), -open_near[r], r) for r in waiting]
    heapify(heap)
    moves = []
    while heap:
        few, many, region = heappop(heap)
        if region not in waiting or (few, many) != (-len(near[region]), -open_near[region]):
            continue  # its place in the heap is another by now
        waiting.remove(region)
        moves.append(Move(region, colors[region]))
        for u in neighbors[region]:
            if u in waiting:
                near[u].add(colors[region])
                open_near[u] -= 1
                heappush(heap, (-len(near[u]), -open_near[u], u))
    return tuple(moves)
