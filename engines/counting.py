"""Counting plays in plain Python, for games and players that have no kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.metrics import Metric, headline_among
from engines.tally import Tally

Measured = Mapping[str, Any]
"""What one play adds, by metric key: a truth value (proportion), a whole number (mean,
histogram) or a list of (row, column) pairs (heatmap). None, or no key: nothing."""


def count_plays(metrics: Sequence[Metric], rules: Any, plays: Iterable[Measured]) -> Tally:
    """The tally of these plays, in their order.

    Raises KeyError for a play without a value of the headline.
    """
    counts = {metric.key: [0] * metric.size(rules) for metric in metrics}
    headline = headline_among(metrics)
    values = []
    for play in plays:
        values.append(int(play[headline.key]))
        for metric in metrics:
            value = play.get(metric.key)
            if value is not None:
                _count(metric, rules, counts[metric.key], value)
    if headline.kind == "proportion":
        groups = [values[at : at + 8] for at in range(0, len(values), 8)]
        packed = bytes(sum(bit << i for i, bit in enumerate(group)) for group in groups)
    else:
        packed = bytes(value & 0xFF for value in values)
    return Tally(len(values), {key: tuple(counter) for key, counter in counts.items()}, packed)


def _count(metric: Metric, rules: Any, counter: list[int], value: Any) -> None:
    if metric.kind == "proportion":
        counter[0] += bool(value)
        counter[1] += 1
    elif metric.kind == "mean":
        counter[0] += 1
        counter[1] += value
        counter[2] += value * value
    elif metric.kind == "histogram":
        counter[value] += 1
    else:
        width = metric.shape(rules)[1]
        for row, column in value:
            counter[row * width + column] += 1
