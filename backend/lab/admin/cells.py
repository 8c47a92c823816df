"""Show me: plays that were counted in one cell of a heatmap."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from backend.common.problems import NotFound
from backend.lab.admin.asking import NotThere, asked_number
from backend.lab.models import Run
from backend.lab.selectors import Cell, counted_in, find_cell, heatmap_shape, search_cell
from engines import Game

Context = dict[str, Any]


def leading_heatmaps(game: Game) -> list[tuple[str, str]]:
    """(key, title) of the heatmaps whose cells lead back to plays."""
    return [(m.key, m.title) for m in game.metrics if m.kind == "heatmap" and m.cells]


def asked_cell(query: QueryDict, run: Run) -> Cell | None:
    """The cell that is asked for, if one is. Raises `NotThere`."""
    if not query.get("metric"):
        return None
    try:
        shape = heatmap_shape(run, query["metric"])
    except NotFound as missing:
        raise NotThere(str(missing.detail)) from None
    row, column = (
        asked_number(query, name, default=0, low=0, high=size - 1)
        for name, size in zip(("row", "column"), shape, strict=True)
    )
    return find_cell(run, query["metric"], row, column)


def cell_context(cell: Cell, query: QueryDict, trial: int | None, last_trial: int) -> Context:
    """The next play that was counted there, and how to go on.

    `trial` where a play is named: then nothing is searched for.
    """
    after = asked_number(query, "after", default=-1, low=0, high=last_trial)
    counted = counted_in(cell)
    context: Context = {
        "cell": cell,
        "cell_counted": counted,
        "trial": trial,
        "first": cell_query(cell),
    }
    if trial is None and counted != 0:
        search = search_cell(cell, after=after)
        context |= {"search": search, "trial": search.trial, "after": after}
        if search.trial is None and search.more:
            context["later"] = cell_query(cell, after=search.last)
    if context["trial"] is not None:
        context["later"] = cell_query(cell, after=context["trial"])
    return context


def cell_query(cell: Cell, **more: object) -> str:
    """``?variant=…&replicate=…&metric=…&row=…&column=…`` and what else is given."""
    return "?" + urlencode(
        {
            "variant": cell.run.variant.position,
            "replicate": cell.run.replicate,
            "metric": cell.metric.key,
            "row": cell.row,
            "column": cell.column,
            **more,
        }
    )
