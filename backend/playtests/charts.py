"""Charts of recorded play as Vega-Lite specifications. Imports Altair: for admin pages only."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from backend.lab.charts.theme import (
    DASHES,
    FIT,
    INK,
    LINE,
    PALETTE,
    Spec,
    names,
    rows_data,
    to_spec,
    wrap,
)
from backend.playtests.reading import Entry, Reading
from backend.statistics.survival import Survived

PERCENT = alt.Axis(format=".0%")


def moves_chart(by_move: Sequence[tuple[int, int]]) -> Spec:
    """The share of stalls among the timed moves with each number."""
    rows = [
        {"move": nth, "share": stalls / timed, "stalls": stalls, "timed": timed}
        for nth, (timed, stalls) in enumerate(by_move, 1)
        if timed
    ]
    chart = (
        alt.Chart(rows_data(rows))
        .mark_bar(color=PALETTE[0])
        .encode(
            x=alt.X("move:O", title="Move number", axis=alt.Axis(labelOverlap=True, labelAngle=0)),
            y=alt.Y("share:Q", title="Stalls, % of moves", axis=PERCENT),
            tooltip=[
                alt.Tooltip("move:Q", title="Move number"),
                alt.Tooltip("share:Q", title="Stalls", format=".1%"),
                alt.Tooltip("stalls:Q", title="Stalls"),
                alt.Tooltip("timed:Q", title="Timed moves"),
            ],
        )
        .properties(width="container", height=200, autosize=FIT)
    )
    return to_spec(chart, "Share of moves that were stalls, by move number")


def survival_chart(curve: Sequence[Survived]) -> Spec:
    """The share of sessions without a stall so far, with its interval."""
    rows = [
        {"move": one.time, "share": one.share, "low": one.low, "high": one.high} for one in curve
    ]
    base = alt.Chart(rows_data(rows)).encode(
        x=alt.X("move:Q", title="Moves made", axis=alt.Axis(tickMinStep=1, grid=False)),
        tooltip=[
            alt.Tooltip("move:Q", title="Moves made"),
            alt.Tooltip("share:Q", title="No stall yet", format=".1%"),
            alt.Tooltip("low:Q", title="from", format=".1%"),
            alt.Tooltip("high:Q", title="to", format=".1%"),
        ],
    )
    y = alt.Y(
        "share:Q", title="Sessions without a stall", axis=PERCENT, scale=alt.Scale(domain=[0, 1])
    )
    band = base.mark_area(interpolate="step-after", color=PALETTE[0], opacity=0.18)
    line = base.mark_line(interpolate="step-after", color=PALETTE[0], strokeWidth=2.5)
    chart = alt.layer(
        band.encode(y=alt.Y("low:Q", title=None), y2="high:Q"), line.encode(y=y)
    ).properties(width="container", height=240, autosize=FIT)
    return to_spec(chart, "Share of sessions without a stall, by moves made, with 95 % intervals")


def survivals_chart(curves: Sequence[tuple[str, Sequence[Survived]]]) -> Spec:
    """Curves of several groups, by name, over each other: at most as many as there are colours."""
    rows = [
        {"group": at, "move": one.time, "share": one.share, "at_risk": one.at_risk}
        for at, (_, curve) in enumerate(curves)
        for one in curve
    ]
    places, labels = list(range(len(curves))), names([name for name, _ in curves])
    lines = names([wrap(name, LINE) for name, _ in curves])
    legend = alt.Legend(title=None, orient="top", labelExpr=lines, symbolType="stroke")
    chart = (
        alt.Chart(rows_data(rows))
        .mark_line(interpolate="step-after", strokeWidth=2.5)
        .transform_calculate(name=labels.replace("datum.value", "datum.group"))
        .encode(
            x=alt.X("move:Q", title="Moves made", axis=alt.Axis(tickMinStep=1, grid=False)),
            y=alt.Y(
                "share:Q",
                title="Sessions without a stall",
                axis=PERCENT,
                scale=alt.Scale(domain=[0, 1]),
            ),
            color=alt.Color(
                "group:N",
                scale=alt.Scale(domain=places, range=list(PALETTE[: len(curves)])),
                legend=legend,
            ),
            strokeDash=alt.StrokeDash(
                "group:N",
                scale=alt.Scale(domain=places, range=[list(d) for d in DASHES[: len(curves)]]),
                legend=legend,
            ),
            tooltip=[
                alt.Tooltip("name:N", title="Variant"),
                alt.Tooltip("move:Q", title="Moves made"),
                alt.Tooltip("share:Q", title="No stall yet", format=".1%"),
                alt.Tooltip("at_risk:Q", title="Sessions still watched"),
            ],
        )
        .properties(width="container", height=260, autosize=FIT)
    )
    return to_spec(chart, "Share of sessions without a stall, by moves made, for each group")


def funnel_chart(stages: Sequence[tuple[str, int]]) -> Spec:
    """A bar for each stage: the sessions that came to it."""
    rows = [{"stage": stage, "sessions": sessions} for stage, sessions in stages]
    base = alt.Chart(rows_data(rows)).encode(
        x=alt.X("sessions:Q", title="Sessions", axis=alt.Axis(tickMinStep=1)),
        y=alt.Y("stage:N", title=None, sort=None, axis=alt.Axis(ticks=False)),
    )
    bars = base.mark_bar(color=PALETTE[0], height=18)
    texts = base.mark_text(align="left", dx=5).encode(text=alt.Text("sessions:Q", format=","))
    chart = alt.layer(bars, texts).properties(
        width="container", height=34 * len(rows), autosize=FIT
    )
    return to_spec(chart, "How many sessions came to each stage")


KINDS = ("move", "stall", "undo", "hint")


def think_chart(entries: Sequence[Entry], found: Reading) -> Spec:
    """A session's think times, entry by entry; stalls stand out, a line shows the threshold."""
    stalls = {stall.number for stall in found.stalls}
    rows = [
        {
            "number": entry.number,
            "seconds": entry.think_ms / 1000,
            "kind": "stall" if entry.number in stalls else entry.kind,
            "locus": entry.locus.replace(":", " "),
        }
        for entry in entries
        if entry.think_ms is not None
    ]
    bars = (
        alt.Chart(rows_data(rows))
        .mark_bar(binSpacing=1)
        .encode(
            x=alt.X("number:O", title="Step", axis=alt.Axis(labelOverlap=True, labelAngle=0)),
            y=alt.Y("seconds:Q", title="Think time, s"),
            color=alt.Color(
                "kind:N",
                scale=alt.Scale(domain=list(KINDS), range=[PALETTE[i] for i in (0, 1, 3, 2)]),
                legend=alt.Legend(title=None, orient="top"),
            ),
            tooltip=[
                alt.Tooltip("number:Q", title="Step"),
                alt.Tooltip("kind:N", title="Kind"),
                alt.Tooltip("locus:N", title="Where"),
                alt.Tooltip("seconds:Q", title="Think time, s", format=".1f"),
            ],
        )
    )
    layers = [bars]
    if found.threshold_ms is not None:
        line = alt.Chart(rows_data([{"seconds": found.threshold_ms / 1000}]))
        rule = line.mark_rule(color=INK, strokeDash=[5, 4]).encode(y="seconds:Q")
        layers.append(rule)
    chart = alt.layer(*layers).properties(width="container", height=180, autosize=FIT)
    return to_spec(chart, "Think time of each step; stalls have a colour of their own")
