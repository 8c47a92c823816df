"""From a stream to a map: points, nearest cells, pieces, dictated order."""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import borrowing, popcount
from engines.games.map_coloring.kernels.vectors import (
    COLUMNS,
    NEAREST,
    ROWS,
    STEP,
    nearest_half_tile,
    nearest_tile,
    squares,
)
from engines.games.map_coloring.kernels.workspace import DEGREE_ORDER, FREE
from engines.games.map_coloring.types import UNIT
from engines.randomness_numba import below, shuffle


@borrowing.stage
def draw_points(keys: Any, heights: Any, width: int, height: int, state: Any) -> Any:
    """Draw the seeds' points, (x, y) in units of 1/UNIT of a cell; the next state.

    What is kept of a point is the squares of its distances to all columns and rows. A squared
    distance, shifted, carries the seed's number in its low bits: the least of these keys names
    the nearest seed, and breaks ties.
    """
    columns, rows = (width + STEP - 1) & -STEP, (height + ROWS - 1) & -ROWS
    for seed in range(keys.shape[0]):
        x, state = below(state, width * UNIT)
        squares(x, NEAREST + seed, keys, seed, columns)
        y, state = below(state, height * UNIT)
        squares(y, int64(0), heights, seed, rows)
    return state


@borrowing.stage
def assign_cells(keys: Any, heights: Any, cells: Any, width: int, height: int) -> None:
    """Each cell to its nearest seed, the lower index on a tie."""
    stride = keys.shape[1]
    for y in range(0, height, ROWS):
        at = y * stride
        for x in range(0, width - COLUMNS // 2, COLUMNS):
            nearest_tile(keys, heights, y, x, cells, at + x, stride)
        if 0 < width % COLUMNS <= COLUMNS // 2:
            x = width // COLUMNS * COLUMNS
            nearest_half_tile(keys, heights, y, x, cells, at + x, stride)


@borrowing.splice
def label_pieces(field: Any, width: int, height: int) -> Any:
    """Number the pieces in row-major order of their first cells: (pieces, seeds seen).

    A seed has one run a row at most, so a run belongs to the seed's latest piece if any of
    its cells lies below one of the same seed, and else starts a new one.
    """
    cells, labels, row_of, label_of = field.cells, field.labels, field.row_of, field.label_of
    seeds, stride = field.keys.shape
    row_of[:] = -1
    pieces = 0
    for y in range(height):
        at = y * stride
        if y > 0:
            for x in range(width):
                seed = int64(cells[at + x])
                goes_on = int64(cells[at + x - stride]) == seed
                row_of[seed if goes_on else seeds] = y
        for x in range(width):
            seed = int64(cells[at + x])
            if row_of[seed] != y:
                row_of[seed] = y
                label_of[seed] = pieces
                pieces += 1
            labels[at + x] = label_of[seed]
    seen = 0
    for seed in range(seeds):
        seen += int64(row_of[seed] >= 0)
    return pieces, seen


@borrowing.splice
def shuffled_order(order: Any, regions: int, state: Any) -> Any:
    """All regions in random order; the next state."""
    for region in range(regions):
        order[region] = region
    return shuffle(order, regions, state)


@borrowing.stage
def sort_by_degree(order: Any, degree: Any, scratch: Any, regions: int) -> None:
    """Stable counting sort of order[:regions] by falling degree."""
    starts, moved = scratch[0], scratch[1]
    starts[: regions + 1] = 0
    for i in range(regions):
        starts[regions - degree[order[i]]] += 1
    total = 0
    for i in range(regions + 1):
        starts[i], total = total, total + starts[i]
    for i in range(regions):
        rank = regions - degree[order[i]]
        moved[starts[rank]] = order[i]
        starts[rank] += 1
    for i in range(regions):
        order[i] = moved[i]


@borrowing.splice
def words_for(regions: int) -> int:
    """Words that a set of that many regions takes."""
    return (regions + 63) >> 6


@borrowing.splice
def draw_cells(field: Any, setting: Any, state: Any) -> Any:
    """The cells of one map from its stream: (regions, seeds that have cells, next state).

    The seeds are in field.cells; where the rules split them, the pieces are in field.labels,
    otherwise the second figure is not counted (0): it is the number of real regions.
    """
    width, height = setting.width, setting.height
    state = draw_points(field.keys, field.heights, width, height, state)
    assign_cells(field.keys, field.heights, field.cells, width, height)
    regions, seen = setting.seeds, 0
    if setting.split:
        regions, seen = label_pieces(field, width, height)
    return regions, seen, state


@borrowing.splice
def count_real(real: Any, words: int) -> Any:
    """How many regions have cells."""
    total = popcount(real[0])
    for word in range(1, words):
        total += popcount(real[word])
    return total


@borrowing.splice
def dictate_order(graph: Any, paint: Any, setting: Any, regions: int, state: Any) -> None:
    """The order the rules dictate, drawn from the map's stream after its points."""
    if setting.order != FREE:
        shuffled_order(paint.order, regions, state)
        if setting.order == DEGREE_ORDER:
            sort_by_degree(paint.order, graph.degree, paint.scratch, regions)
