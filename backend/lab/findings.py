"""What the tests say of a done experiment: how variants differ, how replicates scatter.

A worker works it out once all pairings are known and writes it down, so that pages and answers
only read. Each variant is compared with the baseline by the paired figures where the two met
the same streams, else as two independent ones. Holm's adjustment is over these comparisons, and
another one over the tests of the variants' replicates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from backend.common.inserting import get_or_insert
from backend.lab.models import Experiment, ExperimentStatus, Finding, Pairing, Run
from backend.lab.versions import same_version
from backend.statistics.chi_squared import ChiSquared
from backend.statistics.estimates import Difference
from backend.statistics.homogeneity import spread_of_means, spread_of_proportions
from backend.statistics.means import Sums, paired_means, unpaired_means
from backend.statistics.multiplicity import holm
from backend.statistics.proportions import paired_proportions, unpaired_proportions
from engines import EngineError, Metric, get_game, headline_of, split_vector
from engines.game import Game
from engines.intervals import LEAST

Counts = tuple[int, ...]
"""The headline's counters: (count, n) or (n, sum, sum of squares)."""

Runs = Mapping[int, Mapping[int, Counts]]
"""Variant's position -> replicate -> counters."""


def wanted() -> QuerySet[Experiment]:
    """Done experiments whose pairings are known and whose findings are not."""
    unpaired = Pairing.objects.filter(run__variant__experiment=OuterRef("pk"), products=None)
    found = Experiment.objects.filter(status=ExperimentStatus.DONE, finding__isnull=True)
    return found.exclude(Exists(unpaired))


def find_next() -> bool:
    """Work out one experiment's findings; False when none is wanted."""
    experiment = wanted().order_by("finished_at").first()
    if experiment is None:
        return False
    figures = _figures(experiment)
    get_or_insert(Finding.objects.all(), experiment=experiment, defaults={"figures": figures})
    return True


def find(headline: Metric, runs: Runs, products: Mapping[int, int]) -> dict[str, Any]:
    """JSON-ready::

        {"comparisons": [{"position", "method", "value", "low", "high", "n", "p", "p_holm"}],
         "spreads": [{"position", "chi2", "df", "p", "p_holm"}]}

    `products` are sums over trials by position, of variants paired with the baseline (position
    0). What can't be compared is left out, and so is what was counted in fewer than `LEAST` plays.
    """
    whole = {position: _total(list(one.values())) for position, one in runs.items()}
    comparisons = []
    for position in sorted(whole):
        if position == 0:
            continue
        difference = compare(headline, whole[position], whole[0], products.get(position))
        if difference is not None:
            comparisons.append((position, difference))
    adjusted = holm([difference.p for _, difference in comparisons])
    spreads = [
        (position, spread)
        for position, one in sorted(runs.items())
        if (spread := spread_of(headline, [one[r] for r in sorted(one)])) is not None
    ]
    adjusted_spreads = holm([spread.p for _, spread in spreads])
    return {
        "comparisons": [
            {
                "position": position,
                "method": one.method,
                **asdict(one.estimate),
                "p": one.p,
                "p_holm": p_holm,
            }
            for (position, one), p_holm in zip(comparisons, adjusted, strict=True)
        ],
        "spreads": [
            {"position": position, **asdict(spread), "p_holm": p_holm}
            for (position, spread), p_holm in zip(spreads, adjusted_spreads, strict=True)
        ],
    }


def compare(
    headline: Metric, one: Counts, other: Counts, products: int | None
) -> Difference | None:
    """`one` less `other`; None of fewer than `LEAST` plays. `products` where they are paired."""
    if headline.kind == "proportion":
        (count, n), (base, base_n) = one, other
        if min(n, base_n) < LEAST:
            return None
        # A headline may not count in every trial (no such board): then trials don't line up.
        if products is None or n != base_n:
            return unpaired_proportions(count, n, base, base_n)
        return paired_proportions(count, base, products, n)
    sums, base_sums = Sums(*one), Sums(*other)
    if products is None or sums.n != base_sums.n:
        return unpaired_means(sums, base_sums)
    return paired_means(sums, base_sums, products)


def spread_of(headline: Metric, runs: Sequence[Counts]) -> ChiSquared | None:
    """How the replicates of one variant scatter."""
    if headline.kind == "proportion":
        return spread_of_proportions([(count, n) for count, n in runs])
    return spread_of_means([Sums(*run) for run in runs])


def _total(runs: Sequence[Counts]) -> Counts:
    return tuple(map(sum, zip(*runs, strict=True)))


def _figures(experiment: Experiment) -> dict[str, Any]:
    try:
        if not same_version(experiment):
            return {}
        game = get_game(experiment.game)
    except EngineError:
        return {}
    headline = headline_of(game)
    return find(headline, _counted(game, headline, experiment), _products(experiment))


def _counted(game: Game, headline: Metric, experiment: Experiment) -> Runs:
    found: dict[int, dict[int, Counts]] = {}
    runs = Run.objects.filter(variant__experiment=experiment).select_related("variant")
    for run in runs:
        rules = game.Rules.model_validate(run.variant.rules)
        counts = split_vector(game, rules, run.totals or [])[headline.key]
        found.setdefault(run.variant.position, {})[run.replicate] = counts
    return found


def _products(experiment: Experiment) -> dict[int, int]:
    """Sums of products of each variant with the baseline: of those paired in every replicate."""
    rows = Pairing.objects.filter(
        run__variant__experiment=experiment, other__variant__position=0, products__isnull=False
    ).values_list("run__variant__position", "products")
    found: dict[int, list[int]] = {}
    for position, products in rows:
        found.setdefault(position, []).append(products or 0)
    return {
        position: sum(one) for position, one in found.items() if len(one) == experiment.replicates
    }
