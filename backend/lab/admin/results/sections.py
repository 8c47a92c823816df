"""Charts, each with its figures beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backend.lab import charts
from backend.lab.admin import words
from backend.lab.differences import rule_labels, show, written_out
from backend.lab.grids import find_grid, find_sweep
from engines import Game, Metric
from engines.metrics import Axis

Context = dict[str, Any]

MAX_HEATMAPS = 12
MOST_COLUMNS = 5
"""More columns of figures than this don't fit beside each other: they go into another table."""

MAX_TABLE_CELLS = 12_000
"""A table with more cells than this is not shown; the numbers are in the JSON results."""


def headline_chart(headline: Metric, variants: Sequence[Context]) -> charts.Spec:
    estimates = []
    for variant in variants:
        summary = variant["metrics"][headline.key]
        if summary["value"] is None:
            continue
        runs = [one["metrics"][headline.key]["value"] for one in variant["replicates"]]
        estimates.append(
            charts.Estimate(
                variant["title"],
                summary["value"],
                summary["low"],
                summary["high"],
                summary["n"],
                [value for value in runs if value is not None],
                words.figure(headline, summary),
                words.interval(headline, summary),
                variant["exact"].get(headline.key),
            )
        )
    return charts.estimates_chart(
        estimates,
        headline.title,
        percent=headline.kind == "proportion",
        unit=headline.unit,
        sides=headline.sides,
    )


def rule_charts(game: Game, headline: Metric, variants: Sequence[Context]) -> Context:
    """The headline along the one rule, or over the two, that differ; nothing if it is not so."""
    rules = [written_out(game, variant["rules"]) for variant in variants]
    policies = [variant["policy"] for variant in variants]
    summaries = [variant["metrics"][headline.key] for variant in variants]
    if any(summary["value"] is None for summary in summaries):
        return {}

    def point(position: int, x: Any, y: Any = None) -> charts.Point:
        one = summaries[position]
        place = x if isinstance(x, int) and not isinstance(x, bool) else show(x)
        shown = words.figure(headline, one), words.interval(headline, one)
        return charts.Point(place, show(y), one["value"], one["low"], one["high"], *shown)

    labels, percent = rule_labels(game), headline.kind == "proportion"
    if sweep := find_sweep(rules, policies):
        points = [point(at, x) for x, at in zip(sweep.values, sweep.positions, strict=True)]
        line = charts.sweep_chart(
            points, labels[sweep.rule], headline.title, percent=percent, unit=headline.unit
        )
        return {"chart-sweep": line}
    if grid := find_grid(rules, policies):
        points = [
            point(at, x, y)
            for y, row in zip(grid.ys, grid.positions, strict=True)
            for x, at in zip(grid.xs, row, strict=True)
        ]
        names = (labels[grid.x_rule], labels[grid.y_rule])
        return {"chart-grid": charts.grid_chart(points, names, headline.title, percent=percent)}
    return {}


def off_the_map(game: Game, headline: Metric, variants: Sequence[Context]) -> str:
    """The baseline in words, where it is not on the map of two rules that all others fill."""
    rules = [written_out(game, variant["rules"]) for variant in variants]
    grid = find_grid(rules, [variant["policy"] for variant in variants])
    if grid is None or not grid.apart:
        return ""
    baseline, labels = variants[0], rule_labels(game)
    lies = [f"{labels[name]} {show(rules[0][name])}" for name in (grid.x_rule, grid.y_rule)]
    told = words.stated(headline, baseline["metrics"][headline.key])
    return f"{words.baseline(baseline['title'])} lies off this map ({', '.join(lies)}): {told}."


def histogram(metric: Metric, variants: Sequence[Context], specs: Context) -> Context:
    bins = [charts.Bins(v["title"], v["metrics"][metric.key]["bins"]) for v in variants]
    last = max((len(one.bins) for one in bins), default=0)
    section = _section(metric, "histogram")
    section["empty"] = last == 0
    section["left_out"] = max(0, sum(1 for one in bins if one.bins) - charts.MAX_OVERLAID)
    section["tables"] = [
        {
            "names": [one.name for one in part],
            "rows": [
                {"x": x, "counts": [one.bins[x] if x < len(one.bins) else 0 for one in part]}
                for x in range(last)
            ],
            "means": [
                {
                    "value": words.figure(metric, v["metrics"][metric.key]),
                    "interval": words.interval(metric, v["metrics"][metric.key]),
                    "n": v["metrics"][metric.key]["n"],
                }
                for v in variants[first : first + MOST_COLUMNS]
            ],
        }
        for first in range(0, len(bins), MOST_COLUMNS)
        for part in [bins[first : first + MOST_COLUMNS]]
    ]
    if last:
        specs[section["chart"]] = charts.histogram_chart(bins, metric.title, metric.unit)
    return section


def heatmap(metric: Metric, variants: Sequence[Context], specs: Context, boards: str) -> Context:
    """`boards` is the address of the page that shows single plays."""
    shown = [
        charts.Grid(
            v["title"],
            v["metrics"][metric.key]["grid"],
            v["trials"]["done"],
            f"{boards}?variant={v['position']}&metric={metric.key}" if metric.cells else "",
        )
        for v in variants
        if v["trials"]["done"]
    ]
    section = _section(metric, "heatmap")
    section["boards"] = boards if metric.cells else ""
    section["empty"] = not any(any(map(any, grid.cells)) for grid in shown)
    section["left_out"] = max(0, len(shown) - MAX_HEATMAPS)
    shown = shown[:MAX_HEATMAPS]
    section["too_large"] = sum(len(g.cells) * len(g.cells[0]) for g in shown) > MAX_TABLE_CELLS
    if not section["too_large"]:
        section["grids"] = [_table(grid, metric.axes) for grid in shown]
    if not section["empty"]:
        specs[section["chart"]] = charts.heatmap_chart(shown, metric.title, metric.axes)
        section["legend"] = words.colours(charts.colour_scale(shown))
    return section


def _table(grid: charts.Grid, axes: tuple[Axis, Axis] | None) -> Context:
    """A heatmap as a table: as it lies, or where it has axes with its longer side down."""
    digits = 1 if axes else 2
    cells = [
        [f"{n / grid.trials * 100:.{digits}f}" if n else "0" for n in line] for line in grid.cells
    ]
    if axes is None:
        return {"title": grid.name, "rows": [{"cells": line} for line in cells]}
    across, down = axes
    if len(cells) < len(cells[0]):
        across, down, cells = down, across, [list(column) for column in zip(*cells, strict=True)]
    return {
        "title": f"{grid.name}: {down.title.lower()} by {across.title.lower()}",
        "corner": f"{down.title} ↓, {across.title.lower()} →",
        "heads": range(across.first, across.first + len(cells[0])),
        "rows": [{"head": n, "cells": line} for n, line in enumerate(cells, down.first)],
    }


def _section(metric: Metric, kind: str) -> Context:
    return {"metric": metric, "kind": kind, "chart": f"chart-{metric.key}"}
