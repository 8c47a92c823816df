"""Rules, board, state and move of number hunt: all frozen."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from engines.declarations import Rules as BaseRules

MAX_CIRCLES = 100
MAX_SIDE = 1000


class Rules(BaseRules):
    """The field and its circles, in points; how a layout is tried; how a look is modelled.

    Circles may touch the field's rim. `gap` is between circles only.
    """

    circles: int = Field(
        25, ge=5, le=MAX_CIRCLES, title="Circles", description="Numbered from 1, found in order"
    )
    width: int = Field(360, ge=100, le=MAX_SIDE, title="Width", description="Points across")
    height: int = Field(480, ge=100, le=MAX_SIDE, title="Height", description="Points down")
    min_radius: int = Field(
        16, ge=4, le=100, title="Smallest radius", description="Points; radii are drawn evenly"
    )
    max_radius: int = Field(26, ge=4, le=100, title="Largest radius", description="Points")
    gap: int = Field(
        4, ge=0, le=100, title="Gap", description="Points that are free between any two circles"
    )
    attempts: int = Field(
        100,
        ge=1,
        le=200,
        title="Attempts per circle",
        description="Places tried for a circle before the whole layout is begun again",
    )
    rebuilds: int = Field(
        50,
        ge=0,
        le=100,
        title="Rebuilds",
        description="How often a layout may be begun again before giving up",
    )
    sight: Literal["window", "circle"] = Field(
        "window",
        title="What a look takes in",
        description=(
            "Simulated players only. window: the circle looked at and those around it that "
            "are not crowded; circle: that circle alone"
        ),
    )
    patience: int = Field(
        7,
        ge=1,
        le=1000,
        title="Patience",
        description="Looks that one number may take; a hunt that takes more is a long one",
    )

    @property
    def spacing(self) -> int:
        """The least distance between the centres of two of the smallest circles."""
        return 2 * self.min_radius + self.gap

    @property
    def strip(self) -> int:
        """The height of the strips a field is read in: a line as tall as the largest circle."""
        return 2 * self.max_radius + self.gap

    @model_validator(mode="after")
    def _fits_together(self) -> Rules:
        if self.min_radius > self.max_radius:
            raise ValueError(
                f"The smallest radius ({self.min_radius}) must not be more than the largest "
                f"({self.max_radius})."
            )
        least = 2 * self.max_radius
        for name, side in (("width", self.width), ("height", self.height)):
            if side < least:
                raise ValueError(
                    f"The largest circle is {least} points across; the {name} of {side} must "
                    "be at least that."
                )
        most = most_circles(self)
        if self.circles > most:
            raise ValueError(
                f"{self.circles} circles can't lie in {self.width}x{self.height} points, however "
                f"they are placed: with a radius of {self.min_radius} or more and a gap of "
                f"{self.gap} there is room for {most} at most. Take fewer or smaller circles, a "
                "smaller gap or a larger field."
            )
        return self


def most_circles(rules: Rules) -> int:
    """A proven bound: no layout of these rules has more circles. (Most have far fewer.)

    The centres lie in the rectangle that is a radius smaller on each side, at least `spacing`
    = d apart; so there are at most 2A / (√3 d²) + P / (2d) + 1 of them, A being its area and P
    its perimeter (Oler, "An inequality in the geometry of numbers", Acta Mathematica 105, 1961).
    This is below what the densest packing, π/√12, gives on the field enlarged by half a gap.
    """
    across, down = rules.width - 2 * rules.min_radius, rules.height - 2 * rules.min_radius
    d = rules.spacing
    inside = isqrt(4 * (across * down) ** 2 // 3)  # 2A / √3, rounded down, exactly
    return (inside + (across + down) * d) // (d * d) + 1


class Circle(NamedTuple):
    """A circle's centre and radius, in points from the upper left corner of the field."""

    x: int
    y: int
    radius: int


@dataclass(frozen=True, slots=True)
class Board:
    """A field of circles: circles[k] is the one with the number k + 1."""

    rules: Rules
    circles: tuple[Circle, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A hunt under way: the number looked for (one more than there are, at the end)."""

    board: Board
    next: int
    wrong: int  # taps on another circle than the one looked for, so far


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Tap the circle with this number."""

    number: int
