"""Rules, board and state of dots and boxes: all frozen. A move is a `Line` to draw."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from engines.declarations import Rules as BaseRules

MAX_SIDE = 10
"""A grid has at most MAX_SIDE × MAX_SIDE boxes, 220 lines."""

OPEN = -1
"""The owner of a box that is not closed."""
EARLIER = 2
"""The owner of a box that was closed before the board begins: only the scores tell."""


class Rules(BaseRules):
    """The grid's size, and whether who closes a box goes on."""

    rows: int = Field(4, ge=1, le=MAX_SIDE, title="Rows", description="Boxes down")
    cols: int = Field(4, ge=1, le=MAX_SIDE, title="Columns", description="Boxes across")
    extra_turn: bool = Field(
        True, title="Extra turn", description="Who closes a box draws another line"
    )


@dataclass(frozen=True, slots=True)
class Board:
    """A position to play from. Seats are 0, who begins a whole game, and 1."""

    rules: Rules
    lines: int = 0  # set of the lines drawn already, see `engines.shared.lines`
    scores: tuple[int, int] = (0, 0)  # they add up to the boxes that these lines close
    to_move: int = 0
    seat_to_win: int | None = None  # the puzzle asks this seat, which is to move, to win


@dataclass(frozen=True, slots=True)
class State:
    """A board as it stands after some moves."""

    board: Board
    lines: int  # set of the lines drawn
    owners: tuple[int, ...]  # box -> 0 or 1, OPEN, EARLIER
    scores: tuple[int, int]
    to_move: int  # after the end: whose turn it would be
