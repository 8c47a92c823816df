"""Branch and bound in one connected part, for so many steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from engines.shared.coloring.sets import Graph, bits


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


class Search:
    """One connected part: a stack of choices instead of recursion."""

    def __init__(self, graph: Graph, budget: Budget) -> None:
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
