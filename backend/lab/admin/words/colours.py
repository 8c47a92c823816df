"""What the colours of heatmaps stand for, in words."""

from __future__ import annotations

from typing import Protocol

from backend.lab.admin.words.numbers import upward


class Scale(Protocol):
    """See `charts.Scale`, whose module imports Altair."""

    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def even(self) -> bool: ...
    @property
    def chance(self) -> float: ...


def colours(scale: Scale) -> str:
    """From where to where they go, and what chance alone does to a cell."""
    if not scale.even:
        return (
            f"One colour scale for all maps, from none to {_percent(scale.high)} of the plays: the "
            "lighter, the more often. Colours follow the cube root, so that small shares differ "
            "from none."
        )
    text = (
        f"One colour scale for all maps, from {_percent(scale.low)} to {_percent(scale.high)} of "
        "the plays: the lighter, the more often."
    )
    if scale.low:
        text += " It does not begin at 0, so that small differences can be seen."
    if scale.chance:
        points = upward(scale.chance * 100)
        text += (
            f" Chance alone moves a cell by up to {points} points to either side, 19 times in 20."
        )
    return text


def _percent(share: float) -> str:
    return f"{share * 100:.3g} %"
