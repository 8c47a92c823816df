"""What the kernels are given: the rules as numbers, and arrays made once for all trials."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.games.reversi.discs import axes
from engines.games.reversi.policies import USUAL_DEPTH, read_player
from engines.games.reversi.types import MAX_SIDE, Rules
from engines.games.reversi.weights import cell_weights
from engines.shared.grown_numba import Garden, make_garden
from engines.shared.seats import split_seats

RANDOM, GREEDY, POSITIONAL, LOOKAHEAD, ENDGAME = range(5)
KINDS = ("random", "greedy", "positional", "lookahead", "endgame")
WORD = (1 << 64) - 1
MOST_CELLS = MAX_SIDE * MAX_SIDE


class Ground(NamedTuple):
    """The board that is played on. C = cells of the field."""

    width: int  # of the field
    size: int  # cells of the board
    narrow: bool  # every cell of the field lies in the low word
    inner_lo: np.uint64  # the cells in neither outer column
    inner_hi: np.uint64
    shape_lo: np.uint64  # the cells that are there
    shape_hi: np.uint64
    weights: NDArray[np.int64]  # (C,) what they are worth


class Table(NamedTuple):
    """Positions of endgames seen; N is a power of two."""

    keys: NDArray[np.uint64]  # (N, 4) own, other
    bounds: NDArray[np.int64]  # (N, 2) the value lies between them
    stamps: NDArray[np.int64]  # (N,) on which board; an entry of another one says nothing
    counts: NDArray[np.int64]  # (3,) the board's stamp, positions looked at, most that may be
    ordered: NDArray[np.int64]  # (101, 100) the moves of a position, by its empty cells


class Workspace(NamedTuple):
    garden: Garden
    table: Table
    ties: NDArray[np.int64]  # (C,) cells that are equally good
    closed: NDArray[np.int64]  # (C,) axes on which a disc can't be turned over
    able: NDArray[np.int64]  # (C,) how many legal moves there were, move by move


class Players(NamedTuple):
    """Both seats' players: (2,) each."""

    kinds: NDArray[np.int64]
    depths: NDArray[np.int64]
    empties: NDArray[np.int64]  # from so many on exact


def words(some: int) -> tuple[np.uint64, np.uint64]:
    """A set of cells as lo and hi."""
    return np.uint64(some & WORD), np.uint64(some >> 64)


def four_words(own: int, other: int) -> NDArray[np.uint64]:
    """(4,) own lo, hi, the other's lo, hi."""
    return np.array([*words(own), *words(other)], np.uint64)


def make_ground(rules: Rules, shape: int | None = None) -> Ground:
    """The board of `shape`, or, until another one is drawn, the whole field."""
    width, height = rules.field
    some = (1 << (width * height)) - 1 if shape is None else shape
    return Ground(
        width,
        rules.size,
        width * height <= 64,
        *words(axes(width, height).passable[0]),
        *words(some),
        np.array(cell_weights(width, height, some), np.int64),
    )


def make_table(bits: int) -> Table:
    """A table of 2**bits positions."""
    return Table(
        np.zeros((1 << bits, 4), np.uint64),
        np.zeros((1 << bits, 2), np.int64),
        np.zeros(1 << bits, np.int64),
        np.array([1, 0, 1 << 62], np.int64),
        np.zeros((MOST_CELLS + 1, MOST_CELLS), np.int64),
    )


def make_workspace(rules: Rules, table_bits: int = 14) -> Workspace:
    """Arrays for boards of these rules."""
    width, height = rules.field
    cells = width * height
    return Workspace(
        make_garden(width, height, rules.growth),
        make_table(table_bits),
        *(np.zeros(cells, np.int64) for _ in range(3)),
    )


def make_players(policy: str) -> Players:
    """Of a policy in its normal spelling."""
    both = [read_player(name) for name in split_seats(policy)]
    return Players(
        np.array([KINDS.index(one.name) for one in both], np.int64),
        np.array([one.values.get("depth", USUAL_DEPTH) for one in both], np.int64),
        np.array([one.values.get("empties", 0) for one in both], np.int64),
    )
