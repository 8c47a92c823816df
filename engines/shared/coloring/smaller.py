"""Makes a graph smaller without changing the answer."""

from __future__ import annotations

from engines.shared.coloring.sets import Graph, bits


def settle(graph: Graph) -> dict[int, int] | None:
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


def peel(graph: Graph) -> list[int]:
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


def parts_of(core: int, near: dict[int, int]) -> list[int]:
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


def merge(graph: Graph) -> dict[int, int] | None:
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


def _same_color(graph: Graph, v: int) -> int:
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
