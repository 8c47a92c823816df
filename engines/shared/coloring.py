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

Sets of vertices and of colours are the bits of Python integers. Nothing recurses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

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


@dataclass(slots=True)
class Budget:
    """Steps left, and the time (`perf_counter`) at which to stop; None is without end."""

    nodes: int | None = None
    until: float | None = None
    used: int = 0

    def spent(self) -> bool:
        if self.nodes is not None and self.used >= self.nodes:
            return True
        return self.until is not None and perf_counter() >= self.until


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
    graph = _Graph({}, {}, k)
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
    except _Spent:
        return Coloring("unknown", nodes=budget.used)
    if found is None:
        return Coloring("no", nodes=budget.used)
    for v, bit in found.items():
        colors[v] = bit.bit_length() - 1
    return Coloring("yes", tuple(colors), budget.used)


class _Spent(Exception):
    """The budget is used up before the answer is known."""


@dataclass(slots=True)
class _Graph:
    """Vertices to colour: the bits of their neighbours among them, and of colours left."""

    near: dict[int, int]
    left: dict[int, int]
    k: int


def _solve(graph: _Graph, budget: Budget, *, merged: bool = False) -> dict[int, int] | None:
    """A colour's bit for each vertex, None when there is no colouring. Raises `_Spent`."""
    found = _settle(graph)
    if found is None:
        return None
    waiting = _peel(graph)
    core = 0
    for v in graph.near.keys() - set(waiting):
        core |= 1 << v
    for part in _parts(core, graph.near):
        near = {v: graph.near[v] & part for v in bits(part)}
        left = {v: graph.left[v] for v in near}
        inner = _solve_part(_Graph(near, left, graph.k), budget, merged=merged)
        if inner is None:
            return None
        found |= inner
    for v in reversed(waiting):
        free = graph.left[v]
        for u in bits(graph.near[v]):
            free &= ~found.get(u, 0)
        found[v] = free & -free
    return found


def _solve_part(graph: _Graph, budget: Budget, *, merged: bool) -> dict[int, int] | None:
    """The same for a connected part in which no vertex can wait."""
    search = _Search(graph, budget)
    limit = float(FIRST_RUN)
    while True:
        found, finished = search.run(int(limit))
        if finished:
            return found or None
        if budget.spent():
            raise _Spent
        limit *= GROWTH
        if merged:
            continue
        merged = True  # once is enough: a second time would find nothing more
        same = _merge(graph)
        if same is None:
            return None
        if same:
            found_inner = _solve(graph, budget, merged=True)
            if found_inner is None:
                return None
            for v in reversed(same):
                found_inner[v] = found_inner[same[v]]
            return found_inner


def _settle(graph: _Graph) -> dict[int, int] | None:
    """Colours vertices that have one colour left, and takes them out; None when that fails."""
    found: dict[int, int] = {}
    near, left = graph.near, graph.left
    ready = [v for v, mask in left.items() if not mask & (mask - 1)]
    while ready:
        v = ready.pop()
        if v in found:
            continue
        bit = left[v]
        if not bit:
            return None
        found[v] = bit
        for u in bits(near[v]):
            near[u] &= ~(1 << v)
            if left[u] & bit:
                left[u] ^= bit
                if not left[u] & (left[u] - 1):
                    ready.append(u)
        del near[v], left[v]
    return found


def _merge(graph: _Graph) -> dict[int, int] | None:
    """Makes one vertex of those that must have the same colour. Gives vertex -> the one it
    went into, in that order; None when two of them touch, or have no colour in common.
    """
    near, left, same = graph.near, graph.left, dict[int, int]()
    changed = True
    while changed:
        changed = False
        for v in list(near):
            while v in near and (group := _same_color(graph, v)):
                into, *others = bits(group)
                for u in others:
                    if near[into] >> u & 1 or not left[into] & left[u]:
                        return None
                    left[into] &= left.pop(u)
                    for w in bits(near[u]):
                        near[w] = near[w] & ~(1 << u) | 1 << into
                    near[into] |= near.pop(u)
                    same[u] = into
                changed = True
    return same


def _same_color(graph: _Graph, v: int) -> int:
    """Two or more vertices that must have the same colour, 0 if none are found.

    They touch all of a clique that has v as its lowest vertex and, with them, only one
    colour more than it has vertices: the clique leaves just that one.
    """
    near, left = graph.near, graph.left
    waiting = [(1, left[v], near[v], near[v] >> v << v)]
    while waiting:
        members, colors, common, later = waiting.pop()
        if not common & (common - 1):
            continue
        if colors.bit_count() == members + 1:
            group = 0
            for u in bits(common):
                if not left[u] & ~colors:
                    group |= 1 << u
            if group & (group - 1):
                return group
        if members < graph.k - 1:
            for u in bits(later):
                waiting.append(
                    (members + 1, colors | left[u], common & near[u], later & near[u] >> u << u)
                )
    return 0


def find_clique(neighbors: Sequence[Sequence[int]], size: int) -> tuple[int, ...]:
    """`size` vertices that all touch one another, or () when there are none.

    Tries every clique, but only among later vertices of a smallest-last order, where each
    has few: quick on maps, whose borders hardly cross.
    """
    if size <= 1:
        return (0,)[: len(neighbors)] if size == 1 else ()
    later = _smallest_last(neighbors)
    for first, after in enumerate(later):
        if after.bit_count() < size - 1:
            continue
        waiting: list[tuple[tuple[int, ...], int]] = [((first,), after)]
        while waiting:
            clique, common = waiting.pop()
            if len(clique) == size:
                return clique
            if len(clique) + common.bit_count() < size:
                continue
            for v in bits(common):
                waiting.append(((*clique, v), common & later[v]))
    return ()


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _smallest_last(neighbors: Sequence[Sequence[int]]) -> list[int]:
    """For each vertex the neighbours still there when it, having the fewest, is taken away."""
    n = len(neighbors)
    masks = [0] * n
    for v, others in enumerate(neighbors):
        for u in others:
            masks[v] |= 1 << u
    degree = [len(others) for others in neighbors]
    buckets: list[list[int]] = [[] for _ in range(n + 1)]
    for v in range(n):
        buckets[degree[v]].append(v)
    there, later, at = (1 << n) - 1, [0] * n, 0
    for _ in range(n):
        while True:
            while not buckets[at]:
                at += 1
            v = buckets[at].pop()
            if there >> v & 1 and degree[v] == at:
                break
        there ^= 1 << v
        later[v] = masks[v] & there
        for u in bits(later[v]):
            degree[u] -= 1
            buckets[degree[u]].append(u)
        at = max(0, at - 1)
    return later


def _peel(graph: _Graph) -> list[int]:
    """The vertices that can wait, in the order they are taken away."""
    free = {v: mask.bit_count() for v, mask in graph.left.items()}
    degree = {v: mask.bit_count() for v, mask in graph.near.items()}
    ready = [v for v in free if degree[v] < free[v]]
    taken, order = set(ready), []
    while ready:
        v = ready.pop()
        order.append(v)
        for u in bits(graph.near[v]):
            degree[u] -= 1
            if degree[u] < free[u] and u not in taken:
                taken.add(u)
                ready.append(u)
    return order


def _parts(core: int, near: dict[int, int]) -> list[int]:
    """The connected parts of the core, smallest first: a *no* is found sooner that way."""
    parts = []
    while core:
        part, fresh = 0, core & -core
        while fresh:
            part |= fresh
            reached = 0
            for v in bits(fresh):
                reached |= near[v]
            fresh = reached & core & ~part
        parts.append(part)
        core &= ~part
    return sorted(parts, key=int.bit_count)


class _Search:
    """One connected part: a stack of choices instead of recursion."""

    def __init__(self, graph: _Graph, budget: Budget) -> None:
        self.near, self.start, self.budget = dict(graph.near), dict(graph.left), budget
        self.weight = {v: mask.bit_count() for v, mask in self.near.items()}
        self.part, every = 0, 0
        for v, mask in self.start.items():
            self.part |= 1 << v
            every |= mask
        # A colour missing somewhere is told apart from the others from the beginning.
        self.told_apart = 0
        for mask in self.start.values():
            self.told_apart |= every & ~mask

    def run(self, limit: int) -> tuple[dict[int, int], bool]:
        """At most `limit` steps: the colours' bits ({} where there are none), whether it ended."""
        left, near, weight = dict(self.start), self.near, self.weight
        size = {v: mask.bit_count() for v, mask in left.items()}
        open_ = self.part
        # Uncoloured vertices by how many colours they have left.
        by_size = [0] * (max(size.values()) + 1)
        for v, s in size.items():
            by_size[s] |= 1 << v
        chosen: dict[int, int] = {}  # vertex -> its colour's bit,
        # A choice: vertex, colours not tried yet, colours told apart before it, the vertices
        # it took its colour from, and the choices to blame for the colours that failed.
        stack: list[tuple[int, int, int, int, int]] = []
        told, steps, budget = self.told_apart, 0, self.budget
        v = _heaviest(by_size, weight)
        options, blame = _distinct(left[v], told), 0
        while True:
            if not options:
                # Back to the youngest choice that is to blame; those between changed nothing.
                blame |= self._takers(v, chosen)
                while True:
                    if not stack:
                        return {}, True
                    v, options, told, struck, earlier = stack.pop()
                    bit = chosen.pop(v)
                    open_ |= 1 << v
                    by_size[size[v]] |= 1 << v
                    for u in bits(struck):
                        left[u] |= bit
                        s = size[u]
                        by_size[s] ^= 1 << u
                        by_size[s + 1] ^= 1 << u
                        size[u] = s + 1
                    if blame >> v & 1:
                        break
                blame = earlier | blame ^ (1 << v)
                continue
            steps += 1
            budget.used += 1
            if steps > limit or (not budget.used & 255 and budget.spent()):
                return {}, False
            bit = options & -options
            options ^= bit
            lost, struck = -1, 0
            for u in bits(near[v] & open_):
                if left[u] & bit:
                    struck |= 1 << u
                    if left[u] == bit:
                        lost = u
                        break
            if lost >= 0:
                weight[lost] += 1
                weight[v] += 1
                blame |= self._takers(lost, chosen)
                continue
            stack.append((v, options, told, struck, blame))
            chosen[v] = bit
            told |= bit
            open_ ^= 1 << v
            by_size[size[v]] ^= 1 << v
            for u in bits(struck):
                left[u] ^= bit
                s = size[u]
                by_size[s] ^= 1 << u
                by_size[s - 1] ^= 1 << u
                size[u] = s - 1
            if not open_:
                return chosen, True
            v = _heaviest(by_size, weight)
            options, blame = _distinct(left[v], told), 0

    def _takers(self, v: int, chosen: dict[int, int]) -> int:
        """Choices that took away the colours v has lost: one for each colour, not all."""
        takers, gone = 0, 0
        for u in bits(self.near[v]):
            bit = chosen.get(u, 0)
            if bit & ~gone & self.start[v]:
                gone |= bit
                takers |= 1 << u
        return takers


def _heaviest(by_size: Sequence[int], weight: dict[int, int]) -> int:
    """The vertex to branch on: fewest colours left, then the heaviest, then the lowest."""
    for mask in by_size:
        if mask:
            return max(bits(mask), key=weight.__getitem__)
    raise AssertionError("no vertex is left to branch on")


def _distinct(options: int, told_apart: int) -> int:
    """The options, but only the lowest of those that nothing tells apart yet."""
    alike = options & ~told_apart
    return (options & told_apart) | (alike & -alike)
