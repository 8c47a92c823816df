"""Rules, board, state and move of map colouring: all frozen."""

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

UNIT = 1 << 20
"""A cell's side in the fixed-point coordinates of the seed points."""


class Rules(BaseRules):
    """The map's size, how it is cut into regions, and how it may be coloured."""

    width: int = Field(12, ge=2, le=64, title="Width", description="Cells across")
    height: int = Field(12, ge=2, le=64, title="Height", description="Cells down")
    seeds: int = Field(
        14, ge=1, le=400, title="Seed points", description="Each cell joins its nearest one"
    )
    colors: int = Field(4, ge=2, le=9, title="Colours", description="Colours in the palette")
    adjacency: Literal["edge", "corner"] = Field(
        "edge",
        title="Neighbours",
        description="edge: regions that share a side; corner: touching at a corner counts too",
    )
    regions: Literal["merged", "split"] = Field(
        "merged",
        title="Regions in pieces",
        description="merged: all pieces are one region; split: every piece is its own region",
    )
    order: Literal["free", "random", "degree"] = Field(
        "free",
        title="Order",
        description=(
            "free: any region next; random: the map dictates a random order; "
            "degree: the map dictates most neighbours first"
        ),
    )
    shape: Shape = SHAPE
    cells: int = cells_rule(64 * 64)
    growth: Growth = GROWTH

    @property
    def size(self) -> int:
        """Cells of the map."""
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
    """A map. Region numbers are 0 … len(neighbors) - 1.

    With regions=merged a region has its seed's number, and a seed that got no cell leaves
    an *empty* region: it has a number, but no cells, no neighbours, and is never coloured.
    """

    rules: Rules
    cells: tuple[tuple[int, ...], ...]  # [y][x] -> region, -1 where a grown map has no cell
    neighbors: tuple[tuple[int, ...], ...]  # region -> regions, ascending
    sizes: tuple[int, ...]  # region -> number of cells, 0 for an empty region
    pieces: int  # 4-connected pieces of all regions together
    order: tuple[int, ...] | None  # dictated by the rules, else None


@dataclass(frozen=True, slots=True)
class State:
    """A partly coloured map: region -> colour, -1 where there is none yet."""

    board: Board
    colors: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Give a region without a colour one that no neighbour has."""

    region: int
    color: int
