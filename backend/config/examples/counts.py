"""Examples of what was counted: how far an experiment is, and its results. All made up."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from backend.config.examples.parts import MINUTE, known_id
from backend.lab.models import ExperimentStatus, RunStatus
from engines import Game, Metric, derive_seed, headline_of, summarise
from engines.declarations import Preset

TRIALS, REPLICATES = 2000, 2  # small: whoever tries it out is not kept waiting


def variants(preset: Preset) -> list[dict[str, Any]]:
    return [
        {
            "position": position,
            "title": variant.title,
            "rules": variant.rules.model_dump(mode="json"),
            "policy": variant.policy,
        }
        for position, variant in enumerate(preset.variants)
    ]


def progress(game: Game, preset: Preset) -> dict[str, Any]:
    each = TRIALS * REPLICATES
    seconds = MINUTE.total_seconds()
    headline = headline_of(game)
    return {
        "status": ExperimentStatus.DONE,
        "partial": False,
        "share": 1.0,
        "chunks": _chunks(len(preset.variants) * REPLICATES),
        "trials": _done(each * len(preset.variants)),
        "rate": each * len(preset.variants) / seconds,
        "seconds": seconds,
        "seconds_left": None,
        "alarms": 0,
        "errors": [],
        "variants": [
            {
                "position": position,
                "title": variant.title,
                "chunks": _chunks(REPLICATES),
                "trials": _done(each),
                "headline": {
                    "key": headline.key,
                    **summarise(headline, variant.rules, _counts(headline, variant.rules, each)),
                },
            }
            for position, variant in enumerate(preset.variants)
        ],
    }


def variant_results(game: Game, preset: Preset) -> dict[str, Any]:
    """The last variant's figures. Heatmaps are left out: a number a cell tells nothing here."""
    first, last = preset.variants[0], preset.variants[-1]
    rules = last.rules
    variant = variants(preset)[-1]
    baseline = first.rules.model_dump(mode="json")
    changed = [name for name, value in variant["rules"].items() if value != baseline.get(name)]
    changed += ["policy"] if last.policy != first.policy else []
    shown = [m for m in game.metrics if m.kind != "heatmap"]
    scalars = [m for m in shown if m.kind in ("proportion", "mean")]

    def figures(metrics: Sequence[Metric], trials: int) -> dict[str, Any]:
        return {m.key: summarise(m, rules, _counts(m, rules, trials)) for m in metrics}

    return {
        "id": known_id("variant"),
        **variant,
        "differences": changed,
        "several_changes": len(changed) > 1,
        "trials": _done(TRIALS * REPLICATES),
        "metrics": figures(shown, TRIALS * REPLICATES),
        "exact": {},
        "replicates": [
            {
                "run": known_id(f"run {number}"),
                "replicate": number,
                "seed": derive_seed(preset.seed, number),
                "status": RunStatus.DONE,
                "trials": _done(TRIALS),
                "metrics": figures(scalars, TRIALS),
            }
            for number in range(1, REPLICATES + 1)
        ],
    }


def _counts(metric: Metric, rules: Any, trials: int) -> list[int]:
    """Counters that look like something, in the metric's own shape."""
    if metric.kind == "proportion":
        return [trials // 25, trials]
    if metric.kind == "mean":
        return [trials, 12 * trials, 146 * trials]
    size = prod(metric.shape(rules))
    return [trials // 100 if place in (1, 2, 3, 4) else 0 for place in range(size)]


def _chunks(count: int) -> dict[str, int]:
    return {"done": count, "running": 0, "failed": 0, "cancelled": 0, "total": count}


def _done(trials: int) -> dict[str, int]:
    return {"done": trials, "total": trials}
