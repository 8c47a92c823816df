"""What the kernels are given: the rules as numbers, and arrays made once for all trials."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.games.number_hunt.types import Board, Rules

X, Y, RADIUS = range(3)
RANDOM_LOOK, SCAN, NEAREST_FIRST = range(3)
ATTEMPTS, REBUILDS, MOST = range(3)


class Setting(NamedTuple):
    """Rules and policy as integers."""

    circles: int
    width: int
    height: int
    min_radius: int
    max_radius: int
    gap: int
    attempts: int
    rebuilds: int
    window: int  # 1: a look takes in what is not crowded; 0: one circle
    strip: int
    patience: int
    policy: int
    cell: int  # side of the heatmap's cells
    across: int  # cells in a row of it


class Workspace(NamedTuple):
    """n circles. A set of circles is two words: circle i is bit i & 63 of word i >> 6."""

    placed: NDArray[np.int64]  # (3, n) x, y, radius in the order of placing
    circles: NDArray[np.int64]  # (3, n) the same, circle k having the number k + 1
    order: NDArray[np.int64]  # (n,) shuffled places
    sights: NDArray[np.uint64]  # (n, 2) the circles a look at this one takes in
    reach: NDArray[np.int64]  # (n,) squared distance from which a circle can be read
    keys: NDArray[np.int64]  # (n,) what circles are sorted by
    reading: NDArray[np.int64]  # (n,) place in reading order -> circle
    place_of: NDArray[np.int64]  # (n,) circle -> its place in reading order
    looks: NDArray[np.int64]  # (n,) looks of each hunt of the last trial
    last: NDArray[np.int64]  # (3,) attempts, rebuilds, most placed of the last layout


def make_setting(rules: Rules, policy: str, heat_cells: tuple[int, int, int]) -> Setting:
    """`heat_cells`: rows, columns and side of the heatmap's cells."""
    _, across, cell = heat_cells
    return Setting(
        rules.circles,
        rules.width,
        rules.height,
        rules.min_radius,
        rules.max_radius,
        rules.gap,
        rules.attempts,
        rules.rebuilds,
        int(rules.sight == "window"),
        rules.strip,
        rules.patience,
        ("random_look", "scan", "nearest_first").index(policy),
        cell,
        across,
    )


def make_workspace(n: int) -> Workspace:
    def ints(*shape: int) -> NDArray[Any]:
        return np.zeros(shape, np.int64)

    return Workspace(
        placed=ints(3, n),
        circles=ints(3, n),
        order=ints(n),
        sights=np.zeros((n, 2), np.uint64),
        reach=ints(n),
        keys=ints(n),
        reading=ints(n),
        place_of=ints(n),
        looks=ints(n),
        last=ints(3),
    )


def load_board(ws: Workspace, board: Board) -> None:
    """Put one field into the workspace."""
    ws.circles[:] = np.array(board.circles, np.int64).T
