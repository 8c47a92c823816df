"""The compare page: variants of one game side by side, under an address that lasts.

Imported by the compare view only: charts need Altair.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import QueryDict

from backend.lab import charts
from backend.lab.admin import words
from backend.lab.admin.asking import NotThere
from backend.lab.differences import policy_title, rule_labels, show
from backend.lab.selectors.comparing import (
    MOST_COMPARED,
    comparable_variants,
    compare_variants,
)
from engines import get_game

Context = dict[str, Any]


def asked_variants(query: QueryDict) -> list[UUID]:
    """Ids of the variants asked for, each once. Raises `NotThere`."""
    texts = [text for part in query.getlist("variant") for text in part.split(",") if text]
    try:
        ids = list(dict.fromkeys(UUID(text) for text in texts))
    except ValueError:
        raise NotThere("One of these is no variant.") from None
    if len(ids) > MOST_COMPARED:
        raise NotThere(f"At most {MOST_COMPARED} variants can be compared at once.")
    return ids


def compare_page(ids: list[UUID]) -> Context:
    """What ``lab/compare.html`` shows. Raises `NotFound`, `Conflict` or `EngineError`."""
    found = compare_variants(ids)
    game = get_game(found["game"])
    headline = next(m for m in game.metrics if m.headline)
    labels = rule_labels(game)
    told = found["variants"]
    names = [f"{one['title']} · {one['experiment']['title']}" for one in told]
    estimates = [
        charts.Estimate(
            name,
            *(one["metrics"][headline.key][end] for end in ("value", "low", "high", "n")),
            replicates=[],
            shown=words.figure(headline, one["metrics"][headline.key]),
            interval=words.interval(headline, one["metrics"][headline.key]),
            exact=one["exact"].get(headline.key),
        )
        for name, one in zip(names, told, strict=True)
        if one["metrics"][headline.key]["value"] is not None
    ]
    with charts.unchecked():
        chart = charts.estimates_chart(
            estimates,
            headline.title,
            percent=headline.kind == "proportion",
            unit=headline.unit,
            sides=headline.sides,
        )
    chosen = [one["id"] for one in told]
    others = [m for m in game.metrics if m.kind in ("proportion", "mean") and m is not headline]
    return {
        "game": game,
        "headline": headline,
        "rules": [labels[name] for name in found["rules"]],
        "players_differ": len({one["policy"] for one in told}) > 1,
        "specs": {"chart-headline": chart} if estimates else {},
        "others": others,
        "rows": [
            {
                **one,
                "player": policy_title(game, one["policy"]),
                "values": [
                    {
                        "text": show(one["rules"].get(name)),
                        "differs": one["rules"].get(name) != told[0]["rules"].get(name),
                    }
                    for name in found["rules"]
                ],
                "value": words.figure(headline, one["metrics"][headline.key]),
                "interval": words.interval(headline, one["metrics"][headline.key]),
                "difference": one["difference"]
                and words.difference(headline, {**one["difference"], "p_holm": 0.0}),
                "others": [
                    {
                        "value": words.figure(metric, one["metrics"][metric.key]),
                        "interval": words.interval(metric, one["metrics"][metric.key]),
                    }
                    for metric in others
                ],
                "without": _address([other for other in chosen if other != one["id"]]),
                "first": _address([one["id"], *(o for o in chosen if o != one["id"])]),
            }
            for one in told
        ],
        "chosen": ",".join(chosen),
        "choices": [
            one for one in comparable_variants(game.slug, game.version) if str(one.pk) not in chosen
        ],
        "full": len(chosen) >= MOST_COMPARED,
    }


def _address(ids: list[str]) -> str:
    return "?" + urlencode({"variant": ",".join(ids)}, safe=",")
