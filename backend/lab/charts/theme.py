"""How all charts look, and how one becomes a specification."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import altair as alt
from altair.utils import schemapi

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D1F")
DASHES = ((1, 0), (6, 3), (2, 2), (8, 3, 2, 3), (10, 4), (4, 4), (1, 3), (12, 3, 3, 3))
INK, QUIET, GRID = "#1f2b30", "#56646b", "#e5e3dd"
FIT = alt.AutoSizeParams(type="fit-x", contains="padding")
FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
MAX_OVERLAID = len(PALETTE)
"""More step lines than this in one chart can't be told apart."""

CONFIG: dict[str, Any] = {
    "background": "#ffffff",
    "font": FONT,
    "padding": 8,
    "view": {"stroke": None},
    "axis": {
        "labelFontSize": 13,
        "titleFontSize": 13,
        "titleFontWeight": 600,
        "titlePadding": 10,
        "labelColor": INK,
        "titleColor": INK,
        "gridColor": GRID,
        "domainColor": QUIET,
        "tickColor": QUIET,
    },
    "legend": {
        "labelFontSize": 13,
        "titleFontSize": 13,
        "titleFontWeight": 600,
        "labelColor": INK,
        "titleColor": INK,
        "columns": 2,
        "labelLimit": 320,
        "titleLimit": 320,
        "symbolStrokeWidth": 3,
    },
    "title": {
        "fontSize": 14,
        "fontWeight": 600,
        "color": INK,
        "subtitleFontSize": 13,
        "subtitleColor": QUIET,
        "anchor": "start",
        "limit": 250,
    },
    "text": {"fontSize": 13, "color": INK},
}


Spec = dict[str, Any]

unchecked = partial(schemapi.debug_mode, False)
"""``with unchecked():`` Altair does not check each part against its schema, which takes most of
its time. Tests make the same charts checked."""


class _Rows:
    """Rows that Altair passes on as they are: it copies and looks through whatever it knows."""

    _schema: ClassVar[dict[str, Any]] = {}

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self.rows = rows

    def to_dict(self, *_: Any, **__: Any) -> Any:
        return self.rows


def rows_data(rows: Sequence[Mapping[str, Any]]) -> alt.Data:
    """These rows, JSON-ready, as a chart's data."""
    return alt.Data(values=_Rows(rows))


def to_spec(chart: Any, description: str, **usermeta: Any) -> Spec:
    """The chart as JSON, with a description for screen readers."""
    spec: Spec = chart.configure(**CONFIG).to_dict(validate=schemapi.DEBUG_MODE)
    spec["description"] = description
    if usermeta:
        spec["usermeta"] = usermeta
    return spec


def with_unit(title: str, unit: str) -> str:
    """The title, and the unit where the title does not name it already."""
    return title if not unit or unit.lower() in title.lower() else f"{title} ({unit})"


LINE = 30
"""A name is broken into lines of about so many characters, which fit beside a narrow chart."""


def wrap(name: str, width: int) -> list[str]:
    """The name in lines of about `width` characters; no word is broken."""
    return textwrap.wrap(name, width, break_long_words=False, break_on_hyphens=False) or [name]


def names(names: Sequence[str | list[str]]) -> str:
    """The Vega expression that gives a variant's name, or its lines, by its place.

    Marks are keyed by the place: two variants of one name must not become one.
    """
    return f"{json.dumps(list(names))}[datum.value]"


def around_zero(low: float, high: float) -> list[float]:
    """An axis that holds 0, these ends and a little more."""
    ends = [min(low * 1.12, 0.0), max(high * 1.12, 0.0)]
    return ends if ends[0] < ends[1] else [0.0, 0.01]
