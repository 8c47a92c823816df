"""A game's rule variants side by side: how often people stalled, got stuck and gave up.

Imported by its view only: charts need Altair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from backend.lab.admin.words import p_text
from backend.lab.admin.words.numbers import p_value
from backend.lab.charts import Estimate, Spec, estimates_chart, unchecked
from backend.lab.charts.theme import MAX_OVERLAID
from backend.lab.differences import rule_labels, show, written_out
from backend.lab.exports.table import Table
from backend.playtests import charts
from backend.playtests.addresses import filters_query, read_filters
from backend.playtests.admin.arms import compare_links
from backend.playtests.admin.curves import curve_lines
from backend.playtests.admin.tables import Tables
from backend.playtests.admin.variants_tables import variants_survival_table, variants_table
from backend.playtests.admin.words import (
    clustered_share,
    left_out_of_comparison,
    left_out_of_test,
    of_timed,
    percent,
    why_untested,
)
from backend.playtests.arms import arm_key
from backend.playtests.selectors.due import threshold
from backend.playtests.selectors.filters import Who, count_older, describe_filters, is_going_on
from backend.playtests.selectors.variants import (
    SHARES,
    VariantSum,
    cluster_variants,
    list_waits,
    sum_variants,
)
from backend.puzzles.levels import known_levels
from backend.statistics.clusters import (
    Clustered,
    Shared,
    compare,
    compare_curves,
    enough_players,
)
from backend.statistics.estimates import Estimate as Interval
from backend.statistics.multiplicity import LEVEL, holm, is_shown
from backend.statistics.survival import Survived, Wait, kaplan_meier
from engines import Game

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
    first = shown[0].rules_key if shown else ""
    clusters, shared = cluster_variants(game.slug, filters, first)
    told = [clusters[one.rules_key] for one in shown]
    labels, values = _differing(game, [one.rules for one in shown])
    names = [_name(labels, row) for row in values]
    going_on = is_going_on(filters)
    differences = (
        [None] * len(shown)
        if going_on
        else _differences(told, [shared[one.rules_key] for one in shown])
    )
    specs: dict[str, Spec] = {}
    curves: list[tuple[str, list[Survived]]] = []
    waits = list_waits(game.slug, filters, [one.rules_key for one in shown])
    if shown:
        with unchecked():
            for key, title in (("stuck", "Got stuck"), ("stalled", "Stalled")):
                estimates = [
                    _estimate(name, one[key], filters.who)
                    for name, one in zip(names, told, strict=True)
                    if one[key].n
                ]
                if not estimates:
                    continue
                chart = estimates_chart(estimates, title, percent=True, unit="")
                specs[f"chart-{key}"] = chart
            if any(waits):
                pairs = list(zip(names, waits, strict=True))[:MAX_OVERLAID]
                curves = [(name, kaplan_meier(one)) for name, one in pairs if one]
                specs["chart-survival"] = charts.survivals_chart(curves)
    return {
        "game": game,
        "title": f"{game.title}: rule variants, as people played them",
        "carried": filters_query(filters),
        **describe_filters(filters, game.slug),
        "levels": known_levels([game]).items(),
        "older": count_older(filters, game=game.slug),
        "limit": threshold(),
        "labels": labels,
        "rows": [
            _row(values[at], one, told[at]) | {"difference": differences[at]}
            for at, one in enumerate(shown)
        ],
        "uncompared": ""
        if going_on
        else left_out_of_comparison(
            [
                name
                for name, own in zip(names, told, strict=True)
                if not enough_players(own["stuck"].players)
            ]
            if len(shown) > 1
            else []
        ),
        "going_on": going_on,
        "stalls_differ": None
        if going_on
        else _stalls_differ(names, waits, [one["stalled"] for one in told]),
        "design": max(
            (one[key].design_effect for one in told for key in SHARES if one[key].n), default=1.0
        ),
        "untested": "" if going_on else why_untested(waits, "variants"),
        "curve_names": [name for name, _ in curves],
        "curve_lines": curve_lines([curve for _, curve in curves]),
        "overlaid": min(len(shown), MAX_OVERLAID),
        "compare_links": compare_links(
            game, [arm_key("rules", one.rules_key, filters) for one in shown[:MOST_LINKED]]
        ),
        "left_out": len(found) - len(shown),
        "specs": specs,
    }


def variants_tables(game: Game, query: QueryDict) -> Tables:
    """The page's tables, as files have them: all variants, also those that the page leaves out."""
    filters = read_filters(query, "table", "format")

    def variants() -> Table:
        found = sum_variants(game.slug, filters)
        clusters, _ = cluster_variants(game.slug, filters)
        return variants_table(game, found, clusters)

    def curves() -> Table:
        found = sum_variants(game.slug, filters)
        waits = list_waits(game.slug, filters, [one.rules_key for one in found])
        return variants_survival_table(game, found, waits)

    return {"variants": variants, "survival": curves}


def _differing(
    game: Game, variants: Sequence[Mapping[str, Any]]
) -> tuple[list[str], list[list[str]]]:
    """The labels of the rules in which the variants differ, and each variant's values."""
    rules = [written_out(game, one) for one in variants]
    labels = rule_labels(game)
    told = {name: [show(one.get(name)) for one in rules] for name in labels}
    differing = [name for name, values in told.items() if len(set(values)) > 1]
    values = [[told[name][at] for name in differing] for at in range(len(rules))]
    return [labels[name] for name in differing], values


def name_variants(
    game: Game, found: Sequence[tuple[str, Mapping[str, Any]]]
) -> list[tuple[str, str]]:
    """(key, name) of each set of rules: those in which they differ."""
    labels, values = _differing(game, [rules for _, rules in found])
    named = [(key, _name(labels, row)) for (key, _), row in zip(found, values, strict=True)]
    return named[:MOST]


def _name(labels: Sequence[str], values: Sequence[str]) -> str:
    pairs = zip(labels, values, strict=True)
    return ", ".join(f"{label} {value}" for label, value in pairs) or "These rules"


def _estimate(name: str, one: Clustered, who: Who) -> Estimate:
    low, high = one.interval
    told = clustered_share(one)
    shown, interval = told["value"], told["interval"]
    return Estimate(name, one.share, low, high, one.n, (), shown, interval, who=who)


def _row(values: Sequence[str], one: VariantSum, told: Mapping[str, Clustered]) -> Context:
    return {
        "values": values,
        "puzzles": one.puzzles,
        "sessions": one.sessions,
        "stalls": percent(one.stalls / one.timed) if one.timed else "",
        **{key: clustered_share(told[key]) for key in SHARES},
        "stalled": of_timed(clustered_share(told["stalled"]), one.sessions),
    }


def _stalls_differ(
    names: Sequence[str], waits: Sequence[Sequence[Wait]], stalled: Sequence[Clustered]
) -> Context | None:
    """Whether the variants differ in how soon people first stall."""
    found, small = compare_curves(waits, stalled)
    if found is None:
        return None
    return {
        "tested": sum(map(bool, waits)) - len(small),
        "small": left_out_of_test([names[at] for at in small]),
        "p": p_text(found.p),
        "chi2": f"{found.chi2:.1f}",
        "df": found.df,
        "differ": found.p < LEVEL,
    }


def _differences(
    variants: Sequence[Mapping[str, Clustered]], shared: Sequence[Shared]
) -> list[Context | None]:
    """Of each variant's stuck rate to the first one's, in points; p adjusted for all of them.

    None of the first, and where players are too few.
    """
    first, *rest = [variant["stuck"] for variant in variants] or [None]
    compared = [
        compare(own, first, both) if first else None
        for own, both in zip(rest, shared[1:], strict=True)
    ]
    adjusted = iter(holm([difference.p for difference in compared if difference]))
    return [None] * min(1, len(variants)) + [
        _difference(difference.estimate, next(adjusted)) if difference else None
        for difference in compared
    ]


def _difference(estimate: Interval, p_holm: float) -> Context:
    low, value, high = (
        f"{end * 100:+.1f}" for end in (estimate.low, estimate.value, estimate.high)
    )
    return {
        "value": value,
        "interval": f"{low} to {high}",
        "p": p_value(p_holm),
        "shown": is_shown(estimate.low, estimate.high, p_holm),
    }
