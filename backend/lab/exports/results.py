"""The figures of one experiment's result page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from backend.lab.differences import written_out
from backend.lab.exports.table import Row, Table, columns, rule_cells, rule_columns
from backend.lab.models import Experiment
from backend.lab.selectors.results import SCALARS, experiment_results
from engines import Game, get_game

_HEAD = (*columns("whole", "position"), *columns("text", "variant policy boards"))
_METRIC = (*columns("text", "metric title kind unit"), *columns("truth", "headline"))

FIGURES = (
    *_HEAD,
    *columns("whole", "replicate seed"),
    *_METRIC,
    *columns("whole", "n count"),
    *columns("number", "value low high sd exact"),
    *columns("number", "difference difference_low difference_high p p_holm"),
    *columns("text", "method band"),
)
"""Before the rules. `boards` is ``paired``, ``fresh`` or ``fixed``.

`replicate` and `seed` are empty where all replicates are taken together; differences and bands are
of the headline there.
"""

BOARDS = (
    *columns("whole", "board"),
    *columns("text", "puzzle"),
    *_HEAD,
    *_METRIC,
    *columns("whole", "n count"),
    *columns("number", "value low high sd"),
)
"""Of the headline, over all replicates. `board` is counted from 1, as the result page has it."""

DISTRIBUTIONS = (
    *_HEAD,
    *columns("whole", "trials"),
    *_METRIC,
    *columns("whole", "x y count"),
    *columns("number", "share"),
)
"""Of a histogram `x` is the value, and `share` is of all that it counted; of a heatmap `x` is the

column and `y` the row, from 0, and `share` is of all trials.
"""


def figures(experiment: Experiment) -> Table:
    """A row for each rate and mean, of each variant and of each of its replicates.

    Raises `Conflict` (409) when the game has another version now.
    """
    results = experiment_results(experiment)
    game = get_game(experiment.game)
    return Table((*FIGURES, *rule_columns(game)), _figures(game, results))


def distributions(experiment: Experiment) -> Table:
    """A row for each bar of each histogram and for each cell of each heatmap, over all replicates.

    Raises `Conflict` (409) when the game has another version now.
    """
    results = experiment_results(experiment)
    game = get_game(experiment.game)
    return Table((*DISTRIBUTIONS, *rule_columns(game)), _distributions(game, results))


def boards(experiment: Experiment) -> Table:
    """A row for each fixed board and variant; none where the boards are not fixed.

    Raises `Conflict` (409) when the game has another version now.
    """
    results = experiment_results(experiment)
    game = get_game(experiment.game)
    return Table((*BOARDS, *rule_columns(game)), _boards(game, results))


def metric_cells(metric: Mapping[str, Any]) -> dict[str, Any]:
    """What a row says of the metric it is about, which is as results have it."""
    names = ("title", "kind", "unit", "headline")
    return {"metric": metric["key"], **{name: metric[name] for name in names}}


def scalar_cells(summary: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of a rate or a mean, as `engines.summarise` gives them."""
    return {name: summary.get(name) for name in ("n", "count", "value", "low", "high", "sd")}


def _head(game: Game, results: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "position": variant["position"],
        "variant": variant["title"],
        "policy": variant["policy"],
        "boards": results["experiment"]["boards"],
        **rule_cells(game, written_out(game, variant["rules"])),
    }


def _figures(game: Game, results: Mapping[str, Any]) -> Iterator[Row]:
    scalars = [metric for metric in results["metrics"] if metric["kind"] in SCALARS]
    for variant in results["variants"]:
        head = _head(game, results, variant)
        for one in [variant, *variant["replicates"]]:
            which = {name: one.get(name) for name in ("replicate", "seed")}
            for metric in scalars:
                whole = one is variant and metric["headline"]
                yield {
                    **head,
                    **which,
                    **metric_cells(metric),
                    **scalar_cells(one["metrics"][metric["key"]]),
                    "exact": variant["exact"].get(metric["key"]),
                    **(_headline(variant) if whole else {}),
                }


def _headline(variant: Mapping[str, Any]) -> dict[str, Any]:
    found, verdict = variant["comparison"] or {}, variant["verdict"] or {}
    return {
        "difference": found.get("value"),
        "difference_low": found.get("low"),
        "difference_high": found.get("high"),
        **{name: found.get(name) for name in ("p", "p_holm", "method")},
        "band": verdict.get("band"),
    }


def _boards(game: Game, results: Mapping[str, Any]) -> Iterator[Row]:
    headline = next(metric for metric in results["metrics"] if metric["headline"])
    heads = [_head(game, results, variant) for variant in results["variants"]]
    for board in results["boards"]:
        which = {"board": board["number"] + 1, "puzzle": board["puzzle"]}
        for head, one in zip(heads, board["variants"], strict=True):
            yield {**which, **head, **metric_cells(headline), **scalar_cells(one["headline"])}


def _distributions(game: Game, results: Mapping[str, Any]) -> Iterator[Row]:
    for variant in results["variants"]:
        trials = variant["trials"]["done"]
        head = {**_head(game, results, variant), "trials": trials}
        for metric in results["metrics"]:
            told = variant["metrics"][metric["key"]]
            for x, y, count, whole in _cells(told, trials):
                share = count / whole if whole else None
                yield {
                    **head,
                    **metric_cells(metric),
                    "x": x,
                    "y": y,
                    "count": count,
                    "share": share,
                }


def _cells(told: Mapping[str, Any], trials: int) -> Iterator[tuple[int, int | None, int, int]]:
    """(x, y, count, what it is a share of) of a histogram or a heatmap; nothing of another."""
    if told["kind"] == "histogram":
        for x, count in enumerate(told["bins"]):
            yield x, None, count, told["n"]
    elif told["kind"] == "heatmap":
        for y, line in enumerate(told["grid"]):
            for x, count in enumerate(line):
                yield x, y, count, trials
