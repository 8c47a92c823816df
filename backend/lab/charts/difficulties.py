"""How the measured difficulty of boards spreads, and the band of a level among them."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from backend.lab.charts.theme import FIT, PALETTE, Spec, rows_data, to_spec
from backend.lab.charts.tuning import BAND

BINS = 24


def difficulties_chart(values: Sequence[float], band: tuple[float, float] | None) -> Spec:
    """A bar for each of up to `BINS` equal steps from the least value to the greatest."""
    scale = alt.Scale(zero=False, nice=True)
    axis = alt.Axis(grid=False)
    x = alt.X("from:Q", title="Measured difficulty of a board", axis=axis, scale=scale)
    y = alt.Y("boards:Q", title="Boards", axis=alt.Axis(format="d", tickMinStep=1))
    bars = (
        alt.Chart(rows_data(_bins(values)))
        .mark_rect(color=PALETTE[0], stroke="#ffffff")
        .encode(
            x=x,
            x2="to:Q",
            y=y,
            y2=alt.Y2Datum(0),
            tooltip=[
                alt.Tooltip("from:Q", title="From", format=".3~g"),
                alt.Tooltip("to:Q", title="to", format=".3~g"),
                alt.Tooltip("boards:Q", title="Boards"),
            ],
        )
    )
    layers = [bars]
    if band is not None:
        shown = [{"from": band[0], "to": band[1]}]
        area = alt.Chart(rows_data(shown)).mark_rect(color=BAND, opacity=0.18)
        layers.insert(0, area.encode(x=x, x2="to:Q"))
    chart = alt.layer(*layers).properties(width="container", height=220, autosize=FIT)
    return to_spec(chart, "How the measured difficulty of boards spreads, with the level's band")


def _bins(values: Sequence[float]) -> list[dict[str, float]]:
    low, high = min(values), max(values)
    step = (high - low) / BINS or 1.0
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, int((value - low) / step))] += 1
    return [
        {"from": low + step * at, "to": low + step * (at + 1), "boards": count}
        for at, count in enumerate(counts)
        if count
    ]
