"""Charts as Vega-Lite specifications: pure functions from figures to JSON-ready dicts.

Only admin views import this module, because it imports Altair (0.3 s). Data are passed as
plain lists of dicts, so Altair needs neither pandas nor narwhals' frames.

Colours: the Okabe-Ito set for variants (Okabe & Ito, "Color Universal Design", 2008), each
with a dash pattern of its own, and viridis for amounts. Charts are drawn on white in the
light and in the dark theme, so that what is downloaded looks like what was seen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Literal

import altair as alt

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D1F")
DASHES = ((1, 0), (6, 3), (2, 2), (8, 3, 2, 3), (10, 4), (4, 4), (1, 3), (12, 3, 3, 3))
INK, QUIET, GRID = "#1f2b30", "#56646b", "#e5e3dd"
FIT = alt.AutoSizeParams(type="fit-x", contains="padding")
FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
MAX_OVERLAID = len(PALETTE)
"""More step lines than this in one chart can't be told apart."""

CONFIG: dict[str, Any] = {
    "background": "#ffffff",
    "font": FONT,
    "padding": 8,
    "view": {"stroke": None},
    "axis": {
        "labelFontSize": 13,
        "titleFontSize": 13,
        "titleFontWeight": 600,
        "titlePadding": 10,
        "labelColor": INK,
        "titleColor": INK,
        "gridColor": GRID,
        "domainColor": QUIET,
        "tickColor": QUIET,
    },
    "legend": {
        "labelFontSize": 13,
        "titleFontSize": 13,
        "titleFontWeight": 600,
        "labelColor": INK,
        "titleColor": INK,
        "columns": 2,
        "labelLimit": 320,
        "titleLimit": 320,
        "symbolStrokeWidth": 3,
    },
    "title": {
        "fontSize": 14,
        "fontWeight": 600,
        "color": INK,
        "subtitleFontSize": 13,
        "subtitleColor": QUIET,
        "anchor": "start",
        "limit": 250,
    },
    "text": {"fontSize": 13, "color": INK},
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A proportion (0 … 1) or a mean with its interval; `replicates` are the runs' own.

    `exact` is the true value where it is known; `shown` and `interval` are value and interval
    in the digits they deserve.
    """

    name: str
    value: float
    low: float
    high: float
    n: int
    replicates: Sequence[float]
    shown: str
    interval: str
    exact: float | None = None


@dataclass(frozen=True, slots=True)
class Bins:
    """How often 0, 1, 2, … was seen."""

    name: str
    bins: Sequence[int]


@dataclass(frozen=True, slots=True)
class Grid:
    """How often each cell was counted, row by row, in `trials` plays."""

    name: str
    cells: Sequence[Sequence[int]]
    trials: int


Spec = dict[str, Any]
Align = Literal["left", "center", "right"]


def _spec(chart: Any, description: str, **usermeta: Any) -> Spec:
    """The chart as JSON, with a description for screen readers."""
    spec: Spec = chart.configure(**CONFIG).to_dict()
    spec["description"] = description
    if usermeta:
        spec["usermeta"] = usermeta
    return spec


def _with_unit(title: str, unit: str) -> str:
    """The title, and the unit where the title does not name it already."""
    return title if not unit or unit.lower() in title.lower() else f"{title} ({unit})"


def _lines(text: str, width: int = 27) -> list[str]:
    """A chart's title on a few lines; Vega breaks none by itself."""
    return wrap(text, width, max_lines=4, placeholder=" …") or [text]


def _names(names: Sequence[str]) -> str:
    """The Vega expression that gives a variant's name by its place.

    Marks are keyed by the place: two variants of one name must not become one.
    """
    return f"{json.dumps(list(names))}[datum.value]"


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

    With `sides` (see `engines.Metric`) a line at 0 parts them.
    """
    places = list(range(len(estimates)))
    low = min((one.low for one in estimates), default=0.0)
    high = max((one.high for one in estimates), default=1.0)
    if percent:
        form, exact = (".0%" if high > 0.05 else ".1%"), ".2%"
        domain = [0.0, min(1.0, max(high * 1.12, 0.01))]
        words: Any = f"{title}, % of plays"
    else:
        form, exact = ("+~g", "+.4~g") if sides else ("~g", ".4~g")
        domain, words = _around_zero(low, high), _with_unit(title, unit)
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
            "plays": one.n,
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
            labelExpr=_names([one.name for one in estimates]),
        ),
        scale=alt.Scale(domain=places),
    )
    tooltip = [
        alt.Tooltip("variant:N", title="Variant"),
        alt.Tooltip("label:N", title=title),
        alt.Tooltip("interval:N", title="95 % interval"),
        alt.Tooltip("plays:Q", title="Plays", format=","),
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(y=y)
    interval = base.mark_rule(color=PALETTE[0], strokeWidth=3).encode(
        x=alt.X("low:Q", title=words), x2="high:Q", tooltip=tooltip
    )
    ends = [
        base.mark_tick(color=PALETTE[0], thickness=2, size=14).encode(x=alt.X(f"{end}:Q"))
        for end in ("low", "high")
    ]
    point = base.mark_point(color=PALETTE[0], fill=PALETTE[0], size=60, opacity=1).encode(
        x=x, tooltip=tooltip
    )
    labels = [
        alt.Chart(
            alt.Data(values=[row for row, its in zip(rows, aligns, strict=True) if its == align])
        )
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
            alt.Chart(alt.Data(values=runs))
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
            alt.Chart(alt.Data(values=known))
            .mark_point(shape="diamond", filled=False, color=PALETTE[1], size=150, strokeWidth=2)
            .encode(
                x=alt.X("exact:Q"),
                y=y,
                tooltip=[
                    alt.Tooltip("variant:N", title="Variant"),
                    alt.Tooltip("exact:Q", title="Exact", format=".5~g"),
                ],
            )
        )
    if sides:
        even = alt.Chart(alt.Data(values=[{"even": 0}]))
        layers.insert(0, even.mark_rule(color=INK, strokeWidth=1).encode(x=alt.X("even:Q")))
    height = 60 * max(1, len(rows))
    chart = alt.layer(*layers).properties(width="container", height=height, autosize=FIT)
    return _spec(chart, f"{title} of each variant with its 95 % interval")


def _around_zero(low: float, high: float) -> list[float]:
    """An axis that holds 0, these ends and a little more."""
    ends = [min(low * 1.12, 0.0), max(high * 1.12, 0.0)]
    return ends if ends[0] < ends[1] else [0.0, 0.01]


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
        labelExpr=_names([bins.name for bins in shown]),
    )
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_line(interpolate="step", strokeWidth=2.5)
        .encode(
            x=alt.X(
                "x:Q",
                title=_with_unit(title, unit),
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
    return _spec(chart, f"{title}: how the counted plays spread, one line for each variant")


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
    chart = alt.concat(*charts, columns=3, spacing=26).resolve_scale(color="shared")
    return _spec(chart, f"{title}: a map of the board for each variant", columnWidth=side + 50)
