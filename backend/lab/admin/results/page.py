"""What the result page shows."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from backend.lab import charts
from backend.lab.admin import words
from backend.lab.admin.results import by_board
from backend.lab.admin.results.moved import asked, asked_metrics, others_moved, steps
from backend.lab.admin.results.sections import (
    headline_chart,
    heatmap,
    histogram,
    off_the_map,
    rule_charts,
)
from backend.lab.admin.results.tables import (
    both_seats,
    commands,
    others,
    rows_of,
    sentences,
    too_few,
)
from backend.lab.differences import rule_labels, written_out
from backend.lab.grids import find_sweep
from backend.lab.models import Experiment
from backend.lab.selectors import PICKS, experiment_results
from backend.statistics.estimates import METHODS
from engines import get_game, headline_of

Context = dict[str, Any]

EXPORTS = {
    "Rates and means, of variants and replicates": "figures",
    "Histograms and heatmaps": "distributions",
}
OF_BOARDS = {"The headline, board by board": "boards"}


def results_context(experiment: Experiment, board: str = "") -> Context:
    """What ``lab/results.html`` shows. `board`: which one of fixed boards, from 1."""
    game = get_game(experiment.game)
    results = experiment_results(experiment)
    variants = results["variants"]
    headline = headline_of(game)
    boards = reverse("admin:lab_experiment_board", args=[experiment.pk])
    export = reverse("experiment-export", args=[experiment.pk])
    counted = any(v["trials"]["done"] for v in variants)
    partial = results["partial"]
    shown = by_board.by_board(experiment, game, results, board)
    about = asked_metrics(game, experiment.question)
    answered = counted and not partial
    sweep = find_sweep(
        [written_out(game, v["rules"]) for v in variants], [v["policy"] for v in variants]
    )
    specs: Context = {}
    sections: list[Context] = []
    if counted:
        with charts.unchecked():
            specs["chart-headline"] = headline_chart(headline, variants)
            specs |= rule_charts(game, headline, variants)
            for metric in game.metrics:
                if metric.kind == "heatmap":
                    sections.append(heatmap(metric, variants, specs, boards))
                elif metric.kind == "histogram":
                    sections.append(histogram(metric, variants, specs))
    return {
        "game": game,
        "results": results,
        "partial": partial,
        "counted": counted,
        "headline": headline,
        "a_board": words.a_board(headline, PICKS[headline.kind][0]),
        "variants": rows_of(game, headline, results),
        "sentences": sentences(game, headline, results, room=not sweep) if answered else [],
        "steps": steps(game, headline, sweep, variants) if answered and sweep else [],
        "swept": sweep and rule_labels(game)[sweep.rule],
        "asked": asked(about, variants) if answered else [],
        "moved": others_moved(game, headline, about, variants) if answered else None,
        "waiting": answered and len(variants) > 1 and not results["compared"],
        "paired": any((v["comparison"] or {}).get("method", "")[:6] == "paired" for v in variants),
        "comparisons": sum(v["comparison"] is not None for v in variants),
        "too_few": any(too_few(headline, results, v) for v in variants),
        "bands": words.band_ranges(experiment.bands) if experiment.bands else [],
        "methods": sorted(
            {METHODS[v["comparison"]["method"]] for v in variants if v["comparison"]}
        ),
        "both_seats": both_seats(game, headline, results),
        "others": others(game, headline, variants),
        # Where it happened says more than how it spread: heatmaps first.
        "any_exact": any(headline.key in v["exact"] for v in variants),
        "sections": sorted(sections, key=lambda section: section["kind"] != "heatmap"),
        "specs": specs,
        "rule_charts": [name for name in ("chart-sweep", "chart-grid") if name in specs],
        "off_the_map": off_the_map(game, headline, variants) if "chart-grid" in specs else "",
        "by_board": shown,
        "commands": by_board.commands(game, experiment, variants, shown)
        if shown
        else commands(game, variants),
        "exports": [
            (title, f"{export}?table={table}&format=")
            for title, table in (EXPORTS | (OF_BOARDS if shown else {})).items()
        ],
    }
