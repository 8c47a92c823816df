"""The result page: what `experiment_results` says, as tables, charts and sentences.

Imported by the result view only: charts need Altair.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any

from backend.lab import charts
from backend.lab.admin import words
from backend.lab.differences import Change, changes, policy_title, rule_labels, show
from backend.lab.grids import find_grid, find_sweep
from backend.lab.models import Experiment
from backend.lab.selectors import PICKS, experiment_results
from backend.lab.statistics.estimates import METHODS
from engines import Game, Metric, get_game

MAX_HEATMAPS = 12
MAX_TABLE_CELLS = 12_000
"""A table with more cells than this is not shown; the numbers are in the JSON results."""

Context = dict[str, Any]


def results_context(experiment: Experiment) -> Context:
    """What ``lab/results.html`` shows."""
    game = get_game(experiment.game)
    results = experiment_results(experiment)
    variants = results["variants"]
    headline = next((m for m in game.metrics if m.headline), game.metrics[0])
    counted = any(v["trials"]["done"] for v in variants)
    partial = results["partial"]
    specs: Context = {}
    sections: list[Context] = []
    if counted:
        with charts.unchecked():
            specs["chart-headline"] = _headline_chart(headline, variants)
            specs |= _rule_charts(game, headline, variants)
            for metric in game.metrics:
                if metric.kind == "heatmap":
                    sections.append(_heatmap(metric, variants, specs))
                elif metric.kind == "histogram":
                    sections.append(_histogram(metric, variants, specs))
    return {
        "game": game,
        "results": results,
        "partial": partial,
        "counted": counted,
        "headline": headline,
        "a_board": words.a_board(headline, PICKS[headline.kind][0]),
        "variants": _rows(game, headline, variants),
        "sentences": _sentences(game, headline, results) if counted and not partial else [],
        "waiting": counted and not partial and not results["compared"],
        "paired": any((v["comparison"] or {}).get("method", "")[:6] == "paired" for v in variants),
        "comparisons": sum(v["comparison"] is not None for v in variants),
        "bands": words.band_ranges(experiment.bands) if experiment.bands else [],
        "methods": sorted(
            {METHODS[v["comparison"]["method"]] for v in variants if v["comparison"]}
        ),
        "both_seats": _both_seats(headline, results),
        "others": _others(game, headline, variants),
        # Where it happened says more than how it spread: heatmaps first.
        "any_exact": any(headline.key in v["exact"] for v in variants),
        "sections": sorted(sections, key=lambda section: section["kind"] != "heatmap"),
        "specs": specs,
        "rule_charts": [name for name in ("chart-sweep", "chart-grid") if name in specs],
        "commands": _commands(game, variants),
    }


def _rows(game: Game, headline: Metric, variants: Sequence[Context]) -> list[Context]:
    """The main table: one row for each variant."""
    baseline = variants[0]
    rows = []
    for variant in variants:
        summary = variant["metrics"][headline.key]
        found = changes(
            game, (baseline["rules"], baseline["policy"]), (variant["rules"], variant["policy"])
        )
        rows.append(
            {
                "id": variant["id"],
                "position": variant["position"],
                "title": variant["title"],
                "policy": policy_title(game, variant["policy"]),
                "changes": found,
                "several": variant["several_changes"],
                "value": words.figure(headline, summary),
                "interval": words.interval(headline, summary),
                "exact": _exact(headline, variant),
                "difference": variant["comparison"]
                and words.difference(headline, variant["comparison"]),
                "verdict": variant["verdict"] and words.verdict(variant["verdict"]),
                "decided": bool(variant["verdict"] and variant["verdict"]["band"]),
                "spread": variant["spread"] and words.spread(variant["spread"]),
                "wide": bool(variant["spread"] and variant["spread"]["p"] < 0.05),
                "done": variant["trials"]["done"],
                "total": variant["trials"]["total"],
                "count": summary.get("count"),
                "replicates": [
                    {
                        "number": one["replicate"],
                        "status": one["status"],
                        "value": words.figure(headline, one["metrics"].get(headline.key, {})),
                        "interval": words.interval(headline, one["metrics"].get(headline.key, {})),
                        "count": one["metrics"].get(headline.key, {}).get("count"),
                        "n": one["trials"]["done"],
                    }
                    for one in variant["replicates"]
                ],
            }
        )
    return rows


def _sentences(game: Game, headline: Metric, results: Context) -> list[Context]:
    """What the baseline does, then how each variant differs."""
    variants = results["variants"]
    comparisons = sum(one["comparison"] is not None for one in variants)
    said = []
    for variant in variants:
        text = words.stated(headline, variant["metrics"][headline.key])
        if variant["verdict"]:
            text += f": {words.verdict(variant['verdict'])}"
        if found := variant["comparison"]:
            plays = variant["trials"]["done"]
            text += f"; {words.compared(headline, found, plays, comparisons)}"
            text += words.room(headline, found, _only_change(game, variants[0], variant))
        else:
            text += "."
        said.append({"title": variant["title"], "text": text})
    return said


def _only_change(game: Game, baseline: Context, variant: Context) -> Change | None:
    """The one rule that differs; None where it is another thing, or several."""
    found = changes(
        game, (baseline["rules"], baseline["policy"]), (variant["rules"], variant["policy"])
    )
    return found[0] if len(found) == 1 and baseline["policy"] == variant["policy"] else None


def _headline_chart(headline: Metric, variants: Sequence[Context]) -> charts.Spec:
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


def _rule_charts(game: Game, headline: Metric, variants: Sequence[Context]) -> Context:
    """The headline along the one rule, or over the two, that differ; nothing if it is not so."""
    rules = [variant["rules"] for variant in variants]
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


def _others(game: Game, headline: Metric, variants: Sequence[Context]) -> Context:
    """The other proportions and means, as a table with as few columns as can be.

    A column for each variant where they are fewer than the metrics, else for each metric.
    """
    metrics = [
        metric
        for metric in game.metrics
        if metric.kind in ("proportion", "mean") and metric.key != headline.key
    ]
    figures = [
        {"title": metric.title, "unit": metric.unit if metric.kind == "mean" else ""}
        for metric in metrics
    ]
    names = [{"title": variant["title"], "unit": ""} for variant in variants]
    if len(variants) < len(metrics):
        corner, heads = "Figure", names
        rows = [
            {**figure, "cells": [_cell(metric, variant) for variant in variants]}
            for figure, metric in zip(figures, metrics, strict=True)
        ]
    else:
        corner, heads = "Variant", figures
        rows = [
            {**name, "cells": [_cell(metric, variant) for metric in metrics]}
            for name, variant in zip(names, variants, strict=True)
        ]
    return {"metrics": metrics, "corner": corner, "heads": heads, "rows": rows}


def _cell(metric: Metric, variant: Context) -> Context:
    summary = variant["metrics"][metric.key]
    return {
        "value": words.figure(metric, summary),
        "interval": words.interval(metric, summary),
        "exact": _exact(metric, variant),
    }


def _exact(metric: Metric, variant: Context) -> Context | None:
    if metric.key not in variant["exact"]:
        return None
    return words.exact(metric, variant["exact"][metric.key], variant["metrics"][metric.key])


def _both_seats(headline: Metric, results: Context) -> list[Context]:
    """Sentences on two players over both seats, and the exact values where they are known."""
    titles = {variant["position"]: variant["title"] for variant in results["variants"]}
    return [
        {
            "players": " against ".join(pair["players"]),
            "text": words.over_both_seats(headline, pair),
            "variants": [titles[at] for at in pair["positions"]],
            "exact": None if pair["exact"] is None else words.exact(headline, pair["exact"], pair),
        }
        for pair in results["both_seats"]
    ]


def _histogram(metric: Metric, variants: Sequence[Context], specs: Context) -> Context:
    bins = [charts.Bins(v["title"], v["metrics"][metric.key]["bins"]) for v in variants]
    last = max((len(one.bins) for one in bins), default=0)
    section = _section(metric, "histogram")
    section["empty"] = last == 0
    section["left_out"] = max(0, sum(1 for one in bins if one.bins) - charts.MAX_OVERLAID)
    section["names"] = [one.name for one in bins]
    section["rows"] = [
        {"x": x, "counts": [one.bins[x] if x < len(one.bins) else 0 for one in bins]}
        for x in range(last)
    ]
    section["means"] = [
        {
            "title": v["title"],
            "value": words.figure(metric, v["metrics"][metric.key]),
            "interval": words.interval(metric, v["metrics"][metric.key]),
            "n": v["metrics"][metric.key]["n"],
        }
        for v in variants
    ]
    if last:
        specs[section["chart"]] = charts.histogram_chart(bins, metric.title, metric.unit)
    return section


def _heatmap(metric: Metric, variants: Sequence[Context], specs: Context) -> Context:
    shown = [
        charts.Grid(v["title"], v["metrics"][metric.key]["grid"], v["trials"]["done"])
        for v in variants
        if v["trials"]["done"]
    ]
    section = _section(metric, "heatmap")
    section["empty"] = not any(any(map(any, grid.cells)) for grid in shown)
    section["left_out"] = max(0, len(shown) - MAX_HEATMAPS)
    shown = shown[:MAX_HEATMAPS]
    section["too_large"] = sum(len(g.cells) * len(g.cells[0]) for g in shown) > MAX_TABLE_CELLS
    if not section["too_large"]:
        section["grids"] = [
            {
                "title": grid.name,
                "rows": [[f"{n / grid.trials * 100:.2f}" for n in line] for line in grid.cells],
            }
            for grid in shown
        ]
    if not section["empty"]:
        specs[section["chart"]] = charts.heatmap_chart(shown, metric.title)
        section["top"] = charts.share_text(max(map(charts.highest_share, shown)))
    return section


def _section(metric: Metric, kind: str) -> Context:
    return {"metric": metric, "kind": kind, "chart": f"chart-{metric.key}"}


def _commands(game: Game, variants: Sequence[Context]) -> list[Context]:
    """For each run the command that gives the same counts."""
    return [
        {
            "title": variant["title"],
            "replicate": one["replicate"],
            "line": shlex.join(
                [
                    *(".venv/bin/python", "-m", "engines", "simulate", game.slug),
                    *("--rules", json.dumps(variant["rules"], separators=(",", ":"))),
                    *("--policy", variant["policy"]),
                    *("--trials", str(one["trials"]["total"])),
                    *("--seed", str(one["seed"])),
                ]
            ),
        }
        for variant in variants
        for one in variant["replicates"]
    ]
