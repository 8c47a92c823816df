"""Rules, board, state and move of color fill: all frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from engines.protocol import Rules as BaseRules

MAX_SIDE = 32
"""A board has at most MAX_SIDE × MAX_SIDE cells: hints stay well under a second."""


class Rules(BaseRules):
    """The board's size, its colours, where the region starts, and the moves to spare."""

    width: int = Field(10, ge=2, le=MAX_SIDE, title="Width", description="Cells across")
    height: int = Field(10, ge=2, le=MAX_SIDE, title="Height", description="Cells down")
    colors: int = Field(5, ge=3, le=10, title="Colours", description="Colours in the palette")
    slack: int = Field(
        3,
        ge=0,
        le=100,
        title="Slack",
        description="Moves allowed beyond those that the greedy player needs",
    )
    start: Literal["top-left", "centre"] = Field(
        "top-left",
        title="Start",
        description=(
            "The cell that the region grows from; where a side is even, the centre is the cell "
            "after its middle"
        ),
    )


@dataclass(frozen=True, slots=True)
class Board:
    """A coloured grid, and how many moves are allowed on it."""

    rules: Rules
    cells: tuple[int, ...]  # cell y * width + x -> colour
    limit: int  # moves of the greedy player + slack


@dataclass(frozen=True, slots=True)
class State:
    """A board as it looks after some moves. Cells are numbered y * width + x."""

    board: Board
    cells: tuple[int, ...]  # cell -> colour now
    region: tuple[int, ...]  # the cells that hang together with the start, ascending
    gained: tuple[int, ...]  # those of them that the last move took, ascending
    moves: int  # made so far


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Give the region another colour."""

    color: int
