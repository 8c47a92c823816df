"""What the kernels are given: the rules as numbers, and arrays made once for all trials."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.games.map_coloring.types import Board, Rules

FREE, RANDOM_ORDER, DEGREE_ORDER = range(3)
RANDOM, DEGREE, DSATUR, SWEEP, LOOKAHEAD = range(5)
SMALL = 63
"""With at most so many regions (and one number left for "off the map") a row of the
adjacency is one 64-bit word."""


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


class Workspace(NamedTuple):
    """Scratch arrays. R = most regions there can be, D = words in a set of regions.

    A map lies in `cells` row by row, each row followed by one cell "off the map", and one
    more such row at the end: a cell's neighbours are then found at fixed distances
    (1, stride, stride ± 1), and no test for the rim is needed.
    """

    points: NDArray[np.int64]  # (2, seeds) x and y
    keys: NDArray[np.int64]  # (seeds, columns)
    nearest: NDArray[np.int64]  # (columns,)
    cells: NDArray[np.uint16]  # ((height + 1) * (width + 1) + 1,) cell -> seed
    labels: NDArray[np.uint16]  # the same shape: cell -> piece
    seen: NDArray[np.uint8]  # (seeds,)
    adjacency: NDArray[np.uint64]  # (R + 1, D) region -> set of neighbours
    degree: NDArray[np.int64]  # (R + 1,)
    real: NDArray[np.uint64]  # (D,) set of the regions with cells
    order: NDArray[np.int64]  # (R,) regions as visited
    scratch: NDArray[np.int64]  # (R + 1,)
    colors: NDArray[np.int64]  # (R,)
    classes: NDArray[np.uint64]  # (10, D) colour -> set of regions; 9: the uncoloured ones
    alive: NDArray[np.uint64]  # (D,)
    blame: NDArray[np.uint64]  # (R, D)
    picked: NDArray[np.int64]  # (R,)
    untried: NDArray[np.int64]  # (R,)
    depth: NDArray[np.int64]  # (R,)
    used: NDArray[np.int64]  # (R + 1,)
    last: NDArray[np.int64]  # (2,) steps and stuck region (-1: none) of the last trial


def make_setting(rules: Rules, policy: str) -> Setting:
    return Setting(
        rules.width,
        rules.height,
        rules.seeds,
        rules.colors,
        int(rules.adjacency == "corner"),
        int(rules.regions == "split"),
        ("free", "random", "degree").index(rules.order),
        ("random", "degree", "dsatur", "sweep", "lookahead").index(policy),
    )


def make_workspace(rules: Rules, regions: int) -> Workspace:
    """Arrays for maps of at most `regions` regions."""
    size = (rules.height + 1) * (rules.width + 1) + 1
    columns = -(-rules.width // 8) * 8
    words = regions // 64 + 1

    def ints(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, np.int64)

    def sets(*shape: int) -> NDArray[np.uint64]:
        return np.zeros(shape, np.uint64)

    arrays: dict[str, NDArray[Any]] = {
        "points": ints(2, rules.seeds),
        "keys": ints(rules.seeds, columns),
        "nearest": ints(columns),
        "cells": np.zeros(size, np.uint16),
        "labels": np.zeros(size, np.uint16),
        "seen": np.zeros(rules.seeds, np.uint8),
        "adjacency": sets(regions + 1, words),
        "degree": ints(regions + 1),
        "real": sets(words),
        "order": ints(regions),
        "scratch": ints(regions + 1),
        "colors": ints(regions),
        "classes": sets(10, words),
        "alive": sets(words),
        "blame": sets(regions, words),
        "picked": ints(regions),
        "untried": ints(regions),
        "depth": ints(regions),
        "used": ints(regions + 1),
        "last": ints(2),
    }
    return Workspace(**arrays)


def load_board(ws: Workspace, board: Board) -> None:
    """Put one map into the workspace: cells, neighbours, real regions, dictated order."""
    rules = board.rules
    regions = len(board.neighbors)
    cells = np.full((rules.height + 1, rules.width + 1), regions, np.uint16)
    cells[:-1, :-1] = board.cells
    ws.cells[:-1] = cells.ravel()
    ws.cells[-1] = regions
    for region, others in enumerate(board.neighbors):
        ws.degree[region] = len(others)
        for other in others:
            ws.adjacency[region, other >> 6] |= np.uint64(1 << (other & 63))
        if board.sizes[region]:
            ws.real[region >> 6] |= np.uint64(1 << (region & 63))
    if board.order is not None:
        ws.order[:] = board.order
