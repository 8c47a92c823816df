"""Boards that grow cell by cell from the centre, so that they cannot have islands.

A field is `width` by `height` cells; cell (x, y) has the number y * width + x. The board
begins as the centre 2×2 and takes one cell of its *rim* at a time: the cells beside the
board, by a side, that are not on it. So it always hangs together. It may well have holes.

`engines.shared.grown_numba` tells the same in Numba and draws the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from pydantic import Field

from engines.randomness import Stream

Shape = Literal["rectangle", "grown"]
Growth = Literal["even", "compact", "branching"]

GROWTHS: tuple[Growth, ...] = get_args(Growth)

WEIGHTS: dict[Growth, tuple[int, int, int, int]] = {
    "even": (1, 1, 1, 1),
    "compact": (1, 4, 16, 64),
    "branching": (64, 16, 4, 1),
}
"""How likely a cell of the rim is next, in proportion, by its neighbours on the board: 1 to 4."""

CENTRE = 4
"""Cells of the centre 2×2, the least a board can have."""

# Rules of a game whose boards may grow inside width by height ------------------------------

SHAPE: Any = Field(
    "rectangle",
    title="Shape",
    description="rectangle: width by height; grown: inside that, every time another shape",
)
GROWTH: Any = Field(
    "even",
    title="Growth",
    description=(
        "Which cell beside a growing board is next. even: any; compact: rather one with many "
        "neighbours on the board; branching: rather one with few"
    ),
)
USUAL = {"shape": "rectangle", "cells": 0, "growth": "even"}


def cells_rule(most: int) -> Any:
    """The rule that says how many cells a grown board has."""
    return Field(
        0,
        ge=0,
        le=most,
        title="Cells",
        description="Of a grown board; 0: three quarters of width times height",
    )


def board_size(shape: Shape, width: int, height: int, cells: int) -> int:
    """How many cells a board of these rules has. Raises ValueError where they do not fit."""
    if shape == "rectangle":
        return width * height
    if cells and not CENTRE <= cells <= width * height:
        raise ValueError(
            f"A board that grows inside {width}x{height} has {CENTRE} to {width * height} cells "
            f"(or 0: three quarters of them); got {cells}."
        )
    return cells or max(CENTRE, width * height * 3 // 4)


def idle_rules(shape: Shape) -> frozenset[str]:
    """Those about growing, where nothing grows."""
    return frozenset(("cells", "growth")) if shape == "rectangle" else frozenset()


def without_usual(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Rules as JSON, without those about the shape that have their usual value.

    So the rules of a rectangle read and are stored as they did before boards could grow.
    """
    return {key: value for key, value in rules.items() if USUAL.get(key, ...) != value}


# Growing ----------------------------------------------------------------------------------


def centre_cells(width: int, height: int) -> tuple[int, int, int, int]:
    """The centre 2×2 row by row; where a side is odd, the cell that is too many is behind it."""
    first = (height // 2 - 1) * width + width // 2 - 1
    return first, first + 1, first + width, first + width + 1


def side_neighbors(cell: int, width: int, height: int) -> Iterator[int]:
    """The cells of the field left, right, above and below."""
    y, x = divmod(cell, width)
    if x > 0:
        yield cell - 1
    if x < width - 1:
        yield cell + 1
    if y > 0:
        yield cell - width
    if y < height - 1:
        yield cell + width


def grow(width: int, height: int, cells: int, growth: Growth, stream: Stream) -> tuple[int, ...]:
    """The numbers of the `cells` cells of a grown board, ascending.

    The sides are 2 or more, `cells` is 4 … width × height. A cell of the rim is drawn in
    proportion to its weight, see `WEIGHTS`: one draw for each cell after the first four.
    The rim is kept as four lists, by neighbours on the board; a cell leaves a list by the
    last one taking its place.
    """
    weights = WEIGHTS[growth]
    touching = [0] * (width * height)  # neighbours on the board; of its own cells nobody asks
    board = [False] * (width * height)
    rim: tuple[list[int], ...] = ([], [], [], [])

    def take(cell: int) -> None:
        board[cell] = True
        for other in side_neighbors(cell, width, height):
            if not board[other]:
                if touching[other]:
                    _leave(rim[touching[other] - 1], other)
                rim[touching[other]].append(other)
                touching[other] += 1

    for cell in centre_cells(width, height):
        if touching[cell]:
            _leave(rim[touching[cell] - 1], cell)
        take(cell)
    for _ in range(cells - CENTRE):
        at = stream.below(sum(w * len(some) for w, some in zip(weights, rim, strict=True)))
        for weight, some in zip(weights, rim, strict=True):
            if at < weight * len(some):
                cell = some[at // weight]
                _leave(some, cell)
                take(cell)
                break
            at -= weight * len(some)
    return tuple(cell for cell, on in enumerate(board) if on)


def _leave(some: list[int], cell: int) -> None:
    last = some.pop()
    if last != cell:
        some[some.index(cell)] = last
