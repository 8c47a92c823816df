"""Rules, board, state and move of color fill: all frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from engines.declarations import Rules as BaseRules
from engines.shared.grown import (
    GROWTH,
    SHAPE,
    Growth,
    Shape,
    board_size,
    cells_rule,
    idle_rules,
    without_usual,
)

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
    shape: Shape = SHAPE
    cells: int = cells_rule(MAX_SIDE * MAX_SIDE)
    growth: Growth = GROWTH

    @property
    def size(self) -> int:
        """Cells of the board."""
        return board_size(self.shape, self.width, self.height, self.cells)

    @property
    def idle(self) -> frozenset[str]:
        return idle_rules(self.shape)

    @model_validator(mode="after")
    def _check_size(self) -> Rules:
        _ = self.size
        return self

    @model_serializer(mode="wrap")
    def _leave_out_usual(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return without_usual(dump(self))


@dataclass(frozen=True, slots=True)
class Board:
    """A coloured grid, and how many moves are allowed on it."""

    rules: Rules
    cells: tuple[int, ...]  # cell y * width + x -> colour, -1 where a grown board has no cell
    limit: int  # moves of the greedy player + slack


@dataclass(frozen=True, slots=True)
class State:
    """A board as it looks after some moves. Cells are numbered y * width + x."""

    board: Board
    cells: tuple[int, ...]  # cell -> colour now, -1 as in `Board`
    region: tuple[int, ...]  # the cells that hang together with the start, ascending
    gained: tuple[int, ...]  # those of them that the last move took, ascending
    moves: int  # made so far


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Give the region another colour."""

    color: int
