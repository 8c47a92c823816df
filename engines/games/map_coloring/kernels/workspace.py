"""What the kernels are given: the rules as numbers, and arrays made once for all trials."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.games.map_coloring.kernels.vectors import COLUMNS, LANES
from engines.games.map_coloring.policies import read_policy
from engines.games.map_coloring.types import Board, Rules
from engines.shared.named import slip_chance

FREE, RANDOM_ORDER, DEGREE_ORDER = range(3)
ACROSS, DOWN, SQUARE = range(3)
RANDOM, DEGREE, DSATUR, SWEEP, LOOKAHEAD = range(5)
OFF = 65_535  # in `Field.cells` and `labels`: a grown map has no cell here
UNCOLORED = 9  # the row of `Paint.classes` with the real regions that have no colour yet


class Setting(NamedTuple):
    """Rules and policy as integers."""

    width: int
    height: int
    seeds: int
    colors: int
    corner: int  # 1: a shared corner makes neighbours
    split: int  # 1: every piece is a region
    order: int
    policy: int
    slips: int  # decisions in a million that are taken without looking ahead


class Field(NamedTuple):
    """From points to cells.

    A map lies in `cells` row by row, each row filled up to `stride` places with at least one
    that is off the map: a cell's neighbours are found at fixed distances. `pairs` has a bit
    for each cell: is the next one ACROSS, the next one DOWN, are all of the SQUARE of four on
    the map? What lies in other places does not matter. C = places, in whole blocks of 64, and
    some more.
    """

    keys: NDArray[np.int64]  # (seeds, stride) squared distance across, and the seed's number
    heights: NDArray[np.int64]  # (seeds, rows) squared distance down
    cells: NDArray[np.uint16]  # (C,) cell -> seed
    labels: NDArray[np.uint16]  # (C,) cell -> piece
    pairs: NDArray[np.uint64]  # (3, blocks) of 64 bits
    borders: NDArray[np.uint64]  # (2, blocks and some more) is the next cell of another region?
    row_of: NDArray[np.int64]  # (seeds + 1,) seed -> the last row it has a cell in, or -1
    label_of: NDArray[np.uint16]  # (seeds,) seed -> its latest piece


class Graph(NamedTuple):
    """Which regions are neighbours. R = most regions there can be, D = words in a set."""

    adjacency: NDArray[np.uint64]  # (R, D) region -> set of neighbours
    touching: NDArray[np.uint8]  # (64 * 64,) the same for up to 64 regions, while they are sought
    degree: NDArray[np.int64]  # (R,)
    real: NDArray[np.uint64]  # (D,) set of the regions with cells


class Paint(NamedTuple):
    """How a play stands. Small unsigned numbers: an index that can't be negative is faster."""

    order: NDArray[np.uint16]  # (R,) regions as visited
    colors: NDArray[np.uint8]  # (R,) region -> colour, where it has one
    classes: NDArray[np.uint64]  # (10, D) colour -> set of regions; see UNCOLORED
    scratch: NDArray[np.int64]  # (2, R + 1)


class Search(NamedTuple):
    """What the exact search keeps for each depth it is at."""

    alive: NDArray[np.uint64]  # (D,) set of the regions to colour
    picked: NDArray[np.int64]  # (R,) depth -> region
    depth_of: NDArray[np.int64]  # (R,) region -> depth
    untried: NDArray[np.uint64]  # (R,) depth -> colours left to try
    used: NDArray[np.int64]  # (R + 1,) depth -> number of colours in use
    blame: NDArray[np.uint64]  # (R, D) depth -> regions that had a part in its failures
    weight: NDArray[np.int64]  # (R,) region -> 1 + how often its colours ran out


class Workspace(NamedTuple):
    field: Field
    graph: Graph
    paint: Paint
    search: Search
    recent: NDArray[np.uint16]  # (height * stride,) what `Counters.stuck_at` has yet to get
    last: NDArray[np.int64]  # (2,) steps and stuck region (-1: none) of the last trial


def make_setting(rules: Rules, policy: str) -> Setting:
    named = read_policy(policy)
    return Setting(
        rules.width,
        rules.height,
        rules.seeds,
        rules.colors,
        int(rules.adjacency == "corner"),
        int(rules.regions == "split"),
        ("free", "random", "degree").index(rules.order),
        ("random", "degree", "dsatur", "sweep", "lookahead").index(named.name),
        slip_chance(named),
    )


def stride_of(width: int) -> int:
    """Places a row takes: whole tiles, and at least one place off the map."""
    return (width // COLUMNS + 1) * COLUMNS


def zero_cells(rules: Rules) -> NDArray[np.int64]:
    """A counter of cells at zero, laid out as `Field.cells`."""
    return np.zeros(rules.height * stride_of(rules.width), np.int64)


def on_the_map(cells: NDArray[Any], rules: Rules) -> NDArray[Any]:
    """The (height, width) view of the cells that are on the map."""
    stride = stride_of(rules.width)
    return cells[: rules.height * stride].reshape(rules.height, stride)[:, : rules.width]


def _pairs_on_the_map(width: int, height: int) -> NDArray[np.uint64]:
    """The bits of `Field.pairs`."""
    stride = stride_of(width)
    blocks = -(-height * stride // LANES)
    here = np.zeros((blocks * LANES // stride + 3, stride), bool)
    here[:height, :width] = True
    flat = here.ravel()
    across, down = flat & np.roll(flat, -1), flat & np.roll(flat, -stride)
    pairs = np.stack([across, down, across & np.roll(across, -stride)])
    bits = np.packbits(pairs[:, : blocks * LANES], axis=1, bitorder="little")
    return bits.view(np.dtype("<u8")).astype(np.uint64)


def make_workspace(rules: Rules, regions: int) -> Workspace:
    """Arrays for maps of at most `regions` regions."""
    stride, rows = stride_of(rules.width), -(-rules.height // COLUMNS) * COLUMNS
    pairs = _pairs_on_the_map(rules.width, rules.height)
    size = pairs.shape[1] * LANES + stride + 1 + rows * stride
    words = -(-regions // 64)

    def ints(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, np.int64)

    def sets(*shape: int) -> NDArray[np.uint64]:
        return np.zeros(shape, np.uint64)

    return Workspace(
        Field(
            keys=ints(rules.seeds, stride),
            heights=ints(rules.seeds, rows),
            cells=np.zeros(size, np.uint16),
            labels=np.zeros(size, np.uint16),
            pairs=pairs,
            borders=sets(2, pairs.shape[1] + 3),
            row_of=ints(rules.seeds + 1),
            label_of=np.zeros(rules.seeds, np.uint16),
        ),
        Graph(
            adjacency=sets(regions, words),
            touching=np.zeros(LANES * LANES, np.uint8),
            degree=ints(regions),
            real=sets(words),
        ),
        Paint(
            order=np.zeros(regions, np.uint16),
            colors=np.zeros(regions, np.uint8),
            classes=sets(UNCOLORED + 1, words),
            scratch=ints(2, regions + 1),
        ),
        Search(
            alive=sets(words),
            picked=ints(regions),
            depth_of=ints(regions),
            untried=sets(regions),
            used=ints(regions + 1),
            blame=sets(regions, words),
            weight=ints(regions),
        ),
        recent=np.zeros(rules.height * stride, np.uint16),
        last=ints(2),
    )


def load_board(ws: Workspace, board: Board) -> None:
    """Put one map into the workspace: cells, neighbours, real regions, dictated order."""
    on_the_map(ws.field.cells, board.rules)[:] = np.array(board.cells) & OFF  # -1 becomes OFF
    for region, others in enumerate(board.neighbors):
        ws.graph.degree[region] = len(others)
        for other in others:
            ws.graph.adjacency[region, other >> 6] |= np.uint64(1 << (other & 63))
        if board.sizes[region]:
            ws.graph.real[region >> 6] |= np.uint64(1 << (region & 63))
    if board.order is not None:
        ws.paint.order[:] = board.order
