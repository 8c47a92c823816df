"""Rules, board and state of enclosure: all frozen. A move is a `Line` to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import Field, model_validator

from engines.declarations import Rules as BaseRules

MAX_SIDE = 10
"""A grid has at most MAX_SIDE × MAX_SIDE cells, 220 lines."""


class Rules(BaseRules):
    """The grid's size, what counts as closed, what is taken, and whose turn comes next."""

    rows: int = Field(5, ge=1, le=MAX_SIDE, title="Rows", description="Cells down")
    cols: int = Field(5, ge=1, le=MAX_SIDE, title="Columns", description="Cells across")
    border: Literal["open", "drawn"] = Field(
        "open",
        title="Border",
        description=(
            "open: the rim must be drawn, too. drawn: it counts as drawn, and the largest "
            "unclaimed area is the outside"
        ),
    )
    capture: Literal["area", "box"] = Field(
        "area",
        title="Capture",
        description=(
            "area: what a line cuts off from the outside is taken, whatever its size. box: only "
            "single cells with all four sides drawn are"
        ),
    )
    extra_turn: bool = Field(
        False, title="Extra turn", description="Who takes something draws another line"
    )

    @model_validator(mode="after")
    def _has_a_line_to_draw(self) -> Rules:
        if self.border == "drawn" and self.rows * self.cols == 1:
            raise ValueError(
                "A single cell whose rim counts as drawn leaves no line to draw. Make it two "
                "cells at least, or the border open."
            )
        return self


@dataclass(frozen=True, slots=True)
class Board:
    """A position to play from. Seats are 0, who begins a whole game, and 1.

    Sets of lines are numbered as in `engines.shared.lines`, sets of cells row by row.
    """

    rules: Rules
    lines: int  # set of the lines drawn; with the rim, where that counts as drawn
    taken: tuple[int, int] = (0, 0)  # the set of cells of each seat
    to_move: int = 0
    seat_to_win: int | None = None  # the puzzle asks this seat, which is to move, to win


@dataclass(frozen=True, slots=True)
class State:
    """A board as it stands after some moves."""

    board: Board
    lines: int  # set of the lines drawn, as in `Board`
    taken: tuple[int, int]  # the set of cells of each seat
    gained: int  # the set of cells that the last move took
    to_move: int  # after the end: whose turn it would be
