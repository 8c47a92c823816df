"""Where on the board it happened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

import altair as alt

from backend.lab.charts.theme import Spec, to_spec


@dataclass(frozen=True, slots=True)
class Grid:
    """How often each cell was counted, row by row, in `trials` plays.

    `link`, where a cell leads to plays counted in it, is an address that row and column end.
    """

    name: str
    cells: Sequence[Sequence[int]]
    trials: int
    link: str = ""


def _lines(text: str, width: int = 27) -> list[str]:
    """A chart's title on a few lines; Vega breaks none by itself."""
    return wrap(text, width, max_lines=4, placeholder=" …") or [text]


def highest_share(grid: Grid) -> float:
    """That of the cell most often counted, 0 … 1."""
    return max(map(max, grid.cells)) / grid.trials if grid.trials else 0.0


def share_text(share: float) -> str:
    """``8.8 %`` or ``0.032 %``: two significant digits."""
    percent = float(f"{share * 100:.2g}")
    return f"{percent:f}".rstrip("0").rstrip(".") + " %"


def heatmap_chart(grids: Sequence[Grid], title: str) -> Spec:
    """Heatmaps side by side on one colour scale, in % of each variant's plays.

    The scale grows with the cube root, so that a variant with few counts is not all black
    beside one with many.
    """
    top = max(map(highest_share, grids), default=0.0)
    side = 200
    color = alt.Color(
        "share:Q",
        title=["% of plays", "(cube root)"],
        scale=alt.Scale(type="pow", exponent=1 / 3, scheme="viridis", domain=[0, top or 1.0]),
        legend=alt.Legend(format="~p", gradientLength=side, tickCount=5),
    )
    charts = []
    for grid in grids:
        height, width = len(grid.cells), len(grid.cells[0])
        step = max(2, side // max(height, width))
        rows = [
            {"x": x, "y": y, "share": count / grid.trials if grid.trials else 0.0, "count": count}
            for y, line in enumerate(grid.cells)
            for x, count in enumerate(line)
        ]
        axis = alt.Axis(labels=False, ticks=False, domain=False, title=None, grid=False, offset=0)
        charts.append(
            alt.Chart(
                alt.Data(values=rows),
                title=alt.TitleParams(
                    _lines(grid.name), subtitle=f"at most {share_text(highest_share(grid))}"
                ),
            )
            .mark_rect(stroke=None)
            .encode(
                x=alt.X("x:O", axis=axis),
                y=alt.Y("y:O", axis=axis),
                color=color,
                tooltip=[
                    alt.Tooltip("x:Q", title="Column (from 0)"),
                    alt.Tooltip("y:Q", title="Row (from 0)"),
                    alt.Tooltip("share:Q", title="% of plays", format=".2%"),
                    alt.Tooltip("count:Q", title="Plays", format=","),
                ],
            )
            .properties(width=step * width, height=step * height)
        )
        if grid.link:
            charts[-1] = _linked(charts[-1], grid.link)
    chart = alt.concat(*charts, columns=3, spacing=26).resolve_scale(color="shared")
    return to_spec(chart, f"{title}: a map of the board for each variant", columnWidth=side + 50)


def _linked(chart: alt.Chart, link: str) -> alt.Chart:
    """Each cell that was counted leads to ``LINK&row=…&column=…``."""
    address = f"{json.dumps(link)} + '&row=' + datum.y + '&column=' + datum.x"
    return chart.transform_calculate(link=f"datum.count ? {address} : null").encode(
        href=alt.Href("link:N")
    )
