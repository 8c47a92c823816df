"""The compare page: variants of one game and people's play side by side, under one address.

Imported by the compare view only: charts need Altair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse

from backend.common.problems import BadRequest
from backend.lab import arms, charts
from backend.lab.admin import words
from backend.lab.admin.comparing_words import against_first, too_few
from backend.lab.differences import policy_title, rule_labels, show
from backend.lab.selectors.comparing import (
    MOST_COMPARED,
    comparable_variants,
    compare_arms,
)
from engines import Game, Metric, get_game, headline_of

Context = dict[str, Any]
Address = tuple[tuple[str, ...], tuple[str, ...]]
"""Ids of variants, keys of people's arms: the first of all is what the others are held against."""


def asked_variants(query: QueryDict) -> list[UUID]:
    """Ids of the variants asked for, each once. Raises `BadRequest`."""
    try:
        ids = [UUID(text) for text in _parts(query, "variant")]
    except ValueError:
        raise BadRequest("One of these is no variant.") from None
    if len(ids) + len(asked_people(query)) > MOST_COMPARED:
        raise BadRequest(f"At most {MOST_COMPARED} variants can be compared at once.")
    return ids


def asked_people(query: QueryDict) -> list[str]:
    """Keys of the arms of recorded play asked for, each once."""
    return _parts(query, "people")


def with_played(query: QueryDict) -> str:
    """The address to go to where a chooser sent what was played; else empty.

    Raises `BadRequest` where it can't be read.
    """
    source = arms.source()
    if source is None or not query.get("played"):
        return ""
    people = dict.fromkeys([*asked_people(query), source.key_of(query)])
    return address(_parts(query, "variant"), list(people))


def address(variants: Sequence[str], people: Sequence[str]) -> str:
    """The page's own query for these arms."""
    given = {"variant": ",".join(variants), "people": ",".join(people)}
    return "?" + urlencode({name: text for name, text in given.items() if text}, safe=",:;")


def compare_page(ids: Sequence[UUID], people: Sequence[str]) -> Context:
    """What ``lab/compare.html`` shows. Raises `Problem` or `EngineError`."""
    found = compare_arms(ids, people)
    game = get_game(found["game"])
    headline = headline_of(game)
    labels = rule_labels(game)
    told = [*found["variants"], *found["people"]]
    variants = [one["id"] for one in found["variants"]]
    keys = [one["key"] for one in found["people"]]
    others = [m for m in game.metrics if m.kind in ("proportion", "mean") and m is not headline]
    of_one = len({one["experiment"]["id"] for one in found["variants"]}) == 1
    comparisons = sum(one["difference"] is not None for one in told)
    rows = [
        {**_row(game, headline, found["rules"], one, told[0]), "name": _name(one, of_one)}
        for one in told
    ]
    for row, one in zip(rows, told, strict=True):
        rest = [other for other in variants if other != one.get("id")]
        rest_keys = [other for other in keys if other != one.get("key")]
        row["without"] = address(rest, rest_keys)
        if "id" in one:
            row["first"] = address([one["id"], *rest], keys)
        row["others"] = [_cell(metric, one) for metric in others] if "id" in one else None
    with charts.unchecked():
        chart = _chart(headline, rows, told)
    return {
        "game": game,
        "headline": headline,
        "rules": [labels[name] for name in found["rules"]],
        "comparisons": comparisons,
        "players_differ": len({row["player"] for row in rows}) > 1,
        "specs": {"chart-headline": chart} if chart else {},
        "others": others,
        "rows": rows,
        "with_people": bool(found["people"]),
        "going_on": any(one["going_on"] for one in found["people"]),
        "cautions": list(
            dict.fromkeys(one["caution"] for one in found["people"] if one["caution"])
        ),
        "sentences": [
            {"title": row["name"], "text": text}
            for row, one in zip(rows, told, strict=True)
            if (
                text := against_first(
                    headline,
                    one,
                    told[0],
                    rows[0]["name"],
                    _unlike(labels, found["rules"], one, told[0]),
                    comparisons,
                )
            )
        ],
        "chosen": ",".join(variants),
        "chosen_people": ",".join(keys),
        "exports": _exports(variants, keys),
        "choices": [
            one
            for one in comparable_variants(game.slug, game.version)
            if str(one.pk) not in variants
        ],
        "full": len(told) >= MOST_COMPARED,
        **_chooser(game, headline),
    }


def _chooser(game: Game, headline: Metric) -> Context:
    """What of recorded play can be added, or why nothing of it."""
    source = arms.source()
    if source is None:
        return {}
    if not headline.counts_stuck:
        return {"no_people": arms.NO_STUCK_RATE.format(headline=headline.title)}
    return {
        "offers": source.offers(game),
        "filters_template": source.filters_template,
        **source.filters_context(game),
    }


def _exports(variants: Sequence[str], keys: Sequence[str]) -> list[tuple[str, str]]:
    """(title, address up to the format's name)."""
    query = address(variants, keys).replace("?variant=", "?variants=")
    return [("All figures", f"{reverse('experiments-compare-export')}{query}&format=")]


def _row(
    game: Game, headline: Metric, rules: Sequence[str], one: Mapping[str, Any], first: Context
) -> Context:
    summary = one["metrics"][headline.key]
    if "id" in one:
        player, n = policy_title(game, one["policy"]), one["trials"]
    else:
        player, n = one["title"].partition(" on ")[0], one["sessions"]
    return {
        **one,
        "player": player,
        "other_player": (one.get("policy"), one.get("who"))
        != (first.get("policy"), first.get("who")),
        "n": n,
        "values": [
            {
                "text": show(one["rules"].get(rule)),
                "differs": one["rules"].get(rule) != first["rules"].get(rule),
            }
            for rule in rules
        ],
        "value": words.figure(headline, summary),
        "interval": words.interval(headline, summary),
        "difference": one["difference"] and words.difference(headline, one["difference"]),
        "too_few": too_few(headline, one, first),
    }


def _unlike(
    labels: Mapping[str, str], rules: Sequence[str], one: Mapping[str, Any], first: Context
) -> list[str]:
    """The rules that are not as the first one's: ``Seed points 13, not 14``."""
    return [
        f"{labels[name]} {show(one['rules'].get(name))}, not {show(first['rules'].get(name))}"
        for name in rules
        if one["rules"].get(name) != first["rules"].get(name)
    ]


def _name(one: Mapping[str, Any], of_one: bool) -> str:
    """Of a variant with its experiment's, unless all are `of_one`."""
    if "id" in one:
        return one["title"] if of_one else f"{one['title']} · {one['experiment']['title']}"
    return f"{one['title']}, {one['about']}" if one["about"] else one["title"]


def _cell(metric: Metric, one: Mapping[str, Any]) -> Context:
    summary = one["metrics"][metric.key]
    return {"value": words.figure(metric, summary), "interval": words.interval(metric, summary)}


def _chart(
    headline: Metric, rows: Sequence[Context], told: Sequence[Mapping[str, Any]]
) -> charts.Spec | None:
    estimates = []
    for row, one in zip(rows, told, strict=True):
        summary = one["metrics"][headline.key]
        if summary["value"] is None:
            continue
        name = row["name"] if "id" in one else f"{row['name']}: n = {row['n']:,}"
        ends = (summary[end] for end in ("value", "low", "high", "n"))
        estimates.append(
            charts.Estimate(
                name,
                *ends,
                replicates=[],
                shown=row["value"],
                interval=row["interval"],
                exact=one.get("exact", {}).get(headline.key),
                who=one.get("who", "simulation"),
            )
        )
    if not estimates:
        return None
    return charts.estimates_chart(
        estimates,
        headline.title,
        percent=headline.kind == "proportion",
        unit=headline.unit,
        sides=headline.sides,
    )


def _parts(query: QueryDict, name: str) -> list[str]:
    """What is named, with commas or one by one, each once."""
    texts = (text for part in query.getlist(name) for text in part.split(","))
    return list(dict.fromkeys(text for text in texts if text))
