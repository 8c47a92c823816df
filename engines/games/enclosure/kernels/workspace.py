"""What the kernels are given: the rules as numbers, and arrays made once for all trials."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.games.enclosure.cuts import graph_of
from engines.games.enclosure.geometry import grid_of, members
from engines.games.enclosure.policies import EXACT_LINES
from engines.games.enclosure.types import Rules

RANDOM, GREEDY, CAREFUL, LOOKAHEAD, OPTIMAL = range(5)
PLIES = EXACT_LINES + 2  # positions in a row that a player looks at


class Shape(NamedTuple):
    """Rules and grid. C cells, the outside is vertex C; L lines; D dots at their ends."""

    cells: int
    from_outside: int  # 1: border open. 0: the largest area is the outside
    boxes: int  # 1: single cells are taken. 0: areas
    extra_turn: int
    sides: NDArray[np.int64]  # (L, 2) the vertices on a line's two sides
    ends: NDArray[np.int64]  # (L, 2) the dots at its two ends
    around: NDArray[np.int64]  # (C, 4) a cell's lines
    first: NDArray[np.int64]  # (C + 2,) vertex -> where its lines begin in the next two
    line: NDArray[np.int64]  # (edges * 2,)
    other: NDArray[np.int64]  # (edges * 2,) the vertex on the other side


class Positions(NamedTuple):
    """P positions, one for each move looked ahead, and what was found out about them.

    The vertices of a position, in the order of a depth-first search: a vertex and all that
    hangs on it stand side by side in that order.
    """

    free: NDArray[np.uint8]  # (P, L) 1 where a line may be drawn
    wall: NDArray[np.uint8]  # (P, D) dots that drawn lines connect have one number
    gain: NDArray[np.int64]  # (P, L) what a free line takes
    safe: NDArray[np.uint8]  # (P, L) 1 where nothing can be taken after it
    order: NDArray[np.int64]  # (P, C + 1) place -> vertex
    place: NDArray[np.int64]  # (P, C + 1) vertex -> place
    size: NDArray[np.int64]  # (P, C + 1) vertex -> how many vertices hang on it, itself too
    below: NDArray[np.int64]  # (P, L) bridge -> the vertex at its far end
    area: NDArray[np.int64]  # (P,) vertices of an area; two areas are as large
    areas: NDArray[np.int64]  # (P,) how many there are, where the border is drawn
    cut: NDArray[np.int64]  # (P, C) the cells that the last move took


class Scratch(NamedTuple):
    stack: NDArray[np.int64]  # (C + 1,) the way from the root of a search
    via: NDArray[np.int64]  # (C + 1,) the lines of that way
    cursor: NDArray[np.int64]  # (C + 1,) vertex -> which of its lines comes next
    earliest: NDArray[np.int64]  # (C + 1,) vertex -> earliest place reached from what hangs on it
    left: NDArray[np.int64]  # (C + 1,) cell -> how many of its lines are not drawn; outside: 0
    pairs: NDArray[np.int16]  # (D * D,) how many free lines join two walls; zero between uses
    best: NDArray[np.int64]  # (L + 1,) the lines that a player chooses from


def make_shape(rules: Rules) -> Shape:
    grid, graph = grid_of(rules.rows, rules.cols), graph_of(rules)
    lines = [(edge.bit_length() - 1, other) for some in graph.edges for edge, other in some]
    return Shape(
        cells=grid.outside,
        from_outside=int(rules.border == "open"),
        boxes=int(rules.capture == "box"),
        extra_turn=int(rules.extra_turn),
        sides=np.array(grid.sides, np.int64),
        ends=np.array([_dots(name, rules.cols + 1) for name in grid.names], np.int64),
        around=np.array(grid.around, np.int64),
        first=np.cumsum([0, *map(len, graph.edges)], dtype=np.int64),
        line=np.array([line for line, _ in lines], np.int64),
        other=np.array([other for _, other in lines], np.int64),
    )


def make_positions(shape: Shape, count: int) -> Positions:
    """Room for so many positions."""
    lines, dots, vertices = shape.sides.shape[0], _dot_count(shape), shape.cells + 1
    return Positions(
        free=np.zeros((count, lines), np.uint8),
        wall=np.zeros((count, dots), np.uint8),
        gain=np.zeros((count, lines), np.int64),
        safe=np.zeros((count, lines), np.uint8),
        order=np.zeros((count, vertices), np.int64),
        place=np.zeros((count, vertices), np.int64),
        size=np.zeros((count, vertices), np.int64),
        below=np.zeros((count, lines), np.int64),
        area=np.zeros(count, np.int64),
        areas=np.zeros(count, np.int64),
        cut=np.zeros((count, shape.cells), np.int64),
    )


def make_scratch(shape: Shape) -> Scratch:
    vertices, dots = shape.cells + 1, _dot_count(shape)
    return Scratch(
        stack=np.zeros(vertices, np.int64),
        via=np.zeros(vertices, np.int64),
        cursor=np.zeros(vertices, np.int64),
        earliest=np.zeros(vertices, np.int64),
        left=np.zeros(vertices, np.int64),
        pairs=np.zeros(dots * dots, np.int16),
        best=np.zeros(shape.sides.shape[0] + 1, np.int64),
    )


def load_position(
    shape: Shape, lines: int, free: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The rows `free` and `wall` of `Positions`: these lines are drawn, those may be."""
    may = np.zeros(shape.sides.shape[0], np.uint8)
    for line in members(free):
        may[line] = 1
    wall = np.arange(_dot_count(shape), dtype=np.uint8)
    for line in members(lines):
        a, b = wall[shape.ends[line]]
        wall[wall == b] = a
    return may, wall


def _dot_count(shape: Shape) -> int:
    return int(shape.ends.max()) + 1


def _dots(name: Any, wide: int) -> tuple[int, int]:
    dot = name.row * wide + name.col
    return dot, dot + (1 if name.line == "h" else wide)
