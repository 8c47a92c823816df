"""Which rules to try next, so that a figure falls within a target: pure, nothing of the database.

The rules searched span a grid: a *cell* is a place on each axis. A step tries some cells at
once. The first one spreads cells evenly, ends included. From then on each pair of neighbours on
a line of the grid is looked at: where the figure only rises or only falls between them, it passes
the target only if the two intervals, taken together, reach over it, and then the cell half-way is
tried next (bisection; several gaps in one step). Figures are estimates, so every decision is made
by their intervals. Where the figure is seen to rise and to fall along a line, cells in between may
be anywhere: then half of a step goes to the cells farthest from all that were tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, Literal

from backend.statistics.estimates import Estimate

Cell = tuple[int, ...]
"""A place on each axis, counted from 0."""

Measured = Mapping[Cell, Estimate | None]
"""What was found at the cells tried; None where nothing was counted."""

Way = Literal["spread", "bisect", "everywhere"]
Standing = Literal["inside", "across", "below", "above", "unknown"]

FIRST = {1: 5, 2: 4}
"""Values tried first along a whole-number axis, by the number of axes."""
AT_ONCE = 8
"""Cells of any later step."""
ENOUGH = 5
"""So many cells inside the target end the search."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A rule and the values it may take; of choices (not `ordered`) each one is tried."""

    rule: str
    values: tuple[Any, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Target:
    """Where the figure is to be."""

    low: float
    high: float

    def distance(self, value: float) -> float:
        """How far a value is from the target's middle."""
        return abs(value - (self.low + self.high) / 2)

    def outside(self, value: float) -> float:
        """How far a value is from the target; 0 inside it."""
        return max(self.low - value, value - self.high, 0.0)


@dataclass(frozen=True, slots=True)
class Step:
    """Cells to try at once, none tried before; `way` is how they were chosen."""

    cells: tuple[Cell, ...]
    way: Way


def standing(target: Target, found: Estimate | None) -> Standing:
    """Where an interval lies: wholly *inside* the target, *across* one of its ends, or outside."""
    if found is None:
        return "unknown"
    if found.high < target.low:
        return "below"
    if found.low > target.high:
        return "above"
    return "inside" if target.low <= found.low and found.high <= target.high else "across"


def next_step(axes: Sequence[Axis], target: Target, measured: Measured) -> Step | None:
    """What to try next; None when there is nothing left that is worth it.

    The same answer to the same question, always.
    """
    if not measured:
        return Step(tuple(product(*(_first(axis, len(axes)) for axis in axes))), "spread")
    if enough(target, measured):
        return None
    halves = _halves(axes, target, measured)
    if turns(axes, measured):
        near = halves[: AT_ONCE // 2]
        cells = near + _farthest(axes, {*measured, *near}, AT_ONCE - len(near))
        return Step(tuple(cells), "everywhere") if cells else None
    cells = halves[:AT_ONCE]
    return Step(tuple(cells), "bisect") if cells else None


def enough(target: Target, measured: Measured) -> bool:
    """Whether so many cells lie inside the target that the search may end."""
    return sum(standing(target, found) == "inside" for found in measured.values()) >= ENOUGH


def turns(axes: Sequence[Axis], measured: Measured) -> bool:
    """Whether along some line the figure is seen to rise in one place and to fall in another.

    Seen means that the two intervals do not even touch.
    """
    return any(_turns([found for _, found in line]) for _, line in _lines(axes, measured))


def short_list(target: Target, measured: Measured, most: int = ENOUGH) -> list[Cell]:
    """The cells that reach the target: those wholly inside first, then nearest its middle first."""
    reached = [
        (where != "inside", target.distance(found.value), cell)
        for cell, found in measured.items()
        if found is not None and (where := standing(target, found)) in ("inside", "across")
    ]
    return [cell for _, _, cell in sorted(reached)[:most]]


def nearest(target: Target, measured: Measured, most: int = 3) -> list[Cell]:
    """The cells whose figures come nearest to the target."""
    known = [(target.outside(f.value), cell) for cell, f in measured.items() if f is not None]
    return [cell for _, cell in sorted(known)[:most]]


def _first(axis: Axis, axes: int) -> list[int]:
    """Places spread evenly, both ends included; of choices all."""
    last, most = len(axis.values) - 1, FIRST[axes]
    if not axis.ordered or last < most:
        return list(range(last + 1))
    return [round(i * last / (most - 1)) for i in range(most)]


Line = list[tuple[Cell, Estimate]]


def _lines(axes: Sequence[Axis], measured: Measured) -> Iterator[tuple[int, Line]]:
    """(axis, the cells measured along it, in order) of each line with at least one."""
    for at, axis in enumerate(axes):
        if not axis.ordered:
            continue
        lines: dict[Cell, Line] = {}
        for cell, found in sorted(measured.items()):
            if found is not None:
                lines.setdefault(cell[:at] + cell[at + 1 :], []).append((cell, found))
        for line in lines.values():
            yield at, line


def _turns(line: Sequence[Estimate]) -> bool:
    rises = any(b.low > a.high for i, a in enumerate(line) for b in line[i + 1 :])
    falls = any(b.high < a.low for i, a in enumerate(line) for b in line[i + 1 :])
    return rises and falls


def _halves(axes: Sequence[Axis], target: Target, measured: Measured) -> list[Cell]:
    """Cells half-way between neighbours that reach over the target together, and, of two rules,
    next to cells that reach it; those likely to be nearest its middle first."""
    wanted: dict[Cell, float] = {}
    for at, line in _lines(axes, measured):
        for (one, a), (other, b) in pairwise(line):
            if other[at] - one[at] < 2:
                continue
            if min(a.low, b.low) <= target.high and max(a.high, b.high) >= target.low:
                half = _moved(one, at, (one[at] + other[at]) // 2)
                likely = target.distance((a.value + b.value) / 2)
                wanted[half] = min(likely, wanted.get(half, likely))
        if len(axes) > 1:
            for cell, found in line:
                if standing(target, found) not in ("inside", "across"):
                    continue
                for place in (cell[at] - 1, cell[at] + 1):
                    if 0 <= place < len(axes[at].values):
                        # After all halves: a neighbour tells less than a gap does.
                        wanted.setdefault(
                            _moved(cell, at, place), 1e9 + target.distance(found.value)
                        )
    left = [(likely, cell) for cell, likely in wanted.items() if cell not in measured]
    return [cell for _, cell in sorted(left)]


def _moved(cell: Cell, at: int, place: int) -> Cell:
    return (*cell[:at], place, *cell[at + 1 :])


def _farthest(axes: Sequence[Axis], tried: set[Cell], most: int) -> list[Cell]:
    """Cells one after another that are farthest from all tried, in shares of the axes' lengths."""
    lengths = [max(1, len(axis.values) - 1) for axis in axes]

    def apart(one: Cell, other: Cell) -> float:
        return max(abs(a - b) / n for a, b, n in zip(one, other, lengths, strict=True))

    away = {
        cell: min(apart(cell, other) for other in tried)
        for cell in product(*(range(len(axis.values)) for axis in axes))
        if cell not in tried
    }
    found: list[Cell] = []
    while away and len(found) < most:
        best = max(away, key=lambda cell: (away[cell], [-place for place in cell]))
        found.append(best)
        del away[best]
        away = {cell: min(d, apart(cell, best)) for cell, d in away.items()}
    return found
