"""The live page's figures, ready to show: the page and its polling say the same."""

from __future__ import annotations

from typing import Any

from backend.lab.admin import words
from backend.lab.admin.words.workers import who_works
from backend.lab.models import Experiment
from backend.lab.selectors import experiment_progress
from engines import Metric, get_game


def live_figures(experiment: Experiment) -> dict[str, Any]:
    """JSON-ready; see ``lab/live.html`` and ``live.js`` for what each part becomes."""
    game = get_game(experiment.game)
    progress = experiment_progress(experiment)
    metrics = {m.key: m for m in game.metrics}
    cancelling = experiment.status == "cancelling"
    moving = progress["rate"] and not experiment.ended and not cancelling
    return {
        "status": experiment.status,
        "status_text": experiment.get_status_display(),
        "ended": experiment.ended,
        "share": progress["share"],
        "percent": f"{int(progress['share'] * 1000) / 10:.1f} %",
        "plays": _plays(progress["trials"]),
        "rate": f"{progress['rate']:,.0f} plays a second" if moving else "–",
        "left": words.duration(progress["seconds_left"]) or "–",
        "cancelling": words.cancelled(experiment.status) if cancelling else "",
        "working": progress["chunks"]["running"],
        **(
            who_works("The experiment starts as soon as one is there.")
            if not (experiment.ended or cancelling)
            else {"getting_ready": "", "nobody": ""}
        ),
        "errors": [
            {
                "where": f"{progress['variants'][e['position']]['title']}, replicate "
                f"{e['replicate']}, chunk {e['chunk']}",
                "short": (e["error"].strip().splitlines() or ["no reason given"])[-1],
                "text": e["error"],
            }
            for e in progress["errors"]
        ],
        "failed": progress["chunks"]["failed"],
        "failed_text": words.failed(progress["chunks"]["failed"], len(progress["errors"])),
        "variants": [
            {
                "position": v["position"],
                "title": v["title"],
                "done": v["trials"]["done"],
                "total": v["trials"]["total"],
                "plays": _plays(v["trials"]),
                "estimate": _estimate(metrics, v),
            }
            for v in progress["variants"]
        ],
    }


def _plays(trials: dict[str, int]) -> str:
    return f"{trials['done']:,} of {words.plays(trials['total'])}"


def _estimate(metrics: dict[str, Metric], variant: dict[str, Any]) -> str:
    headline = variant["headline"]
    if headline is None:
        return "No estimate yet."
    # A look before the end is no verdict: whoever judges at each look is misled too often.
    said = words.stated(metrics[headline["key"]], headline, partial=True)
    if variant["trials"]["done"] < variant["trials"]["total"]:
        return f"Partial so far: {said}"
    return f"All plays done: {said}"
