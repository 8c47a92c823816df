"""Grids of labelled cells: which labels touch, and which cells hang together.

A grid is rows of integer labels, `cells[y][x]`, every row equally long. A cell with a label
below 0 is not there: it touches nothing, and belongs to no piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

Cells = Sequence[Sequence[int]]
Grid = tuple[tuple[int, ...], ...]


def touching_pairs(cells: Cells, *, diagonal: bool) -> Iterator[tuple[int, int]]:
    """Every pair of different labels in cells side by side, as often as it occurs.

    With `diagonal`, cells that share only a corner touch too. Nothing wraps round an edge.
    """
    for row in cells:
        for a, b in pairwise(row):
            if a != b and a >= 0 and b >= 0:
                yield a, b
    for upper, lower in pairwise(cells):
        for a, b in zip(upper, lower, strict=True):
            if a != b and a >= 0 and b >= 0:
                yield a, b
        if diagonal:
            for a, b in zip(upper, lower[1:], strict=False):  # down and right
                if a != b and a >= 0 and b >= 0:
                    yield a, b
            for a, b in zip(upper[1:], lower, strict=False):  # down and left
                if a != b and a >= 0 and b >= 0:
                    yield a, b


def label_neighbors(cells: Cells, labels: int, *, diagonal: bool) -> tuple[tuple[int, ...], ...]:
    """For each label 0 … labels - 1 the labels it touches, ascending."""
    touching: list[set[int]] = [set() for _ in range(labels)]
    for a, b in touching_pairs(cells, diagonal=diagonal):
        touching[a].add(b)
        touching[b].add(a)
    return tuple(tuple(sorted(others)) for others in touching)


def label_sizes(cells: Cells, labels: int) -> tuple[int, ...]:
    """For each label 0 … labels - 1 how many cells have it."""
    sizes = [0] * labels
    for row in cells:
        for label in row:
            if label >= 0:
                sizes[label] += 1
    return tuple(sizes)


def connected_pieces(cells: Cells) -> tuple[Grid, int]:
    """The grid of piece numbers (-1 where no cell is), and how many pieces there are.

    A piece is a set of cells of one label that hang together by their sides. Pieces are
    numbered by their first cell, row by row.
    """
    height, width = len(cells), len(cells[0])
    piece_of = [[-1] * width for _ in range(height)]
    count = 0
    for top in range(height):
        for left in range(width):
            if piece_of[top][left] < 0 <= cells[top][left]:
                _flood(cells, piece_of, left, top, count)
                count += 1
    return tuple(map(tuple, piece_of)), count


def _flood(cells: Cells, piece_of: list[list[int]], left: int, top: int, piece: int) -> None:
    label = cells[top][left]
    height, width = len(cells), len(cells[0])
    piece_of[top][left] = piece
    waiting = [(left, top)]
    while waiting:
        x, y = waiting.pop()
        for nx, ny in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if (
                0 <= nx < width
                and 0 <= ny < height
                and piece_of[ny][nx] < 0
                and cells[ny][nx] == label
            ):
                piece_of[ny][nx] = piece
                waiting.append((nx, ny))
