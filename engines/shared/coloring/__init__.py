"""Can a graph be coloured with k colours? Exactly: yes with a colouring, or a proven no.

What is done, in this order:

1. A clique of more than k vertices is a *no* at once.
2. A vertex with more colours left than uncoloured neighbours can wait: whatever they get,
   one is left. Such vertices are taken away, again and again, and coloured at the end
   (Kempe's argument). Often nothing remains.
3. What remains falls into connected parts, each solved alone.
4. A part is searched by branch and bound in the manner of DSATUR (Brelaz, "New methods to
   color the vertices of a graph", CACM 22(4), 1979): always the vertex with the fewest
   colours left, and each colour taken is struck from the neighbours at once. Colours that
   no vertex tells apart are the same colour, so only the lowest of them is tried.
5. A vertex that ran out of colours gains weight, and heavier ones come first; the search
   starts afresh after more and more steps (Boussemart et al., "Boosting systematic search
   by weighting constraints", ECAI 2004). So a small knot that can't be coloured is found
   soon and settled, instead of once for each colouring of everything else.
6. Where every colour of a vertex fails, the search goes back to the youngest choice that
   had a part in it, not just to the last one (Prosser, "Hybrid algorithms for the
   constraint satisfaction problem", Computational Intelligence 9(3), 1993).
7. A part that is not settled by the first run is made smaller: vertices that touch the same
   clique, which leaves them only one colour, are made one vertex.

Step 1 is `cliques`, 2, 3 and 7 are `smaller`, 4 to 6 are `search`. Sets of vertices and of colours
are the bits of Python integers. Nothing recurses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from engines.shared.coloring.cliques import find_clique
from engines.shared.coloring.search import Budget, Search
from engines.shared.coloring.sets import Graph, bits
from engines.shared.coloring.smaller import merge, parts_of, peel, settle

__all__ = ["Coloring", "color_graph", "find_clique"]

FIRST_RUN = 200  # steps before the first fresh start
GROWTH = 1.5  # how much longer each later run may be: the last one is long enough to finish


@dataclass(frozen=True, slots=True)
class Coloring:
    """An answer. `colors` has a colour for every vertex when it is yes.

    `clique` has more than k vertices that all touch one another, where that is why it is no.
    """

    answer: Literal["yes", "no", "unknown"]
    colors: tuple[int, ...] | None = None
    nodes: int = 0
    clique: tuple[int, ...] = ()


def color_graph(
    neighbors: Sequence[Sequence[int]],
    k: int,
    fixed: Sequence[int] | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Coloring:
    """Colour the vertices 0 … n - 1 with colours 0 … k - 1, neighbours apart, if it can be done.

    `fixed` gives a colour to some vertices (-1: none). `nodes` and `seconds` bound the
    search; past them the answer is "unknown". Raises ValueError when fixed neighbours agree.
    """
    n = len(neighbors)
    colors = [-1] * n if fixed is None else list(fixed)
    clique = find_clique(neighbors, k + 1)
    if clique:
        return Coloring("no", clique=clique)
    graph = Graph({}, {}, k)
    for v, others in enumerate(neighbors):
        near, left = 0, (1 << k) - 1
        for u in others:
            if colors[u] < 0:
                near |= 1 << u
            else:
                left &= ~(1 << colors[u])
                if colors[u] == colors[v]:
                    raise ValueError(f"neighbours {v} and {u} are both fixed to {colors[v]}")
        if colors[v] < 0:
            graph.near[v], graph.left[v] = near, left
    budget = Budget(nodes, None if seconds is None else perf_counter() + seconds)
    try:
        found = _solve(graph, budget)
    except Spent:
        return Coloring("unknown", nodes=budget.used)
    if found is None:
        return Coloring("no", nodes=budget.used)
    for v, bit in found.items():
        colors[v] = bit.bit_length() - 1
    return Coloring("yes", tuple(colors), budget.used)


class Spent(Exception):
    """The budget is used up before the answer is known."""


def _solve(graph: Graph, budget: Budget, *, merged: bool = False) -> dict[int, int] | None:
    """A colour's bit for each vertex, None when there is no colouring. Raises `Spent`."""
    found = settle(graph)
    if found is None:
        return None
    waiting = peel(graph)
    core = 0
    for v in graph.near.keys() - set(waiting):
        core |= 1 << v
    for part in parts_of(core, graph.near):
        near = {v: graph.near[v] & part for v in bits(part)}
        left = {v: graph.left[v] for v in near}
        inner = _solve_part(Graph(near, left, graph.k), budget, merged=merged)
        if inner is None:
            return None
        found |= inner
    for v in reversed(waiting):
        free = graph.left[v]
        for u in bits(graph.near[v]):
            free &= ~found.get(u, 0)
        found[v] = free & -free
    return found


def _solve_part(graph: Graph, budget: Budget, *, merged: bool) -> dict[int, int] | None:
    """The same for a connected part in which no vertex can wait."""
    search = Search(graph, budget)
    limit = float(FIRST_RUN)
    while True:
        found, finished = search.run(int(limit))
        if finished:
            return found or None
        if budget.spent():
            raise Spent
        limit *= GROWTH
        if merged:
            continue
        merged = True  # once is enough: a second time would find nothing more
        same = merge(graph)
        if same is None:
            return None
        if same:
            found_inner = _solve(graph, budget, merged=True)
            if found_inner is None:
                return None
            for v in reversed(same):
                found_inner[v] = found_inner[same[v]]
            return found_inner
