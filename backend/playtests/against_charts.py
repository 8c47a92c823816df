"""Charts of people against the simulation as Vega-Lite. Imports Altair: for admin pages only."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from backend.lab.charts.theme import FIT, INK, PALETTE, QUIET, Spec, rows_data, to_spec
from backend.playtests.statistics.fitting import Fit
from backend.playtests.statistics.leaving_out import Errors

PERCENT = alt.Axis(format=".0%")


def fit_chart(epsilons: Sequence[float], rates: Sequence[float], found: Fit) -> Spec:
    """The simulated rate by ε; people's rate as a band across; the fitted ε with its interval, if

    an ε explains people, else the nearest alone, or none where the rate does not depend on it.
    """
    top = min(1.0, 1.08 * max(*rates, found.people_high))
    y = alt.Y(
        "rate:Q", title="Sessions or plays that get stuck", axis=PERCENT,
        scale=alt.Scale(domain=[0, top]),
    )  # fmt: skip
    x = alt.X(
        "epsilon:Q", title="ε: share of decisions taken at random", scale=alt.Scale(domain=[0, 1])
    )
    curve = alt.Chart(
        rows_data([{"epsilon": e, "rate": r} for e, r in zip(epsilons, rates, strict=True)])
    )
    line = curve.mark_line(color=PALETTE[0], strokeWidth=2.5).encode(
        x=x,
        y=y,
        tooltip=[
            alt.Tooltip("epsilon:Q", title="ε", format=".2f"),
            alt.Tooltip("rate:Q", title="Simulated: stuck", format=".1%"),
        ],
    )
    people = {
        "epsilon": 0,
        "to": 1,
        "rate": found.people,
        "low": found.people_low,
        "high": found.people_high,
    }
    across = alt.Chart(rows_data([people]))
    tooltip = [
        alt.Tooltip("rate:Q", title="People: stuck", format=".1%"),
        alt.Tooltip("low:Q", title="from", format=".1%"),
        alt.Tooltip("high:Q", title="to", format=".1%"),
    ]
    area = across.mark_rect(color=PALETTE[1], opacity=0.18).encode(
        x=x, x2="to:Q", y=alt.Y("low:Q", title=None), y2="high:Q", tooltip=tooltip
    )
    middle = across.mark_rule(color=PALETTE[1], strokeWidth=2, strokeDash=[6, 3]).encode(
        x=x, x2="to:Q", y=y, tooltip=tooltip
    )
    label = across.mark_text(align="right", dx=-4, dy=-8, color=PALETTE[1]).encode(
        x=alt.X("to:Q"), y=y, text=alt.value("People")
    )
    layers = [area, middle, label, line]
    told = {"epsilon": found.epsilon, "low": found.low, "high": found.high, "rate": found.fitted}
    best = alt.Chart(rows_data([told]))
    tooltips = [alt.Tooltip("epsilon:Q", title="Fitted ε", format=".2f")]
    if found.explains:
        tooltips += [
            alt.Tooltip("low:Q", title="from", format=".2f"),
            alt.Tooltip("high:Q", title="to", format=".2f"),
        ]
        whisker = best.mark_rule(color=INK, strokeWidth=3)
        layers.append(whisker.encode(x=alt.X("low:Q"), x2="high:Q", y=y))
    if not found.flat:
        point = best.mark_point(color=INK, filled=True, size=90, opacity=1)
        layers.append(point.encode(x=x, y=y, tooltip=tooltips))
    chart = alt.layer(*layers).properties(width="container", height=280, autosize=FIT)
    return to_spec(chart, "Simulated stuck rate by ε, people's rate, and the ε that fits them")


def left_out_chart(errors: Errors) -> Spec:
    """A dot for each board: predicted from the others, and seen. On the line it was right."""
    rows = [
        {"predicted": one.predicted, "seen": one.seen, "sessions": one.sessions}
        for one in errors.boards
    ]
    top = min(1.0, 1.08 * max(max(row["predicted"], row["seen"]) for row in rows) + 0.01)
    scale = alt.Scale(domain=[0, top])
    line = (
        alt.Chart(rows_data([{"predicted": 0, "seen": 0}, {"predicted": top, "seen": top}]))
        .mark_line(color=QUIET, strokeDash=[5, 4], strokeWidth=1.5)
        .encode(x="predicted:Q", y="seen:Q")
    )
    dots = (
        alt.Chart(rows_data(rows))
        .mark_point(color=PALETTE[0], filled=True, opacity=0.8, size=90)
        .encode(
            x=alt.X(
                "predicted:Q", title="Predicted from the other boards", axis=PERCENT, scale=scale
            ),
            y=alt.Y("seen:Q", title="People’s stuck rate", axis=PERCENT, scale=scale),
            tooltip=[
                alt.Tooltip("predicted:Q", title="Predicted", format=".1%"),
                alt.Tooltip("seen:Q", title="Seen", format=".1%"),
                alt.Tooltip("sessions:Q", title="Sessions"),
            ],
        )
    )
    chart = alt.layer(line, dots).properties(width="container", height=280, autosize=FIT)
    return to_spec(chart, "Each board's stuck rate against its prediction from the other boards")
