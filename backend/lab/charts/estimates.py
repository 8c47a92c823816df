"""Rates and means with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import altair as alt

from backend.lab.charts.theme import (
    FIT,
    INK,
    LINE,
    PALETTE,
    QUIET,
    Spec,
    around_zero,
    names,
    rows_data,
    to_spec,
    with_unit,
    wrap,
)

Align = Literal["left", "center", "right"]
Who = Literal["simulation", "people", "synthetic"]

LOOKS: dict[Who, tuple[str, str, str]] = {
    "simulation": ("Simulated plays", PALETTE[0], "circle"),
    "people": ("People’s sessions", PALETTE[2], "square"),
    "synthetic": ("Sessions of synthetic people", PALETTE[3], "triangle-up"),
}
"""Who played, in words, with a colour and a shape: either tells them apart alone."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A proportion (0 … 1) or a mean with its interval; `replicates` are the runs' own.

    `exact` is the true value where it is known; `shown` and `interval` are value and interval
    in the digits they deserve. Without an interval, its ends are None.
    """

    name: str
    value: float
    low: float | None
    high: float | None
    n: int
    replicates: Sequence[float]
    shown: str
    interval: str
    exact: float | None = None
    who: Who = "simulation"


def _label_align(share: float) -> Align:
    """How a label at this share of the axis is set to stay between its ends, also on a phone."""
    return "left" if share < 0.25 else "right" if share > 0.75 else "center"


def estimates_chart(
    estimates: Sequence[Estimate],
    title: str,
    *,
    percent: bool,
    unit: str,
    sides: tuple[str, str] | None = None,
) -> Spec:
    """One row for each variant: the estimate, its interval and the replicates' own values.

    With `sides` (see `engines.Metric`) a line at 0 parts them. Where not all are of one kind, a
    legend says who played.
    """
    places = list(range(len(estimates)))
    ends = [end for one in estimates for end in (one.low, one.high, one.value) if end is not None]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    if percent:
        form, exact = (".0%" if high > 0.05 else ".1%"), ".2%"
        domain = [0.0, min(1.0, max(high * 1.12, 0.01))]
        words: Any = f"{title}, % of {_counted(estimates)}"
    else:
        form, exact = ("+,~r", "+,.4~r") if sides else (",~r", ",.4~r")
        domain, words = around_zero(low, high), with_unit(title, unit)
        if sides:
            words = [words, f"◂ {sides[1]} ahead   |   {sides[0]} ahead ▸"]
    span = domain[1] - domain[0] or 1.0
    aligns = [_label_align((one.value - domain[0]) / span) for one in estimates]
    rows = [
        {
            "place": place,
            "variant": one.name,
            "value": one.value,
            "low": one.low,
            "high": one.high,
            "n": one.n,
            "kind": LOOKS[one.who][0],
            "label": one.shown,
            "interval": one.interval,
        }
        for place, one in enumerate(estimates)
    ]
    x = alt.X(
        "value:Q",
        title=words,
        scale=alt.Scale(domain=domain, nice=True),
        axis=alt.Axis(format=form, tickCount=6, titleLineHeight=18),
    )
    y = alt.Y(
        "place:N",
        title=None,
        sort=places,
        axis=alt.Axis(
            ticks=False,
            domain=False,
            labelPadding=10,
            labelExpr=names([wrap(one.name, LINE) for one in estimates]),
        ),
        scale=alt.Scale(domain=places),
    )
    tooltip = [
        alt.Tooltip("variant:N", title="Variant"),
        alt.Tooltip("label:N", title=title),
        alt.Tooltip("interval:N", title="95 % interval"),
        alt.Tooltip("n:Q", title=_counted(estimates).capitalize(), format=","),
    ]
    looks = [look for who, look in LOOKS.items() if any(one.who == who for one in estimates)]
    kinds, colors, shapes = (
        list(part) for part in zip(*looks or [LOOKS["simulation"]], strict=True)
    )
    legend = alt.Legend(title=None, orient="top") if len(kinds) > 1 else None
    color = alt.Color(
        "kind:N", title="Kind", scale=alt.Scale(domain=kinds, range=colors), legend=legend
    )
    shape = alt.Shape(
        "kind:N", title="Kind", scale=alt.Scale(domain=kinds, range=shapes), legend=legend
    )
    base = alt.Chart(rows_data(rows)).encode(y=y, color=color)
    spans = [row for row in rows if row["low"] is not None]
    wide = alt.Chart(rows_data(spans)).encode(y=y, color=color) if len(spans) < len(rows) else base
    interval = wide.mark_rule(strokeWidth=3).encode(
        x=alt.X("low:Q", title=words), x2="high:Q", tooltip=tooltip
    )
    ends = [
        wide.mark_tick(thickness=2, size=14).encode(x=alt.X(f"{end}:Q")) for end in ("low", "high")
    ]
    point = base.mark_point(filled=True, size=100, opacity=1).encode(
        x=x, shape=shape, tooltip=tooltip
    )
    labels = [
        alt.Chart(rows_data([row for row, its in zip(rows, aligns, strict=True) if its == align]))
        .mark_text(dy=-17, fontSize=13, fontWeight=600, align=align)
        .encode(x=alt.X("value:Q"), y=y, text="label:N")
        for align in sorted(set(aligns))
    ]
    layers = [interval, *ends, point, *labels]
    if any(len(one.replicates) > 1 for one in estimates):
        runs = [
            {"place": place, "variant": one.name, "value": value, "replicate": number}
            for place, one in enumerate(estimates)
            for number, value in enumerate(one.replicates, 1)
        ]
        dots = (
            alt.Chart(rows_data(runs))
            .mark_point(filled=False, color=QUIET, size=34, opacity=0.9, yOffset=15)
            .encode(
                x=alt.X("value:Q"),
                y=y,
                tooltip=[
                    alt.Tooltip("variant:N", title="Variant"),
                    alt.Tooltip("replicate:O", title="Replicate"),
                    alt.Tooltip("value:Q", title=title, format=exact),
                ],
            )
        )
        layers.insert(0, dots)
    known = [
        {"place": place, "variant": one.name, "exact": one.exact}
        for place, one in enumerate(estimates)
        if one.exact is not None
    ]
    if known:
        layers.append(
            alt.Chart(rows_data(known))
            .mark_point(shape="diamond", filled=False, color=PALETTE[1], size=150, strokeWidth=2)
            .encode(
                x=alt.X("exact:Q"),
                y=y,
                tooltip=[
                    alt.Tooltip("variant:N", title="Variant"),
                    alt.Tooltip("exact:Q", title="Exact", format=",.5~r"),
                ],
            )
        )
    if sides:
        even = alt.Chart(rows_data([{"even": 0}]))
        layers.insert(0, even.mark_rule(color=INK, strokeWidth=1).encode(x=alt.X("even:Q")))
    height = 60 * max(1, len(rows))
    chart = alt.layer(*layers).properties(width="container", height=height, autosize=FIT)
    return to_spec(chart, f"{title} of each variant with its 95 % interval")


def _counted(estimates: Sequence[Estimate]) -> str:
    """What the shares are of."""
    kinds = {one.who == "simulation" for one in estimates}
    return "plays or sessions" if len(kinds) > 1 else "sessions" if kinds == {False} else "plays"
