"""Results as a table of text, one line for each figure: for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from backend.lab.models import Experiment
from backend.lab.selectors.results import experiment_results

COLUMNS = (
    *("position", "variant", "policy", "rules", "replicate", "seed"),
    *("metric", "kind", "unit", "n", "count", "value", "low", "high", "exact"),
)
"""`replicate` and `seed` are empty in the lines that sum a variant's replicates up."""


def results_csv(experiment: Experiment) -> str:
    """Proportions and means of every variant and replicate, as CSV with a header (RFC 4180)."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    writer.writerows(_rows(experiment_results(experiment)))
    return out.getvalue()


def _rows(results: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for variant in results["variants"]:
        head = {
            "position": variant["position"],
            "variant": _plain(variant["title"]),
            "policy": variant["policy"],
            "rules": json.dumps(variant["rules"]),
        }
        for one in [variant, *variant["replicates"]]:
            number = {name: one.get(name, "") for name in ("replicate", "seed")}
            for metric in results["metrics"]:
                figures = one["metrics"].get(metric["key"], {})
                if figures.get("kind") not in ("proportion", "mean"):
                    continue
                exact = variant["exact"].get(metric["key"], "")
                yield {
                    **head,
                    **number,
                    **{name: metric[name] for name in ("kind", "unit")},
                    "metric": metric["key"],
                    **{name: figures.get(name, "") for name in ("n", "count")},
                    **{name: _number(figures.get(name)) for name in ("value", "low", "high")},
                    "exact": exact,
                }


def _number(value: float | None) -> float | str:
    return "" if value is None else value


def _plain(text: str) -> str:
    """Text that a spreadsheet takes for text, not for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
