"""Where on the board it happened, or any other counts over two axes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import median
from textwrap import wrap
from typing import Any

import altair as alt

from backend.lab.charts.theme import Spec, rows_data, to_spec
from engines.metrics import Axis

SIDE, WIDE_SIDE = 200, 260
"""Longest side of a map in pixels; of a grid with axes to be read."""

BOARD = (Axis("Column"), Axis("Row"))

UNEVEN_BELOW = 0.2
"""If a map's middle cell has a smaller share of the greatest of all, even steps would hide it."""

ERRORS_ACROSS = 10
"""A colour scale spans at least so many standard errors of a cell: chance alone looks pale."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How often each cell was counted, row by row, in `trials` plays.

    `link`, where a cell leads to plays counted in it, is an address that row and column end.
    """

    name: str
    cells: Sequence[Sequence[int]]
    trials: int
    link: str = ""

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the greatest share of the plays, 0 … 1."""
        if not self.trials:
            return 0.0, 0.0
        return min(map(min, self.cells)) / self.trials, max(map(max, self.cells)) / self.trials

    @property
    def middle(self) -> float:
        """The share of the cell in the middle when they are put in order."""
        return median(n for line in self.cells for n in line) / self.trials if self.trials else 0.0


@dataclass(frozen=True, slots=True)
class Scale:
    """What the colours of all maps stand for; `even` ones step evenly from `low` to `high`.

    Others grow with the cube root from 0, so that small shares differ from none. `chance` is how
    far chance alone moves a cell (1.96 standard errors of the share in the middle).
    """

    low: float
    high: float
    even: bool
    chance: float


def colour_scale(grids: Sequence[Grid]) -> Scale:
    """One for all: even from the least to the greatest share, unless some map would be all dark."""
    shown = [grid for grid in grids if grid.trials]
    low = min((grid.ends[0] for grid in shown), default=0.0)
    high = max((grid.ends[1] for grid in shown), default=0.0)
    even = high > 0 and all(grid.middle >= UNEVEN_BELOW * high for grid in shown)
    middle = (low + high) / 2
    plays = min((grid.trials for grid in shown), default=0)
    error = sqrt(max(0.0, middle * (1 - middle)) / plays) if plays and middle < 1 else 0.0
    if even:
        half = max((high - low) / 2, ERRORS_ACROSS * error / 2)
        low, high = max(0.0, middle - half), middle + half
    else:
        low = 0.0
    return Scale(low, high or 1.0, even, 1.96 * error)


def share_text(share: float) -> str:
    """``8.8 %`` or ``0.032 %``: two significant digits; three where that is not enough."""
    percent = float(f"{share * 100:.{2 if share < 0.1 else 3}g}")
    return f"{percent:f}".rstrip("0").rstrip(".") + " %"


def heatmap_chart(grids: Sequence[Grid], title: str, axes: tuple[Axis, Axis] | None = None) -> Spec:
    """Heatmaps side by side on one colour scale, in % of each variant's plays.

    With `axes` they are no maps of the board: both sides have titles and numbers.
    """
    scale = colour_scale(grids)
    side = WIDE_SIDE if axes else SIDE
    color = alt.Color(
        "share:Q",
        title=["% of plays"] if scale.even else ["% of plays", "(cube root)"],
        scale=alt.Scale(scheme="viridis", domain=[scale.low, scale.high])
        if scale.even
        else alt.Scale(type="pow", exponent=1 / 3, scheme="viridis", domain=[0, scale.high]),
        legend=alt.Legend(format="~p", gradientLength=SIDE, tickCount=5),
    )
    charts = [_map(grid, color, side, axes) for grid in grids]
    chart = alt.concat(*charts, columns=3, spacing=26).resolve_scale(color="shared")
    room = side + (120 if axes else 50)
    described = "shares of the plays over two axes" if axes else "a map of the board"
    return to_spec(chart, f"{title}: {described} for each variant", columnWidth=room)


def _map(grid: Grid, color: alt.Color, side: int, axes: tuple[Axis, Axis] | None) -> Any:
    height, width = len(grid.cells), len(grid.cells[0])
    step = max(2, side // max(height, width))
    across, down = axes or BOARD
    rows = [
        {
            "x": x + across.first,
            "y": y + down.first,
            "share": count / grid.trials if grid.trials else 0.0,
            "count": count,
        }
        for y, line in enumerate(grid.cells)
        for x, count in enumerate(line)
    ]
    least, most = map(share_text, grid.ends)
    between = f"{least} to {most}" if grid.ends[0] else f"at most {most}"
    start = "" if axes else " (from 0)"
    chart = (
        alt.Chart(
            rows_data(rows),
            title=alt.TitleParams(_lines(grid.name), subtitle=between),
        )
        .mark_rect(stroke=None)
        .encode(
            x=alt.X("x:O", axis=_axis(axes and across, width)),
            y=alt.Y("y:O", axis=_axis(axes and down, height)),
            color=color,
            tooltip=[
                alt.Tooltip("x:Q", title=across.title + start),
                alt.Tooltip("y:Q", title=down.title + start),
                alt.Tooltip("share:Q", title="% of plays", format=".2%"),
                alt.Tooltip("count:Q", title="Counted" if axes else "Plays", format=","),
            ],
        )
        .properties(width=step * width, height=step * height)
    )
    return _linked(chart, grid.link) if grid.link else chart


def _axis(axis: Axis | None, length: int) -> alt.Axis:
    """One to be read, with a number every so often; the rim of a board has none."""
    if axis is None:
        return alt.Axis(labels=False, ticks=False, domain=False, title=None, grid=False, offset=0)
    every = next(step for step in (1, 2, 5, 10, 20, 50, 10**9) if length <= 12 * step)
    values = [n for n in range(axis.first, axis.first + length) if n % every == 0]
    return alt.Axis(title=axis.title, values=values, labelAngle=0, ticks=False, domain=False)


def _lines(text: str, width: int = 27) -> list[str]:
    """A chart's title on lines, none left out: names may differ at their ends only."""
    return wrap(text, width) or [text]


def _linked(chart: Any, link: str) -> Any:
    """Each cell that was counted leads to ``LINK&row=…&column=…``."""
    address = f"{json.dumps(link)} + '&row=' + datum.y + '&column=' + datum.x"
    return chart.transform_calculate(link=f"datum.count ? {address} : null").encode(
        href=alt.Href("link:N")
    )
