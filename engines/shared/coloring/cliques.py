"""Vertices that all touch one another."""

from __future__ import annotations

from collections.abc import Sequence

from engines.shared.coloring.sets import bits


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
