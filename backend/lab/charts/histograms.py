"""How counted values spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from backend.lab.charts.theme import (
    DASHES,
    FIT,
    LINE,
    MAX_OVERLAID,
    PALETTE,
    Spec,
    names,
    rows_data,
    to_spec,
    with_unit,
    wrap,
)


@dataclass(frozen=True, slots=True)
class Bins:
    """How often 0, 1, 2, … was seen."""

    name: str
    bins: Sequence[int]


def histogram_chart(variants: Sequence[Bins], title: str, unit: str) -> Spec:
    """Step lines, one for each variant (at most `MAX_OVERLAID`): share of what was counted."""
    shown = [bins for bins in variants if sum(bins.bins)][:MAX_OVERLAID]
    places = list(range(len(shown)))
    last = max((len(bins.bins) for bins in shown), default=1)
    rows = [
        {
            "place": place,
            "variant": bins.name,
            "x": x,
            "share": (bins.bins[x] if x < len(bins.bins) else 0) / sum(bins.bins),
            "count": bins.bins[x] if x < len(bins.bins) else 0,
        }
        for place, bins in enumerate(shown)
        for x in range(last + 1)
    ]
    legend = alt.Legend(
        title=None,
        orient="top",
        direction="vertical",
        symbolSize=260,
        labelExpr=names([wrap(bins.name, LINE) for bins in shown]),
    )
    chart = (
        alt.Chart(rows_data(rows))
        .mark_line(interpolate="step", strokeWidth=2.5)
        .encode(
            x=alt.X(
                "x:Q",
                title=with_unit(title, unit),
                axis=alt.Axis(format="d", tickMinStep=1, tickCount=12, grid=False),
            ),
            y=alt.Y("share:Q", title="Share of the plays counted", axis=alt.Axis(format="%")),
            color=alt.Color(
                "place:N",
                sort=places,
                scale=alt.Scale(domain=places, range=list(PALETTE[: len(places)])),
                legend=legend,
            ),
            strokeDash=alt.StrokeDash(
                "place:N",
                sort=places,
                scale=alt.Scale(domain=places, range=[list(d) for d in DASHES[: len(places)]]),
                legend=legend,
            ),
            tooltip=[
                alt.Tooltip("variant:N", title="Variant"),
                alt.Tooltip("x:Q", title=title, format="d"),
                alt.Tooltip("share:Q", title="Share", format=".1%"),
                alt.Tooltip("count:Q", title="Plays", format=","),
            ],
        )
        .properties(width="container", height=280, autosize=FIT)
    )
    return to_spec(chart, f"{title}: how the counted plays spread, one line for each variant")
