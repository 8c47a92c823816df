"""The headline along one rule, or over two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import altair as alt

from backend.lab.charts.theme import FIT, PALETTE, Spec, around_zero, rows_data, to_spec, with_unit

CLOSEST = 1 / 12
"""Of the whole width: where two values would lie closer, all are set equally far apart."""


@dataclass(frozen=True, slots=True)
class Point:
    """A variant's place and its headline: a proportion (0 … 1) or a mean, with its interval
    (or None, of too few plays).

    `y` is used in a grid only; `shown` and `interval` are in the digits they deserve.
    """

    x: Any
    y: Any
    value: float
    low: float | None
    high: float | None
    shown: str
    interval: str


def sweep_chart(
    points: Sequence[Point], rule: str, title: str, *, percent: bool, unit: str
) -> Spec:
    """A line along the rule's values, each with its interval; to scale where there is room."""
    ends = [end for p in points for end in (p.low, p.high, p.value) if end is not None]
    low, high = min(ends), max(ends)
    words = f"{title}, % of plays" if percent else with_unit(title, unit)
    rows = [
        {
            "x": p.x,
            "value": p.value,
            "low": p.low,
            "high": p.high,
            "shown": p.shown,
            "interval": p.interval,
        }
        for p in points
    ]
    domain = [0.0, min(1.0, max(high * 1.12, 0.01))] if percent else around_zero(low, high)
    spans = [row for row in rows if row["low"] is not None]
    values = [p.x for p in points]
    x = (
        alt.X("x:O", title=f"{rule} (not to scale)", axis=alt.Axis(format="d", labelAngle=0))
        if _crowded(values)
        else alt.X(
            "x:Q",
            title=rule,
            axis=alt.Axis(values=values, format="d", grid=False),
            scale=alt.Scale(zero=False, nice=False, padding=24),
        )
    )
    base, wide = (
        alt.Chart(rows_data(some)).encode(
            x=x,
            tooltip=[
                alt.Tooltip("x:Q", title=rule, format="d"),
                alt.Tooltip("shown:N", title=title),
                alt.Tooltip("interval:N", title="95 % interval"),
            ],
        )
        for some in (rows, spans)
    )
    y = alt.Y(
        "value:Q",
        title=words,
        scale=alt.Scale(domain=domain, nice=True),
        axis=alt.Axis(format=".0%" if percent else ",~r"),
    )
    chart = alt.layer(
        base.mark_line(color=PALETTE[0], strokeWidth=2).encode(y=y),
        wide.mark_rule(color=PALETTE[0], strokeWidth=3).encode(y=alt.Y("low:Q"), y2="high:Q"),
        base.mark_point(color=PALETTE[0], fill=PALETTE[0], size=60, opacity=1).encode(y=y),
        base.mark_text(dy=-16, fontSize=13, fontWeight=600).encode(y=y, text="shown:N"),
    ).properties(width="container", height=280, autosize=FIT)
    return to_spec(chart, f"{title} along {rule}, with 95 % intervals")


def grid_chart(
    points: Sequence[Point], rules: tuple[str, str], title: str, *, percent: bool
) -> Spec:
    """A cell for each combination of two rules, coloured and written on by its headline."""
    rows = [
        {
            "x": str(p.x),
            "y": str(p.y),
            "value": p.value,
            "shown": p.shown,
            "interval": p.interval,
            "dark": p.value < _middle(points),
        }
        for p in points
    ]
    xs, ys = (list(dict.fromkeys(str(row[key]) for row in rows)) for key in "xy")
    base = alt.Chart(rows_data(rows)).encode(
        x=alt.X("x:N", title=rules[0], sort=xs, axis=alt.Axis(labelAngle=0, ticks=False)),
        y=alt.Y("y:N", title=rules[1], sort=ys[::-1], axis=alt.Axis(ticks=False)),
        tooltip=[
            alt.Tooltip("x:N", title=rules[0]),
            alt.Tooltip("y:N", title=rules[1]),
            alt.Tooltip("shown:N", title=title),
            alt.Tooltip("interval:N", title="95 % interval"),
        ],
    )
    cells = base.mark_rect(stroke="#ffffff", strokeWidth=2).encode(
        color=alt.Color(
            "value:Q",
            title=title,
            scale=alt.Scale(scheme="viridis"),
            legend=alt.Legend(format=".0%" if percent else ",~r", columns=1),
        )
    )
    texts = base.mark_text(fontSize=13, fontWeight=600).encode(
        text="shown:N",
        color=alt.condition("datum.dark", alt.value("#ffffff"), alt.value("#000000")),
    )
    chart = alt.layer(cells, texts).properties(
        width="container", height=max(120, 46 * len(ys)), autosize=FIT
    )
    return to_spec(chart, f"{title} over {rules[0]} and {rules[1]}")


def _crowded(values: Sequence[float]) -> bool:
    """Whether labels of neighbours would touch if the values were drawn to scale."""
    ordered = sorted(values)
    gaps = [after - before for before, after in pairwise(ordered)]
    return bool(gaps) and min(gaps) < CLOSEST * (ordered[-1] - ordered[0])


def _middle(points: Sequence[Point]) -> float:
    """Below it viridis is dark."""
    values = [p.value for p in points]
    return min(values) + 0.6 * (max(values) - min(values))
