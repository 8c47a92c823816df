"""The shortest solution by iterative deepening (IDA*; Korf, Artificial Intelligence 27, 1985).

Depth-first, with a bound on moves made plus moves surely left, which is raised until the goal
is found. A search keeps its place in arrays, so it can be stopped after some nodes and goes
on later. Cells beside the blank are tried in ascending order: of all shortest solutions, the
first in that order is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from engines.compiled import entry, stage
from engines.games.sliding.solver.patterns import Patterns, neighbor_array

DEEPEST = 1000
DEPTH, BOUND, NEXT, NODES, FOUND, BLANK = range(6)
NEVER = 1 << 30


class Guide(NamedTuple):
    """The tables of one size; see `Patterns`."""

    beside: NDArray[np.int64]  # (N, 4) ascending, -1 where there is none
    group: NDArray[np.int64]
    stride: NDArray[np.int64]
    offset: NDArray[np.int64]
    values: NDArray[np.uint8]
    mirror: NDArray[np.int64]
    square: int


class Hunt(NamedTuple):
    """One search: where it stands. D = DEEPEST."""

    tiles: NDArray[np.int64]  # (N,)
    place: NDArray[np.int64]  # (G,) where each group's number is
    mirrored: NDArray[np.int64]  # (G,) the same of the mirrored position
    path: NDArray[np.int64]  # (D,) depth -> cell the blank went to
    tried: NDArray[np.int64]  # (D,) depth -> directions tried there
    origin: NDArray[np.int64]  # (D,) depth -> cell the blank came from
    left: NDArray[np.int64]  # (2, D) depth -> moves surely left, plain and mirrored
    control: NDArray[np.int64]  # (6,) DEPTH, BOUND, NEXT, NODES, FOUND, BLANK


def make_guide(patterns: Patterns) -> Guide:
    return Guide(
        neighbor_array(patterns.width, patterns.height),
        patterns.group,
        patterns.stride,
        patterns.offset,
        patterns.values,
        patterns.mirror,
        int(patterns.square),
    )


def make_hunt(guide: Guide) -> Hunt:
    def ints(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, np.int64)

    cells, groups = len(guide.group), len(guide.offset)
    return Hunt(
        tiles=ints(cells),
        place=ints(groups),
        mirrored=ints(groups),
        path=ints(DEEPEST),
        tried=ints(DEEPEST),
        origin=ints(DEEPEST),
        left=ints(2, DEEPEST),
        control=ints(6),
    )


def begin(guide: Guide, hunt: Hunt, tiles: Sequence[int]) -> None:
    """Set a search to its start, from a position whose blank belongs last."""
    hunt.tiles[:] = tiles
    start(guide, hunt)


def shortest_path(
    patterns: Patterns, tiles: Sequence[int], most: int = DEEPEST - 2
) -> tuple[tuple[int, ...] | None, int]:
    """(the blank's path, None if it takes more than `most` moves; nodes), however long it takes."""
    guide = make_guide(patterns)
    hunt = make_hunt(guide)
    begin(guide, hunt, tiles)
    while hunt.control[BOUND] <= most:
        if go_on(guide, hunt, 10_000_000, most):
            path = tuple(hunt.path[: hunt.control[DEPTH]].tolist())
            return path, int(hunt.control[NODES])
    return None, int(hunt.control[NODES])


@entry
def start(guide: Any, hunt: Any) -> None:
    """Set a search to its start, at hunt.tiles."""
    begin_at(guide, hunt)


@entry
def go_on(guide: Any, hunt: Any, limit: int, most: int) -> bool:
    """Search on for about `limit` nodes, or until the bound would exceed `most`.

    True when a shortest solution is found: it is hunt.path[:control[DEPTH]].
    """
    return search(guide, hunt, limit, most)


@stage
def begin_at(guide: Any, hunt: Any) -> None:
    cells = hunt.tiles.shape[0]
    hunt.place[:] = guide.offset
    hunt.mirrored[:] = guide.offset
    for cell in range(cells):
        tile = hunt.tiles[cell]
        if tile == 0:
            hunt.control[BLANK] = cell
            continue
        hunt.place[guide.group[tile]] += guide.stride[tile] * cell
        other = guide.mirror[tile - 1] + 1
        hunt.mirrored[guide.group[other]] += guide.stride[other] * guide.mirror[cell]
    plain, mirrored = 0, 0
    for group in range(hunt.place.shape[0]):
        plain += int64(guide.values[hunt.place[group]])
        mirrored += int64(guide.values[hunt.mirrored[group]])
    if not guide.square:
        mirrored = 0
    hunt.left[0, 0] = plain
    hunt.left[1, 0] = mirrored
    hunt.tried[0] = 0
    hunt.origin[0] = -1
    hunt.control[DEPTH] = 0
    hunt.control[BOUND] = max(plain, mirrored)
    hunt.control[NEXT] = NEVER
    hunt.control[NODES] = 0
    hunt.control[FOUND] = int64(plain == 0)


@stage
def search(guide: Any, hunt: Any, limit: int, most: int) -> bool:
    beside, group, stride = guide.beside, guide.group, guide.stride
    values, mirror, square = guide.values, guide.mirror, guide.square
    tiles, place, mirrored, left = hunt.tiles, hunt.place, hunt.mirrored, hunt.left
    control, tried, origin, path = hunt.control, hunt.tried, hunt.origin, hunt.path
    depth, bound, following = control[DEPTH], control[BOUND], control[NEXT]
    blank, nodes, found = control[BLANK], control[NODES], control[FOUND] == 1
    end = nodes + limit
    while nodes < end and not found and bound <= most:
        turn = tried[depth]
        cell = beside[blank, turn] if turn < 4 else -1
        if cell < 0:  # all tried here
            if depth == 0:
                bound, following = following, NEVER
                tried[0] = 0
                continue
            back = origin[depth]
            depth -= 1
            tile = tiles[back]
            tiles[blank], tiles[back] = tile, 0
            place[group[tile]] += stride[tile] * (blank - back)
            if square:
                other = mirror[tile - 1] + 1
                mirrored[group[other]] += stride[other] * (mirror[blank] - mirror[back])
            blank = back
            continue
        tried[depth] = turn + 1
        if cell == origin[depth]:
            continue
        nodes += 1
        tile = tiles[cell]
        one = group[tile]
        was = place[one]
        now = was + stride[tile] * (blank - cell)
        plain = left[0, depth] - int64(values[was]) + int64(values[now])
        if depth + 1 + plain > bound:
            following = min(following, depth + 1 + plain)
            continue
        if square:
            other = mirror[tile - 1] + 1
            two = group[other]
            was = mirrored[two]
            then = was + stride[other] * (mirror[blank] - mirror[cell])
            turned = left[1, depth] - int64(values[was]) + int64(values[then])
            if depth + 1 + turned > bound:
                following = min(following, depth + 1 + turned)
                continue
            mirrored[two] = then
            left[1, depth + 1] = turned
        place[one] = now
        tiles[blank], tiles[cell] = tile, 0
        path[depth] = cell
        depth += 1
        left[0, depth] = plain
        origin[depth] = blank
        tried[depth] = 0
        blank = cell
        found = plain == 0
    control[DEPTH], control[BOUND], control[NEXT] = depth, bound, following
    control[BLANK], control[NODES], control[FOUND] = blank, nodes, int64(found)
    return found
