"""What every line would take, all at once: for players and solver, in plain Python.

The unclaimed cells, and the outside where the border is open, are the vertices of a graph, the
lines that may be drawn are its edges: undrawn, they connect. Drawing a line removes its edge. It
closes something off just if that edge is a *bridge*, the only way between its two ends, and one
depth-first search finds all bridges and the size of what hangs on each (Tarjan, "A note on
finding the bridges of a graph", Information Processing Letters 2, 1974).

Lines inside what is taken are not free any more. So the set of free lines alone says how a game
may go on: it is called a *position*.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engines.games.enclosure import rules as judge
from engines.games.enclosure.geometry import members
from engines.games.enclosure.types import Rules, State

Choice = tuple[int, int, int]
"""A line, what it takes (cells), and the position after it."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph before anything is drawn."""

    rules: Rules
    outside: int  # its vertex; the cells have the numbers before it
    edges: tuple[tuple[tuple[int, int], ...], ...]  # vertex -> (set of one line, other vertex)
    beside: tuple[int, ...]  # vertex -> set of its lines


@lru_cache(maxsize=64)
def graph_of(rules: Rules) -> Graph:
    here = judge.grid(rules)
    lines = here.full if rules.border == "open" else here.full & ~here.rim
    edges: list[list[tuple[int, int]]] = [[] for _ in range(here.outside + 1)]
    for line in members(lines):
        a, b = here.sides[line]
        edges[a].append((1 << line, b))
        edges[b].append((1 << line, a))
    return Graph(
        rules,
        here.outside,
        tuple(map(tuple, edges)),
        tuple(sum(line for line, _ in some) for some in edges),
    )


def position_of(state: State) -> int:
    """The set of free lines."""
    return judge.free_lines(state)


def choices(graph: Graph, position: int) -> list[Choice]:
    """Every free line, by ascending number, with what it takes and what it leaves."""
    if graph.rules.capture == "box":
        return _boxes(graph, position)
    if graph.rules.border == "open":
        return _areas_from_outside(graph, position)
    return _areas_by_size(graph, position)


def _boxes(graph: Graph, position: int) -> list[Choice]:
    grid, beside = judge.grid(graph.rules), graph.beside
    found = []
    for line in members(position):
        after = position & ~(1 << line)
        gain = sum(cell != grid.outside and not beside[cell] & after for cell in grid.sides[line])
        found.append((line, gain, after))
    return found


def _areas_from_outside(graph: Graph, position: int) -> list[Choice]:
    """A bridge cuts off what hangs on it, seen from the outside."""
    bridges: dict[int, tuple[int, int]] = {}
    _search(graph, position, graph.outside, [0] * (graph.outside + 1), bridges)
    found = []
    for line in members(position):
        size, inside = bridges.get(1 << line, (0, 1 << line))
        found.append((line, size, position & ~inside))
    return found


def _areas_by_size(graph: Graph, position: int) -> list[Choice]:
    """A bridge cuts an area in two; two equal areas are there after one was halved."""
    bridges: dict[int, tuple[int, int]] = {}
    seen = [0] * graph.outside
    whole = [
        _search(graph, position, cell, seen, bridges)
        for cell in range(graph.outside)
        if not seen[cell] and graph.beside[cell] & position
    ]
    found = []
    for line in members(position):
        edge, gain = 1 << line, 0
        after = position & ~edge
        if edge in bridges:
            part, inside = bridges[edge]
            size, lines = next(area for area in whole if area[1] & edge)
            if len(whole) == 2:  # either piece is smaller than the other area
                gain, after = size, position & ~lines
            elif 2 * part < size:
                gain, after = part, position & ~inside
            elif 2 * part > size:
                gain, after = size - part, position & inside & ~edge
        found.append((line, gain, after))
    return found


def _search(
    graph: Graph, position: int, start: int, seen: list[int], bridges: dict[int, tuple[int, int]]
) -> tuple[int, int]:
    """The vertices and the set of lines that `start` reaches.

    Puts each bridge among them, as the set of its line, into `bridges`, with the number of
    vertices beyond it and the set of all lines at those. `seen`: vertex -> its place in the
    order of the search, from 1; 0: not seen.
    """
    edges, beside = graph.edges, graph.beside
    count = max(seen)

    def visit(vertex: int, via: int) -> tuple[int, int, int]:
        """(earliest place that is reached otherwise than via `via`, vertices, lines)."""
        nonlocal count
        count += 1
        place = earliest = seen[vertex] = count
        lines = beside[vertex]
        for line, other in edges[vertex]:
            if not line & position or line == via:
                continue
            if not seen[other]:
                reached, size, below = visit(other, line)
                lines |= below
                if reached > place:
                    bridges[line] = (size, below)
                elif reached < earliest:
                    earliest = reached
            elif seen[other] < earliest:
                earliest = seen[other]
        return earliest, count + 1 - place, lines

    _, size, lines = visit(start, 0)
    return size, lines & position
