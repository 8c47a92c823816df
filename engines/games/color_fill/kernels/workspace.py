"""What the kernels are given: the rules as numbers, and arrays made once for all trials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.games.color_fill.policies import read_policy
from engines.games.color_fill.regions import Patches, first_position
from engines.games.color_fill.rules import start_cell
from engines.games.color_fill.types import Board, Rules
from engines.shared.named import slip_chance

RANDOM_VISIBLE, GREEDY, GREEDY_NOISY, GREEDY_LOOKAHEAD, HINT_FOLLOWER = range(5)
OFF = 255  # the colour of the places around the board


class Setting(NamedTuple):
    """Rules and policy as integers."""

    width: int
    height: int
    colors: int
    slack: int
    cells: int  # of the board
    start: int  # the place of the start, see `Field`
    policy: int
    slips: int  # decisions in a million that are slips
    depth: int  # moves looked ahead


class Field(NamedTuple):
    """A board as places: cell (x, y) is place (y + 1) * (width + 1) + x + 1.

    One column and a row at either end are off the board, so that nothing needs to ask
    whether a cell lies at an edge. P = places.
    """

    cells: NDArray[np.uint8]  # (P,) colour, OFF off the board
    seen: NDArray[np.uint8]  # (P,) 1 where the region or its rim has come, and off the board
    blank: NDArray[np.uint8]  # (P,) what `seen` is before a play: 1 off the board
    rim: NDArray[np.int32]  # (10, cells) colour -> places of that colour that touch the region
    counts: NDArray[np.int64]  # (10,) how many of them there are
    patch_of: NDArray[np.int32]  # (P,) place -> patch, -1 off the board
    line: NDArray[np.uint8]  # (cells,) the colours chosen in the last play


class Graph(NamedTuple):
    """Patches of one colour. Sets of patches are W words; R = patches there can be."""

    colors: NDArray[np.int64]  # (R,)
    sizes: NDArray[np.int64]  # (R,)
    touching: NDArray[np.uint64]  # (R, W)
    of_color: NDArray[np.uint64]  # (10, W)
    everything: NDArray[np.uint64]  # (W,)


def stride_of(width: int) -> int:
    """Places a row takes."""
    return width + 1


def place_of(cell: int, width: int) -> int:
    y, x = divmod(cell, width)
    return (y + 1) * stride_of(width) + x + 1


def zero_places(field: Field) -> NDArray[np.int64]:
    """A counter of places at zero."""
    return np.zeros(field.cells.shape[0], np.int64)


def on_the_board(places: NDArray[Any], width: int, height: int) -> NDArray[Any]:
    """The (height, width) view of the places that are on the board."""
    stride = stride_of(width)
    return places[: (height + 1) * stride].reshape(height + 1, stride)[1:, 1:]


def make_setting(rules: Rules, policy: str, cells: Sequence[int] = (0,)) -> Setting:
    """Rules and policy, and the start on a board of these cells (of a rectangle by itself)."""
    named = read_policy(policy)
    keys = ("random_visible", "greedy", "greedy_noisy", "greedy_lookahead", "hint_follower")
    return Setting(
        rules.width,
        rules.height,
        rules.colors,
        rules.slack,
        rules.size,
        place_of(start_cell(rules, cells), rules.width),
        keys.index(named.name),
        slip_chance(named),
        int(named.values.get("depth", 1)),
    )


def make_field(rules: Rules) -> Field:
    width, height = rules.width, rules.height
    places = (height + 2) * stride_of(width) + 1
    blank = np.ones(places, np.uint8)
    on_the_board(blank, width, height)[:] = 0
    return Field(
        cells=np.full(places, OFF, np.uint8),
        seen=blank.copy(),
        blank=blank,
        rim=np.zeros((10, width * height), np.int32),
        counts=np.zeros(10, np.int64),
        patch_of=np.full(places, -1, np.int32),
        line=np.zeros(width * height, np.uint8),
    )


def make_graph(cells: int) -> Graph:
    """Room for the patches of a board of so many cells."""
    words = -(-cells // 64)
    return Graph(
        colors=np.zeros(cells, np.int64),
        sizes=np.zeros(cells, np.int64),
        touching=np.zeros((cells, words), np.uint64),
        of_color=np.zeros((10, words), np.uint64),
        everything=np.zeros(words, np.uint64),
    )


def load_board(field: Field, board: Board) -> None:
    """Put one board into the field."""
    width, height = board.rules.width, board.rules.height
    cells = np.array(board.cells).reshape(height, width)
    on_the_board(field.cells, width, height)[:] = cells & OFF  # -1 becomes OFF
    on_the_board(field.blank, width, height)[:] = cells < 0


def load_patches(patches: Patches) -> tuple[Graph, NDArray[np.uint64]]:
    """The graph of these patches, and the position (2, W) in which only the start is taken."""
    graph = make_graph(len(patches.colors))
    graph.colors[:], graph.sizes[:] = patches.colors, patches.sizes
    for patch, others in enumerate(patches.touching):
        _write_set(graph.touching[patch], others)
    for color, some in enumerate(patches.of_color):
        _write_set(graph.of_color[color], some)
    _write_set(graph.everything, patches.everything)
    position = first_position(patches)
    first = np.zeros((2, graph.everything.shape[0]), np.uint64)
    _write_set(first[0], position.taken)
    _write_set(first[1], position.rim)
    return graph, first


def _write_set(row: NDArray[np.uint64], some: int) -> None:
    for word in range(row.shape[0]):
        row[word] = some >> 64 * word & ((1 << 64) - 1)
