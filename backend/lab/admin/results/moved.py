"""The figures beside the headline, in words: those that the question asks about, and those that
clearly moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from backend.lab.admin import words
from backend.lab.differences import Change, rule_labels
from backend.lab.grids import Sweep
from backend.statistics.multiplicity import critical
from backend.statistics.simultaneous import Range, between, interval, missed
from engines import Game, Metric

Context = dict[str, Any]

MOST_MOVED = 4
"""So many figures that clearly moved are told, though nobody asked about them."""

MOST_VARIANTS = 8
"""So many variants are told of a figure that was asked about."""

MOST_EXAMPLES = 3
"""So many of another one: those that moved most clearly."""


@dataclass(frozen=True, slots=True)
class Told:
    """A metric, all variants' summaries, and how each but the first differs from the first.

    A difference is None where too little was counted, as is `base`, the first one's range.
    `z`: see `adjusting.critical`.
    """

    metric: Metric
    summaries: Sequence[Context]
    base: Range | None
    differences: Sequence[Range | None]
    z: float

    @property
    def clearness(self) -> float:
        """That of the variant which moved most clearly."""
        clear = [one.clearness for one in self.differences if one is not None and one.clear]
        return max(clear, default=0.0)


def asked_metrics(game: Game, question: str) -> list[Metric]:
    """Those that a question is about besides the headline, if a preset asks it in these words."""
    keys = next((p.metrics for p in game.presets if p.question == question), ())
    return [metric for key in keys for metric in game.metrics if metric.key == key]


def asked(metrics: Sequence[Metric], variants: Sequence[Context]) -> list[Context]:
    """Of each: what it is in the baseline, and a sentence for each variant."""
    return [_answer(one, variants) for one in _compare(metrics, variants)]


def others_moved(
    game: Game, headline: Metric, but: Sequence[Metric], variants: Sequence[Context]
) -> Context:
    """The few that moved most clearly of all the rest, and how many more did."""
    rest = [
        metric
        for metric in game.metrics
        if metric.kind != "heatmap"
        and metric is not headline
        and metric not in but
        and not metric.restates
    ]
    found = [one for one in _compare(rest, variants) if one.clearness]
    found.sort(key=lambda one: -one.clearness)
    return {
        "told": [_example(one, variants) for one in found[:MOST_MOVED]],
        "more": [one.metric.title for one in found[MOST_MOVED:]],
    }


def steps(game: Game, headline: Metric, sweep: Sweep, variants: Sequence[Context]) -> list[Context]:
    """How the headline moves from each value of the one rule that differs to the next."""
    z = critical(len(variants))
    rule = rule_labels(game)[sweep.rule]
    told = []
    for place in range(1, len(sweep.values)):
        before, after = (variants[sweep.positions[at]] for at in (place - 1, place))
        values = sweep.values[place - 1 : place + 1]
        ranges = [
            interval(one["metrics"][headline.key], one["trials"]["done"], z)
            for one in (after, before)
        ]
        if None in ranges:
            text, room = words.TOO_FEW, ""
        else:
            difference = between(*ranges)
            text = words.step(headline, difference, missed(difference, z))
            room = words.room_between(
                headline, difference.low, difference.high, Change(rule, *map(str, values))
            )
        told.append({"title": f"{rule} {values[0]} → {values[1]}", "text": f"{text}.{room}"})
    return told


def _compare(metrics: Sequence[Metric], variants: Sequence[Context]) -> Iterator[Told]:
    z = critical(len(metrics) * len(variants))
    for metric in metrics:
        summaries = [variant["metrics"][metric.key] for variant in variants]
        ranges = [
            interval(summary, variant["trials"]["done"], z)
            for summary, variant in zip(summaries, variants, strict=True)
        ]
        base = ranges[0]
        yield Told(
            metric,
            summaries,
            base,
            [None if base is None or one is None else between(one, base) for one in ranges[1:]],
            z,
        )


def _answer(told: Told, variants: Sequence[Context]) -> Context:
    metric = told.metric
    lines = []
    rest = zip(variants[1:], told.summaries[1:], told.differences, strict=True)
    for variant, summary, difference in rest:
        if difference is None:
            text = words.TOO_FEW
        elif difference.clear:
            text = words.moved(metric, difference, " than in the baseline")
        else:
            text = words.not_moved(metric, difference, missed(difference, told.z))
        said = f"{words.measured(metric, summary)}: {text}."
        lines.append({"title": variant["title"], "text": said})
    return {
        "metric": metric,
        "baseline": {
            "title": words.baseline(variants[0]["title"]),
            "text": f"{_of_baseline(told)}.",
        },
        "lines": lines[:MOST_VARIANTS],
        "left": len(lines[MOST_VARIANTS:]),
    }


def _of_baseline(told: Told) -> str:
    if told.base is None:
        return f"{words.measured(told.metric, told.summaries[0])}: {words.TOO_FEW}"
    return words.measured_with_interval(told.metric, told.summaries[0])


def _example(told: Told, variants: Sequence[Context]) -> Context:
    metric = told.metric
    clear = [
        (one.clearness, place, one)
        for place, one in enumerate(told.differences, 1)
        if one is not None and one.clear
    ]
    shown = sorted(sorted(clear, reverse=True)[:MOST_EXAMPLES], key=lambda one: one[1])
    return {
        "metric": metric,
        "baseline": words.measured(metric, told.summaries[0]),
        "lines": [
            {
                "title": variants[place]["title"],
                "text": f"{words.measured(metric, told.summaries[place])}, "
                f"{words.moved(metric, one)}",
            }
            for _, place, one in shown
        ],
        "left": len(clear) - len(shown),
    }
