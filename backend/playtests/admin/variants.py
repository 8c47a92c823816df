"""A game's rule variants side by side: how often people stalled, got stuck and gave up.

Imported by its view only: charts need Altair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict

from backend.lab.charts import Estimate, Spec, estimates_chart, unchecked
from backend.lab.charts.theme import MAX_OVERLAID
from backend.lab.differences import rule_labels, show, written_out
from backend.lab.statistics.proportions import newcombe
from backend.playtests import charts
from backend.playtests.addresses import read_filters
from backend.playtests.admin.arms import compare_links
from backend.playtests.admin.tables import Tables, variants_table
from backend.playtests.admin.words import p_value, percent, share
from backend.playtests.arms import arm_key
from backend.playtests.selectors.due import threshold
from backend.playtests.selectors.filters import describe_filters
from backend.playtests.selectors.variants import VariantSum, list_waits, sum_variants
from backend.playtests.statistics.survival import Wait, logrank, survival
from engines import Game, wilson

MOST_LINKED = 19
"""Leaves room on the compare page for something simulated."""

MOST = 40
"""More variants than this are not shown; those played most are."""

Context = dict[str, Any]


def variants_context(game: Game, query: QueryDict) -> Context:
    """What ``playtests/variants.html`` shows."""
    filters = read_filters(query, "table", "format")
    found = sum_variants(game.slug, filters)
    shown = found[:MOST]
    labels, values = _differing(game, shown)
    names = [_name(labels, row) for row in values]
    specs: dict[str, Spec] = {}
    waits = list_waits(game.slug, filters, [one.rules_key for one in shown])
    if shown:
        with unchecked():
            for key, title in (("stuck", "Got stuck"), ("stalled", "Stalled")):
                estimates = [
                    _estimate(name, one, key) for name, one in zip(names, shown, strict=True)
                ]
                chart = estimates_chart(estimates, title, percent=True, unit="")
                specs[f"chart-{key}"] = chart
            if any(waits):
                pairs = list(zip(names, waits, strict=True))[:MAX_OVERLAID]
                curves = [(name, survival(told)) for name, told in pairs if told]
                specs["chart-survival"] = charts.survivals_chart(curves)
    return {
        "game": game,
        "title": f"{game.title}: rule variants, as people played them",
        **describe_filters(filters, game.slug),
        "levels": game.levels,
        "limit": threshold(),
        "labels": labels,
        "rows": [_row(values[at], one, shown[0] if at else None) for at, one in enumerate(shown)],
        "stalls_differ": _stalls_differ(waits),
        "overlaid": min(len(shown), MAX_OVERLAID),
        "compare_links": compare_links(
            game, [arm_key("rules", one.rules_key, filters) for one in shown[:MOST_LINKED]]
        ),
        "left_out": len(found) - len(shown),
        "specs": specs,
    }


def variants_tables(game: Game, query: QueryDict) -> Tables:
    """The page's table, as a file has it: all variants, also those that the page leaves out."""
    return {
        "variants": lambda: variants_table(
            game, sum_variants(game.slug, read_filters(query, "table", "format"))
        )
    }


def _differing(game: Game, shown: Sequence[VariantSum]) -> tuple[list[str], list[list[str]]]:
    """The labels of the rules in which the variants differ, and each variant's values."""
    rules = [written_out(game, one.rules) for one in shown]
    labels = rule_labels(game)
    told = {name: [show(one.get(name)) for one in rules] for name in labels}
    differing = [name for name, values in told.items() if len(set(values)) > 1]
    values = [[told[name][at] for name in differing] for at in range(len(shown))]
    return [labels[name] for name in differing], values


def name_variants(game: Game, found: Sequence[VariantSum]) -> list[tuple[str, str]]:
    """(key, name) of each: the rules in which they differ."""
    labels, values = _differing(game, found)
    named = [(one.rules_key, _name(labels, row)) for one, row in zip(found, values, strict=True)]
    return named[:MOST]


def _name(labels: Sequence[str], values: Sequence[str]) -> str:
    pairs = zip(labels, values, strict=True)
    return ", ".join(f"{label} {value}" for label, value in pairs) or "These rules"


def _estimate(name: str, one: VariantSum, key: str) -> Estimate:
    count, n = getattr(one, key), one.sessions
    low, high = wilson(count, n)
    told = share(count, n)
    return Estimate(name, count / n, low, high, n, (), told["value"], told["interval"])


def _row(values: Sequence[str], one: VariantSum, first: VariantSum | None) -> Context:
    n = one.sessions
    return {
        "values": values,
        "puzzles": one.puzzles,
        "sessions": n,
        "stuck": share(one.stuck, n),
        "difference": None if first is None else _difference(one, first),
        "stalled": share(one.stalled, n),
        "stalls": percent(one.stalls / one.timed) if one.timed else "",
        "recovered": share(one.recovered, one.stuck),
        "solved": share(one.solved, n),
        "gave_up": share(one.gave_up, n),
        "tried_wrong": share(one.tried_wrong, n),
    }


def _stalls_differ(waits: Sequence[Sequence[Wait]]) -> Context | None:
    """Whether the variants differ in how soon people first stall."""
    found = logrank(waits)
    if found is None:
        return None
    return {
        "p": p_value(found.p),
        "chi2": f"{found.chi2:.1f}",
        "df": found.df,
        "differ": found.p < 0.05,
    }


def _difference(one: VariantSum, first: VariantSum) -> Context:
    """Of the stuck rates, in points, with Newcombe's interval."""
    found = newcombe(one.stuck, one.sessions, first.stuck, first.sessions)
    low, value, high = (f"{end * 100:+.1f}" for end in (found.low, found.value, found.high))
    shown = found.low > 0 or found.high < 0
    return {"value": value, "interval": f"{low} to {high}", "shown": shown}
