"""Rules, board, state and move of the sliding puzzle: all frozen."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from pydantic import Field, model_validator

from engines.declarations import Rules as BaseRules

ANY = 99
"""The tolerance that takes every board."""

TABLE_CELLS = 9
"""Boards of up to this many cells have the distance of every position in one table."""

EXACT_CELLS = 16
"""Boards of up to this many cells get a shortest solution; larger ones get bounds."""

_STEPS = ((4, 30), (9, 60), (16, 140), (25, 240), (36, 360))  # cells, steps of the scramble


class Rules(BaseRules):
    """The board's size, how it is scrambled, and when a play counts as unsolved."""

    width: int = Field(4, ge=2, le=6, title="Width", description="Cells across")
    height: int = Field(4, ge=2, le=6, title="Height", description="Cells down")
    steps: int = Field(
        0,
        ge=0,
        le=10_000,
        title="Scramble steps",
        description="Steps of the blank; 0: by size (60 for 3x3, 140 for 4x4, 240 for 5x5)",
    )
    no_backtrack: bool = Field(
        True,
        title="Never straight back",
        description="While scrambling, the blank never returns to the cell it just left",
    )
    goal: Literal["blank-last", "blank-first"] = Field(
        "blank-last",
        title="Goal",
        description="blank-last: 1, 2, 3 … and then the blank; blank-first: the blank, 1, 2, 3 …",
    )
    aim: int = Field(
        22,
        ge=1,
        le=99,
        title="Aimed length",
        description="With a tolerance below 99: the length of a shortest solution aimed at",
    )
    tolerance: int = Field(
        ANY,
        ge=0,
        le=ANY,
        title="Tolerance",
        description=(
            "Boards whose shortest solution is further than this from the aimed length are "
            "scrambled anew (up to 9 cells); 99: every board is taken"
        ),
    )
    too_easy: int = Field(
        20,
        ge=1,
        le=99,
        title="Too easy below",
        description="A board that fewer moves can solve is counted as too easy",
    )
    budget: int = Field(
        1000,
        ge=1,
        le=100_000,
        title="Budget",
        description="Moves after which a play that is not solved counts as stuck",
    )
    sample: int = Field(
        64,
        ge=0,
        le=1_000_000,
        title="Sample",
        description=(
            "On boards of 10 to 16 cells the shortest length is worked out for every n-th "
            "trial; 0: for none (up to 9 cells it always is, above 16 it never is)"
        ),
    )

    @model_validator(mode="after")
    def _redraws_need_the_table(self) -> Rules:
        if self.tolerance < ANY and self.cells > TABLE_CELLS:
            raise ValueError(
                f"Boards can be scrambled anew by their shortest length up to {TABLE_CELLS} "
                f"cells; with {self.width}x{self.height} leave the tolerance at {ANY}."
            )
        return self

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def scramble_steps(self) -> int:
        """The steps meant: where `steps` is 0, what the size suggests."""
        if self.steps:
            return self.steps
        for (low, few), (high, many) in pairwise(_STEPS):
            if self.cells <= high:
                return few + (many - few) * (self.cells - low) // (high - low)
        raise AssertionError("unreachable: no board has more cells than 36")


@dataclass(frozen=True, slots=True)
class Board:
    """Where each tile lies at the start: row by row, 0 is the blank."""

    rules: Rules
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """How the tiles lie now, and after how many moves."""

    board: Board
    tiles: tuple[int, ...]
    moves: int


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """The tile that slides into the blank, which lies beside it."""

    tile: int
