"""What a tuning has measured: the headline against one rule, and the target as a band."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from backend.lab.charts.sweeps import Point
from backend.lab.charts.theme import FIT, PALETTE, Spec, around_zero, rows_data, to_spec, with_unit

BAND = "#009E73"


def tuning_chart(
    points: Sequence[Point],
    target: tuple[float, float],
    rule: str,
    title: str,
    *,
    percent: bool,
    unit: str,
    numbers: bool,
) -> Spec:
    """Each value tried with its interval; `numbers` is whether the rule is a whole number."""
    ends = [end for p in points for end in (p.low, p.high) if end is not None]
    low, high = min([*ends, target[0]]), max([*ends, target[1]])
    domain = [0.0, min(1.0, max(high * 1.12, 0.01))] if percent else around_zero(low, high)
    words = f"{title}, % of plays" if percent else with_unit(title, unit)
    scale = alt.Scale(domain=domain, nice=True)
    axis = alt.Axis(format=".0%" if percent else ",~r")
    rows = [
        {"x": p.x, "value": p.value, "low": p.low, "high": p.high, "shown": p.shown,
         "interval": p.interval}
        for p in points
    ]  # fmt: skip
    band = (
        alt.Chart(rows_data([{"from": target[0], "to": target[1]}]))
        .mark_rect(color=BAND, opacity=0.18)
        .encode(y=alt.Y("from:Q", title=words, scale=scale, axis=axis), y2="to:Q")
    )
    x = (
        alt.X(
            "x:Q",
            title=rule,
            axis=alt.Axis(format="d", tickMinStep=1, grid=False),
            scale=alt.Scale(zero=False, nice=False, padding=24),
        )
        if numbers
        else alt.X("x:N", title=rule, sort=None, axis=alt.Axis(labelAngle=0))
    )
    base = alt.Chart(rows_data(rows)).encode(
        x=x,
        tooltip=[
            alt.Tooltip("x:Q" if numbers else "x:N", title=rule),
            alt.Tooltip("shown:N", title=title),
            alt.Tooltip("interval:N", title="95 % interval"),
        ],
    )
    y = alt.Y("value:Q", scale=scale, title=words)
    chart = alt.layer(
        band,
        base.mark_rule(color=PALETTE[0], strokeWidth=3).encode(y=alt.Y("low:Q"), y2="high:Q"),
        base.mark_point(color=PALETTE[0], fill=PALETTE[0], size=60, opacity=1).encode(y=y),
    ).properties(width="container", height=280, autosize=FIT)
    return to_spec(chart, f"{title} against {rule}, with 95 % intervals and the target as a band")
