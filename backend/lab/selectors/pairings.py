"""What is known of runs trial by trial, read as small integers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from backend.lab.differences import player_titles
from backend.lab.models import BoardChoice, Experiment, Pairing, Variant
from backend.lab.seats import swapped_pairs
from backend.statistics.means import Sums, paired_means, unpaired_means
from engines import Metric
from engines.game import Game

Products = Mapping[tuple[int, int], Mapping[int, int]]
"""(variant's position, its partner's) -> replicate -> sum of products."""


def paired_products(experiment: Experiment) -> Products:
    """All pairings worked out so far, in one query."""
    rows = Pairing.objects.filter(
        run__variant__experiment=experiment, products__isnull=False
    ).values_list(
        "run__variant__position", "other__variant__position", "run__replicate", "products"
    )
    found: dict[tuple[int, int], dict[int, int]] = {}
    for position, other, replicate, products in rows:
        if products is not None:
            found.setdefault((position, other), {})[replicate] = products
    return found


def over_both_seats(
    game: Game,
    metric: Metric,
    variants: Sequence[Variant],
    sums: Mapping[int, Sums],
    pairings: Products,
) -> list[dict[str, Any]]:
    """Two players against each other over both seats, JSON-ready::

        [{"positions": [as first, as second], "players": [title, title], "value", "low", "high",
          "n": pairs of games, "exact": value or None,
          "moving_first": {"value", "low", "high", "n", "exact"}}]

    `value` is how far the first-named player is ahead in an average game, each pair of games
    being played on the same streams with the seats swapped (on streams of their own where the
    boards are fresh); `moving_first` is how far whoever moves first is ahead of what this leads to
    expect. `sums` are the headline's, by position; pairs that are not wholly worked out are left
    out.
    """
    found = []
    for first, second in swapped_pairs(game, variants):
        if metric.kind != "mean" or metric.sides is None:
            continue
        one_way, other_way = sums[first], sums[second]
        if variants[0].experiment.boards == BoardChoice.FRESH:
            apart = unpaired_means(one_way, other_way)
            together = unpaired_means(one_way, other_way.opposite)
        else:
            known = pairings.get((second, first), {})
            if len(known) < variants[0].experiment.replicates:
                continue
            products = sum(known.values())
            apart = paired_means(one_way, other_way, products)
            together = paired_means(one_way, other_way.opposite, -products)
        if apart is None or together is None:
            continue
        games = min(one_way.n, other_way.n)
        ahead, seat = apart.estimate.scaled(0.5), together.estimate.scaled(0.5)
        one, other = (_exact(variants[at], metric.key) for at in (first, second))
        exact = None if one is None or other is None else (one, other)
        found.append(
            {
                "positions": [first, second],
                "players": list(player_titles(game, variants[first].policy)),
                "value": ahead.value,
                "low": ahead.low,
                "high": ahead.high,
                "n": games,
                "exact": exact and (exact[0] - exact[1]) / 2,
                "moving_first": {
                    **asdict(seat),
                    "n": games,
                    "exact": exact and (exact[0] + exact[1]) / 2,
                },
            }
        )
    return found


def _exact(variant: Variant, key: str) -> float | None:
    return exact_figures(variant).get(key)


def exact_figures(variant: Variant) -> dict[str, float]:
    """Exact values by metric key: those that are known. No query if `expectation` is loaded."""
    expectation = getattr(variant, "expectation", None)
    return dict(expectation.figures or {}) if expectation is not None else {}
