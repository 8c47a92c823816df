"""Rules, board, state and move of reversi: all frozen.

Sets of cells are whole numbers: bit y * width + x stands for cell (x, y), where `width` is
the field's. A field is the rectangle in which the board lies; a rectangle fills it.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field, model_validator

from engines.declarations import Rules as BaseRules
from engines.shared.grown import CENTRE, GROWTH, Growth, Shape, idle_rules

MAX_SIDE = 10
"""Up to 100 cells, so that a game's advantage fits into a signed byte."""

PUZZLE_EMPTIES = 12
"""A puzzle that asks to win has at most so many empty cells: every bot move of it is exact."""


class Rules(BaseRules):
    """The board's size and shape, and how a grown one grows."""

    width: int = Field(8, ge=4, le=MAX_SIDE, title="Width", description="Cells across")
    height: int = Field(8, ge=4, le=MAX_SIDE, title="Height", description="Cells down")
    shape: Shape = Field(
        "rectangle",
        title="Shape",
        description="rectangle: width by height; grown: every game on a board of its own",
    )
    cells: int = Field(
        0,
        ge=0,
        le=MAX_SIDE * MAX_SIDE,
        title="Cells",
        description="Of a grown board; 0: as many as the rectangle has, width times height",
    )
    growth: Growth = GROWTH
    room: int = Field(
        2,
        ge=0,
        le=MAX_SIDE,
        title="Room",
        description=(
            "Columns and rows beyond width and height that a grown board may reach into "
            f"(at most {MAX_SIDE} each in all)"
        ),
    )

    @property
    def field(self) -> tuple[int, int]:
        """Width and height of the rectangle in which the board lies."""
        if self.shape == "rectangle":
            return self.width, self.height
        return min(MAX_SIDE, self.width + self.room), min(MAX_SIDE, self.height + self.room)

    @property
    def size(self) -> int:
        """Cells of the board."""
        if self.shape == "rectangle":
            return self.width * self.height
        return self.cells or self.width * self.height

    @property
    def idle(self) -> frozenset[str]:
        return idle_rules(self.shape) | ({"room"} if self.shape == "rectangle" else set())

    @model_validator(mode="after")
    def _check_cells(self) -> Rules:
        across, down = self.field
        if not CENTRE < self.size <= across * down:
            raise ValueError(
                f"A board that grows in a field of {across}x{down} has {CENTRE + 1} to "
                f"{across * down} cells (or 0: width times height); got {self.cells}."
            )
        return self


@dataclass(frozen=True, slots=True)
class Board:
    """A position to begin from: the shape, both seats' discs, and whose turn it is.

    `seat_to_win` is the seat that a puzzle asks to win, which then moves first; None: a whole
    game.
    """

    rules: Rules
    shape: int  # the cells that are there
    first: int  # those with a disc of the first seat
    second: int
    to_move: int
    seat_to_win: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A board as it looks after some moves. A pass is no move: the turn just stays."""

    board: Board
    first: int
    second: int
    to_move: int
    moves: int = 0
    passes: int = 0
    last: int | None = None  # the cell of the last move
    flipped: int = 0  # the discs that it turned over


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Put a disc on a cell."""

    x: int
    y: int
