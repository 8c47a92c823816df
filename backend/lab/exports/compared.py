"""The figures of a compare page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from backend.lab.exports.results import metric_cells, scalar_cells
from backend.lab.exports.table import Row, Table, columns, rule_cells, rule_columns
from engines import Game, get_game

COMPARED = (
    *columns("whole", "place"),
    *columns("text", "who variant experiment experiment_id"),
    *columns("whole", "seed"),
    *columns("text", "policy boards metric title kind unit"),
    *columns("truth", "headline"),
    *columns("whole", "n count"),
    *columns("number", "value low high sd exact"),
    *columns("number", "difference difference_low difference_high p p_holm"),
)
"""Before the rules. `who` is ``simulation``, ``people`` or ``synthetic``."""


def compared_figures(compared: Mapping[str, Any]) -> Table:
    """A row for each rate and mean of each arm, of what `selectors.compare_arms` gives."""
    game = get_game(compared["game"])
    return Table((*COMPARED, *rule_columns(game)), _rows(game, compared))


def _rows(game: Game, compared: Mapping[str, Any]) -> Iterator[Row]:
    metrics = {
        m.key: {"key": m.key, **{n: getattr(m, n) for n in ("title", "kind", "unit", "headline")}}
        for m in game.metrics
    }
    arms = [*compared["variants"], *compared["people"]]
    for place, one in enumerate(arms):
        experiment = one.get("experiment") or {}
        head = {
            "place": place,
            "who": one.get("who", "simulation"),
            "variant": one["title"],
            "experiment": experiment.get("title"),
            "experiment_id": experiment.get("id"),
            "seed": experiment.get("seed"),
            "policy": one.get("policy"),
            "boards": experiment.get("boards"),
            **rule_cells(game, one["rules"]),
        }
        for key, summary in one["metrics"].items():
            found = (one["difference"] or {}) if metrics[key]["headline"] else {}
            yield {
                **head,
                **metric_cells(metrics[key]),
                **scalar_cells(summary),
                "exact": one.get("exact", {}).get(key),
                "difference": found.get("value"),
                "difference_low": found.get("low"),
                "difference_high": found.get("high"),
                "p": found.get("p"),
                "p_holm": found.get("p_holm"),
            }
