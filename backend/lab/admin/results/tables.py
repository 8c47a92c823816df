"""Tables and sentences."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any

from backend.lab.admin import words
from backend.lab.admin.results.sections import MOST_COLUMNS
from backend.lab.differences import (
    Change,
    changes,
    policy_title,
    rule_labels,
    show,
    written_out,
)
from engines import Game, Metric

Context = dict[str, Any]


def rows_of(game: Game, headline: Metric, results: Context) -> list[Context]:
    """The main table: one row for each variant."""
    variants = results["variants"]
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
                "too_few": too_few(headline, results, variant),
                "verdict": variant["verdict"] and words.verdict(variant["verdict"]),
                "decided": bool(variant["verdict"] and variant["verdict"]["band"]),
                "spread": variant["spread"] and words.spread(variant["spread"]),
                "wide": bool(variant["spread"] and variant["spread"]["p_holm"] < 0.05),
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


def sentences(
    game: Game, headline: Metric, results: Context, *, room: bool = True
) -> list[Context]:
    """What the baseline does, then how each variant differs; and where there is `room`."""
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
            if room:
                text += words.room(headline, found, _next_change(game, variants, variant))
        elif too_few(headline, results, variant):
            text += f"; how it differs from the baseline: {words.TOO_FEW_PLAYS}."
        else:
            text += "."
        title = variant["title"] if variant["position"] else words.baseline(variant["title"])
        said.append({"title": title, "text": text})
    return said


def too_few(headline: Metric, results: Context, variant: Context) -> bool:
    """Whether this variant could not be compared with the baseline for want of plays."""
    counted = [one["metrics"][headline.key]["n"] for one in (variant, results["variants"][0])]
    return bool(results["compared"] and variant["position"] and words.few(min(counted)))


def _next_change(game: Game, variants: Sequence[Context], variant: Context) -> Change | None:
    """The one rule that differs from the baseline; None where it is another thing, or several.

    Neither where another variant's value lies between: then it bounds the room there is.
    """
    change = _only_change(game, variants[0], variant)
    if change is None:
        return None
    others = (_only_change(game, variants[0], one) for one in variants[1:] if one is not variant)
    tried = [one.after for one in others if one is not None and one.label == change.label]
    return None if any(_between(change, value) for value in tried) else change


def _between(change: Change, value: str) -> bool:
    numbers = (change.before, change.after, value)
    if not all(number.isdigit() for number in numbers):
        return False
    one, other, middle = map(int, numbers)
    return min(one, other) < middle < max(one, other)


def _only_change(game: Game, baseline: Context, variant: Context) -> Change | None:
    """The one rule that differs; None where it is another thing, or several."""
    found = changes(
        game, (baseline["rules"], baseline["policy"]), (variant["rules"], variant["policy"])
    )
    return found[0] if len(found) == 1 and baseline["policy"] == variant["policy"] else None


def others(game: Game, headline: Metric, variants: Sequence[Context]) -> Context:
    """The other proportions and means, as tables with as few columns as can be.

    A column for each variant where they are fewer than the metrics, else for each metric; more
    columns than fit go on in another table.
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
    cells = [[_cell(metric, variant) for variant in variants] for metric in metrics]
    corner, heads, firsts = "Figure", names, figures
    if len(variants) >= len(metrics):
        corner, heads, firsts = "Variant", figures, names
        cells = [list(column) for column in zip(*cells, strict=True)]
    tables = [
        {
            "corner": corner,
            "heads": heads[first : first + MOST_COLUMNS],
            "rows": [
                {**one, "cells": line[first : first + MOST_COLUMNS]}
                for one, line in zip(firsts, cells, strict=True)
            ],
        }
        for first in range(0, len(heads), MOST_COLUMNS)
    ]
    return {"metrics": metrics, "tables": tables, "hanging": _hanging(metrics, variants)}


def _hanging(metrics: Sequence[Metric], variants: Sequence[Context]) -> list[str]:
    """Titles of those that are counted several times in a play."""
    return [
        metric.title
        for metric in metrics
        if any(one["metrics"][metric.key]["n"] > one["trials"]["done"] for one in variants)
    ]


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


def both_seats(game: Game, headline: Metric, results: Context) -> list[Context]:
    """Sentences on two players over both seats, and the exact values where they are known."""
    variants = {variant["position"]: variant for variant in results["variants"]}
    pairs = results["both_seats"]
    under = _told_apart(game, [variants[pair["positions"][0]]["rules"] for pair in pairs])
    return [
        {
            "players": " against ".join(pair["players"]) + rules,
            "text": words.over_both_seats(headline, pair),
            "first": words.moving_first(headline, pair["moving_first"]),
            "variants": [variants[at]["title"] for at in pair["positions"]],
            "exact": _exact_of(headline, pair),
            "first_exact": _exact_of(headline, pair["moving_first"]),
        }
        for pair, rules in zip(pairs, under, strict=True)
    ]


def _exact_of(metric: Metric, found: Context) -> Context | None:
    return None if found["exact"] is None else words.exact(metric, found["exact"], found)


def _told_apart(game: Game, rules: Sequence[Context]) -> list[str]:
    """Behind each pair's title, the rules that are not the same in all: ``, Rows 3, Columns 3``."""
    labels, full = rule_labels(game), [written_out(game, one) for one in rules]
    varying = [name for name in labels if len({repr(one.get(name)) for one in full}) > 1]
    return ["".join(f", {labels[name]} {show(one[name])}" for name in varying) for one in full]


def commands(game: Game, variants: Sequence[Context], *options: str) -> list[Context]:
    """For each run the command that gives the same counts; of some of its trials by `options`."""
    return [
        {
            "title": variant["title"],
            "replicate": one["replicate"],
            "line": shlex.join(
                [
                    *(".venv/bin/python", "-m", "engines", "simulate", game.slug),
                    *("--rules", json.dumps(variant["rules"], separators=(",", ":"))),
                    *("--policy", variant["policy"]),
                    *(options or ("--trials", str(one["trials"]["total"]))),
                    *("--seed", str(one["seed"])),
                ]
            ),
        }
        for variant in variants
        for one in variant["replicates"]
    ]
