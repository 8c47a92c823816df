"""Tables of the values of every position: right whatever the rules, as no theory is used.

`small_table` is made in at most a twentieth of a second without Numba, `big_table` in up to a
minute with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines.games.dots_and_boxes.solver.endings import Ending
from engines.games.dots_and_boxes.solver.oracles import OutOfReach

SMALL = 18
"""A small table is of at most so many free lines: 262,144 positions."""

MOST_POSITIONS = 1_700_000_000
"""Positions in a big table at most, of one byte each."""

MOST_BLOCKS = 1 << 22
"""Blocks at most: what is known of each is made before the table."""

SLICE = 1 << 22
"""Positions between two looks at the clock: about a fifth of a second."""


@dataclass(frozen=True, slots=True)
class Table:
    """An `Oracle` that looks up what who is not to move wins (int8)."""

    losses: Any
    index: Callable[[int], int]

    @property
    def nodes(self) -> int:
        return len(self.losses)

    def value(self, free: int) -> int:
        return -int(self.losses[self.index(free)])

    def reaches(self, free: int, goal: int) -> bool:
        return self.value(free) >= goal


# Small ------------------------------------------------------------------------------------


def small_table(left: Ending, extra_turn: bool) -> Table:
    """All sets of up to `SMALL` places, by the number of places in them."""
    import numpy as np

    count = len(left.numbers)
    closing = np.zeros((count, 1 << count), np.int8)  # boxes that a place closes
    sets = np.arange(1 << count, dtype=np.uint32)
    for box in left.boxes:
        around = sets & np.uint32(box)
        for place in range(count):
            if box >> place & 1:
                closing[place] += around == 1 << place
    values = np.zeros(1 << count, np.int8)
    for layer in _layers(count)[1:]:
        best = np.full(len(layer), -127, np.int8)
        for place in range(count):
            has = (layer >> np.uint32(place) & np.uint32(1)).astype(bool)
            here = layer[has]
            closed = closing[place, here]
            after = values[here ^ np.uint32(1 << place)]
            turned = np.where(closed > 0, after, -after) if extra_turn else -after
            best[has] = np.maximum(best[has], closed + turned)
        values[layer] = best
    return Table(-values, int)


@cache
def _layers(count: int) -> list[Any]:
    """The sets of 0, 1, 2, … of `count` places."""
    import numpy as np

    sets = np.arange(1 << count, dtype=np.uint32)
    sizes = np.bitwise_count(sets)
    return [sets[sizes == size] for size in range(count + 1)]


# Big --------------------------------------------------------------------------------------


def big_table(left: Ending, extra_turn: bool, time_is_up: Callable[[], bool]) -> Table:
    """Every position that can be reached, mirror images once.

    Raises `OutOfReach` when the time is up, or at once where there are too many.
    """
    import numpy as np

    from engines.games.dots_and_boxes.kernels.exact_table import fill_table

    out_of_reach = OutOfReach(-len(left.boxes), len(left.boxes))
    sorted_ = _sort(left)
    bits = len(sorted_.lone)
    if sorted_.blocks > MOST_BLOCKS or 1 << bits > MOST_POSITIONS:
        raise out_of_reach
    plan = _make_plan(left, sorted_)
    kept = len(plan.kept)
    if kept << bits > MOST_POSITIONS:
        raise out_of_reach
    losses = np.empty(kept << bits, np.int8)
    step = max(1, SLICE >> bits)
    for first in range(0, kept, step):
        if time_is_up():
            raise out_of_reach
        fill_table(losses, plan, bits, first, min(kept, first + step), extra_turn)
    return Table(losses, lambda free: _index(sorted_, plan, free))


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Places that stand alone, and those of which only the number counts."""

    lone: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]  # one more than stacks

    @property
    def blocks(self) -> int:
        return self.weights[-1]


def _sort(left: Ending) -> _Sorted:
    weights = [1]
    stacks = tuple(group for group in left.groups if len(group) > 1)
    for stack in stacks:
        weights.append(weights[-1] * (len(stack) + 1))
    lone = tuple(group[0] for group in left.groups if len(group) == 1)
    return _Sorted(lone, stacks, tuple(weights))


def _make_plan(left: Ending, sorted_: _Sorted) -> Any:
    import numpy as np

    from engines.games.dots_and_boxes.kernels.exact_table import Plan

    bit_of = {place: 1 << bit for bit, place in enumerate(sorted_.lone)}
    stack_at = {stack[0]: number for number, stack in enumerate(sorted_.stacks)}
    box_of = [left.beside[stack[0]][0] for stack in sorted_.stacks]
    stack_of = [box_of.index(box) if box in box_of else -1 for box in range(len(left.boxes))]
    around = [sum(bit for p, bit in bit_of.items() if box >> p & 1) for box in left.boxes]
    mirrors = [tuple(range(len(left.numbers))), *left.mirrors]
    blocks = np.arange(sorted_.blocks, dtype=np.int64)
    images = np.zeros((len(mirrors), sorted_.blocks), np.int64)
    for row, mirror in zip(images, mirrors, strict=True):
        for stack, places in enumerate(sorted_.stacks):
            counts = blocks % sorted_.weights[stack + 1] // sorted_.weights[stack]
            row += counts * sorted_.weights[stack_at[mirror[places[0]]]]
    first = images.min(axis=0)
    kept = np.flatnonzero(first == blocks)
    bits, half = len(sorted_.lone), len(sorted_.lone) // 2
    low = np.zeros((len(mirrors), 1 << half), np.int64)
    high = np.zeros((len(mirrors), 1 << bits - half), np.int64)
    for number, mirror in enumerate(mirrors):
        for bit, place in enumerate(sorted_.lone):
            table, at = (low, bit) if bit < half else (high, bit - half)
            sets = np.arange(table.shape[1])
            table[number] += (sets >> at & 1) * bit_of[mirror[place]]
    return Plan(
        boxes=np.array(around, np.uint64),
        stack_of=np.array(stack_of, np.int64),
        box_of=np.array(box_of, np.int64),
        weights=np.array(sorted_.weights, np.int64),
        slots=np.searchsorted(kept, first).astype(np.int32),
        mirror_of=images.argmin(axis=0).astype(np.int8),
        low=low,
        high=high,
        kept=kept.astype(np.int32),
    )


def _index(sorted_: _Sorted, plan: Any, free: int) -> int:
    block = sum(
        weight * sum(free >> place & 1 for place in stack)
        for weight, stack in zip(sorted_.weights, sorted_.stacks, strict=False)
    )
    lone = sum(1 << bit for bit, place in enumerate(sorted_.lone) if free >> place & 1)
    mirror, bits = int(plan.mirror_of[block]), len(sorted_.lone)
    half = bits // 2
    image = int(plan.low[mirror, lone & (1 << half) - 1]) + int(plan.high[mirror, lone >> half])
    return (int(plan.slots[block]) << bits) + image
