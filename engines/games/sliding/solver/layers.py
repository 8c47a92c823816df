"""Shortest solutions without Numba: the search of `kernels.search`, all of a depth at once.

Where the kernel goes depth first, here every position that the bound allows at one depth is
an array, and the next depth is made from it in NumPy. Positions keep the order in which the
kernel would come to them, and of equal ones the first is kept: both find the same solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.games.sliding.solver.patterns import Patterns, neighbor_array

Ints = NDArray[np.int64]
Steps = list[tuple[NDArray[np.int32], NDArray[np.int8]]]
"""For each depth: position -> the one before, and the cell the blank went to."""

MANY = 3_000_000
"""Positions of one depth that memory is given to (about 100 bytes each)."""


@dataclass(frozen=True, slots=True)
class Found:
    """A shortest way of the blank, or None and what is proven: no way is shorter than this."""

    path: tuple[int, ...] | None
    lower: int
    nodes: int


class Layer(NamedTuple):
    """The positions of one depth. n = positions, N = cells, G = groups."""

    tiles: NDArray[np.uint8]  # (n, N)
    blank: Ints  # (n,)
    before: Ints  # (n,) the cell the blank came from, -1 at the start
    place: Ints  # (n, G) where the groups' numbers are
    mirrored: Ints  # (n, G) the same of the mirrored position
    left: Ints  # (n, 2) moves surely left, plain and mirrored


def find_shortest(patterns: Patterns, tiles: Sequence[int], nodes: int) -> Found:
    """Search `nodes` positions at most, from a position whose blank belongs last."""
    start = first_layer(patterns, tiles)
    lower = int(start.left.max())
    if not start.left[0, 0]:
        return Found((), 0, 0)
    used = 0
    while True:
        path, following, count, whole = _search(patterns, start, lower, nodes - used)
        used += count
        if path is not None:
            return Found(path, lower, used)
        if not whole:
            return Found(None, lower, used)
        lower = following


def first_layer(patterns: Patterns, tiles: Sequence[int]) -> Layer:
    """A layer of one position."""
    groups = len(patterns.offset)
    place, mirrored = patterns.offset.copy(), patterns.offset.copy()
    for cell, tile in enumerate(tiles):
        if tile:
            place[patterns.group[tile]] += patterns.stride[tile] * cell
            other = patterns.mirror[tile - 1] + 1
            mirrored[patterns.group[other]] += patterns.stride[other] * patterns.mirror[cell]
    values = patterns.values
    plain, turned = int(values[place].sum(dtype=int)), int(values[mirrored].sum(dtype=int))
    return Layer(
        np.array([tiles], np.uint8),
        np.array([list(tiles).index(0)], np.int64),
        np.array([-1], np.int64),
        place.reshape(1, groups),
        mirrored.reshape(1, groups),
        np.array([[plain, turned if patterns.square else 0]], np.int64),
    )


def next_layer(
    patterns: Patterns, layer: Layer, most: int | None = None
) -> tuple[Layer, Ints, Ints, int]:
    """(what one move leads to, from which position, to which cell, least moves left of others).

    Positions with more than `most` moves surely left are others: they are left out. A move
    straight back is none.
    """
    cells = patterns.width * patterns.height
    groups = len(patterns.offset)
    values, mirror = patterns.values, patterns.mirror
    towards = neighbor_array(patterns.width, patterns.height).take(layer.blank, axis=0)
    allowed = np.flatnonzero((towards >= 0) & (towards != layer.before[:, None]))
    parent: Ints = allowed // 4
    cell: Ints = towards.ravel().take(allowed)
    blank: Ints = layer.blank.take(parent)
    tile: Ints = layer.tiles.ravel().take(parent * cells + cell).astype(np.int64)
    least = 1 << 30

    one: Ints = patterns.group.take(tile)
    was = layer.place.ravel().take(parent * groups + one)
    now: Ints = was + patterns.stride.take(tile) * (blank - cell)
    plain: Ints = layer.left[:, 0].take(parent) + values.take(now) - _whole(values.take(was))
    if most is not None:
        kept = np.flatnonzero(plain <= most)
        if len(kept) < len(plain):
            least = int(plain[plain > most].min())
            parent, cell, blank, tile, one, now, plain = _take(
                kept, parent, cell, blank, tile, one, now, plain
            )
    turned: Ints = np.zeros(len(parent), np.int64)
    two, then = one, now
    if patterns.square:
        other = mirror.take(tile - 1) + 1
        two = patterns.group.take(other)
        was = layer.mirrored.ravel().take(parent * groups + two)
        then = was + patterns.stride.take(other) * (mirror.take(blank) - mirror.take(cell))
        turned = layer.left[:, 1].take(parent) + values.take(then) - _whole(values.take(was))
        if most is not None:
            kept = np.flatnonzero(turned <= most)
            if len(kept) < len(turned):
                least = min(least, int(turned[turned > most].min()))
                parent, cell, blank, tile, one, now, plain, two, then, turned = _take(
                    kept, parent, cell, blank, tile, one, now, plain, two, then, turned
                )

    rows = np.arange(len(parent))
    tiles, place = layer.tiles.take(parent, axis=0), layer.place.take(parent, axis=0)
    tiles.ravel()[rows * cells + blank] = tile  # fresh arrays: ravel is a view of them
    tiles.ravel()[rows * cells + cell] = 0
    place.ravel()[rows * groups + one] = now
    mirrored = layer.mirrored.take(parent, axis=0)
    if patterns.square:
        mirrored.ravel()[rows * groups + two] = then
    left = np.stack([plain, turned], axis=1)
    return Layer(tiles, cell, blank, place, mirrored, left), parent, cell, least


def _whole(values: NDArray[np.uint8]) -> Ints:
    """The same numbers, which may be subtracted from."""
    return values.astype(np.int64)


def _take(rows: Ints, *arrays: Ints) -> tuple[Ints, ...]:
    return tuple(array.take(rows) for array in arrays)


def pick(layer: Layer, rows: Ints) -> Layer:
    return Layer._make(array.take(rows, axis=0) for array in layer)


def keys(patterns: Patterns, layer: Layer) -> Ints:
    """(n,) a number for each position, the same for the same position."""
    cells = patterns.width * patterns.height
    if cells <= 16:  # all the groups' places fit into one number
        key, shift = np.zeros(len(layer.blank), np.int64), 1
        for group, offset in enumerate(patterns.offset.tolist()):
            key += (layer.place[:, group] - offset) * shift
            shift *= cells ** int((patterns.group[1:] == group).sum())
        return key
    mixed = np.zeros(len(layer.blank), np.uint64)  # else a hash: 64 bits do not meet by chance
    for group in range(len(patterns.offset)):
        mixed = (mixed ^ layer.place[:, group].astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed.view(np.int64)


def first_of_equals(patterns: Patterns, layer: Layer) -> Ints:
    """(m,) the rows, ascending, of each position's first occurrence."""
    _, first = np.unique(keys(patterns, layer), return_index=True)
    first.sort()
    return first


def trace(steps: Steps, row: int) -> tuple[int, ...]:
    """The cells the blank went to on the way to a row of the last layer."""
    path = []
    for parent, cell in reversed(steps):
        path.append(int(cell[row]))
        row = int(parent[row])
    return tuple(reversed(path))


def _search(
    patterns: Patterns, layer: Layer, bound: int, nodes: int
) -> tuple[tuple[int, ...] | None, int, int, bool]:
    """One bound: (path or None, next bound, positions looked at, whether that was all)."""
    steps: Steps = []
    following, count = 1 << 30, 0
    for depth in range(1, bound + 1):
        if count + 3 * len(layer.blank) > nodes:  # a position has no more than 3 after it
            return None, bound, count, False
        layer, parent, cell, least = next_layer(patterns, layer, bound - depth)
        following = min(following, depth + least)
        count += len(parent)
        if depth % 2 == 0 and len(parent) > 64:
            first = first_of_equals(patterns, layer)
            if len(first) < len(parent):
                layer, parent, cell = pick(layer, first), parent[first], cell[first]
        steps.append((parent.astype(np.int32), cell.astype(np.int8)))
        solved = np.flatnonzero(layer.left[:, 0] == 0)
        if len(solved):
            return trace(steps, int(solved[0])), bound, count, True
        if not len(parent):
            return None, following, count, True
        if len(parent) > MANY:
            return None, bound, count, False
    return None, following, count, True


def find_some(patterns: Patterns, tiles: Sequence[int], width: int, most: int = 1000) -> Found:
    """A way, not proven shortest: at each depth the `width` positions that look nearest go on.

    No path if none of up to `most` moves is met, which with small widths happens.
    """
    layer = first_layer(patterns, tiles)
    lower, nodes = int(layer.left.max()), 0
    steps: Steps = []
    if not layer.left[0, 0]:
        return Found((), 0, 0)
    for _ in range(most):
        layer, parent, cell, _ = next_layer(patterns, layer)
        nodes += len(parent)
        rows = first_of_equals(patterns, layer)
        if len(rows) > width:
            away = layer.left[rows].sum(axis=1)
            rows = np.sort(rows[np.argsort(away, kind="stable")[:width]])
        layer, parent, cell = pick(layer, rows), parent[rows], cell[rows]
        steps.append((parent.astype(np.int32), cell.astype(np.int8)))
        solved = np.flatnonzero(layer.left[:, 0] == 0)
        if len(solved):
            return Found(trace(steps, int(solved[0])), lower, nodes)
        if not len(parent):
            break
    return Found(None, lower, nodes)
