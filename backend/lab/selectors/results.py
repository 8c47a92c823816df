"""What an experiment says so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import prod
from typing import Any

from django.db import connection

from backend.lab.bands import verdict
from backend.lab.differences import differing
from backend.lab.models import Experiment, ExperimentStatus, Finding, Run, Variant
from backend.lab.selectors.boards import of_the_boards, results_by_board
from backend.lab.selectors.experiments import describe_experiment
from backend.lab.selectors.pairings import exact_figures, over_both_seats, paired_products
from backend.lab.versions import game_as_begun
from backend.puzzles.selectors import describe_metrics
from backend.statistics.means import Sums
from engines import headline_of, split_vector, summarise
from engines.game import Game

SCALARS = ("proportion", "mean")

# Counters of runs that have not ended, summed over their done chunks.
_SO_FAR = """
    SELECT done.run_id, done.trials, one.totals
    FROM (SELECT run_id, sum(trials)::bigint AS trials
          FROM lab_chunk WHERE run_id = ANY(%(runs)s) AND status = 'done'
          GROUP BY run_id) done
    CROSS JOIN LATERAL (
        SELECT array_agg(place_sum.total ORDER BY place_sum.place) AS totals
        FROM (SELECT counter.place, sum(counter.n)::bigint AS total
              FROM lab_chunk chunk, unnest(chunk.tally) WITH ORDINALITY AS counter(n, place)
              WHERE chunk.run_id = done.run_id AND chunk.status = 'done'
              GROUP BY counter.place) place_sum) one
"""


def experiment_results(experiment: Experiment) -> dict[str, Any]:
    """JSON-ready, in at most five queries whatever the number of variants and runs (eight where
    the boards are fixed)::

        {"experiment": {"id", "title", "question", "note", "game", "version", "preset", "seed",
                        "trials", "replicates", "status", "created_at", …},
         "partial": bool,
         "compared": whether comparisons have been worked out (a worker does, once it is done),
         "both_seats": see `over_both_seats`, "boards": see `results_by_board`,
         "metrics": [{"key", "title", "kind", "unit", "description", "headline"}],
         "variants": [{"id", "position", "title", "rules", "policy",
                       "differences": [names of rules (or "policy") not as in the baseline],
                       "several_changes": bool,
                       "trials": {"done", "total"},
                       "metrics": {KEY: summary over all replicates},
                       "exact": {KEY: exact value, of those that are known},
                       "comparison": with the baseline, "spread": of the replicates (see
                       `backend.lab.findings.find`), "verdict": {"band", "more"}; or null,
                       "replicates": [{"run", "replicate", "seed", "status",
                                       "trials": {"done", "total"},
                                       "metrics": {KEY: summary of proportions and means}}]}]}

    A summary is as `engines.summarise` gives it; of what is known of stored puzzles before they
    are played it has no `low` and `high`, and `of_boards` is true. A replicate's counts are those
    of ``python -m engines simulate GAME --rules RULES --policy POLICY --trials TRIALS
    --seed SEED`` with the replicate's seed. Raises `Conflict` (409) when the game has another
    version now.
    """
    game = game_as_begun(experiment)
    variants = list(experiment.variants.select_related("experiment", "expectation"))
    runs = list(Run.objects.filter(variant__experiment=experiment).order_by("replicate"))
    so_far = _so_far([run for run in runs if run.totals is None])
    counted = {run.pk: _counted(run, so_far) for run in runs}
    planned = experiment.trials * experiment.replicates
    partial = sum(n for n, _ in counted.values()) < planned * len(variants)
    parts = [
        _counted_variant(
            game,
            variant,
            [(run, *counted[run.pk]) for run in runs if run.variant_id == variant.pk],
        )
        for variant in variants
    ]
    findings = _findings(experiment)
    return {
        "experiment": describe_experiment(experiment),
        "partial": partial,
        "compared": findings is not None,
        "boards": results_by_board(experiment, game, variants),
        "both_seats": [] if partial else _both_seats(experiment, game, parts),
        "metrics": describe_metrics(game),
        "variants": [
            _variant_results(experiment, game, one, variants[0], findings or {}) for one in parts
        ],
    }


def differences(game: Game, variant: Variant, baseline: Variant) -> list[str]:
    """What is not as in the baseline: names of rules, and "policy"."""
    names = differing(game, baseline.rules, variant.rules)
    return names + (["policy"] if variant.policy != baseline.policy else [])


def _so_far(runs: Sequence[Run]) -> dict[Any, tuple[int, list[int]]]:
    """(trials done, totals) by run id, of those that have any done chunk."""
    if not runs:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_SO_FAR, {"runs": [run.pk for run in runs]})
        return {row[0]: (row[1], row[2]) for row in cursor.fetchall()}


def _counted(run: Run, so_far: dict[Any, tuple[int, list[int]]]) -> tuple[int, list[int]]:
    if run.totals is not None and run.trials_done is not None:
        return run.trials_done, run.totals
    return so_far.get(run.pk, (0, []))


@dataclass(frozen=True, slots=True)
class _Counted:
    """A variant with its counters: `whole` over all replicates, `runs` with trials done each."""

    variant: Variant
    rules: Any
    whole: dict[str, tuple[int, ...]]
    runs: list[tuple[Run, int, list[int]]]


def _counted_variant(
    game: Game, variant: Variant, runs: Sequence[tuple[Run, int, list[int]]]
) -> _Counted:
    rules = game.Rules.model_validate(variant.rules)
    size = sum(prod(metric.shape(rules)) for metric in game.metrics)
    full = [(run, done, vector or [0] * size) for run, done, vector in runs]
    total = [sum(column) for column in zip(*(vector for _, _, vector in full), strict=True)]
    return _Counted(variant, rules, split_vector(game, rules, total), full)


def _both_seats(
    experiment: Experiment, game: Game, parts: Sequence[_Counted]
) -> list[dict[str, Any]]:
    headline = headline_of(game)
    if game.players != 2 or headline.kind != "mean":
        return []
    sums = {one.variant.position: Sums(*one.whole[headline.key]) for one in parts}
    variants = [one.variant for one in parts]
    return over_both_seats(game, headline, variants, sums, paired_products(experiment))


def _findings(experiment: Experiment) -> dict[str, Any] | None:
    """What was worked out of a done experiment; None: nothing yet."""
    if experiment.status != ExperimentStatus.DONE:
        return None
    found: dict[str, Any] | None = (
        Finding.objects.filter(experiment=experiment).values_list("figures", flat=True).first()
    )
    for one in (found or {}).get("spreads", ()):
        one.setdefault("p_holm", one["p"])  # a worker of an earlier release may have written it
    return found


def _variant_results(
    experiment: Experiment,
    game: Game,
    counted: _Counted,
    baseline: Variant,
    findings: Mapping[str, Any],
) -> dict[str, Any]:
    variant, rules = counted.variant, counted.rules
    plays = sum(done for _, done, _ in counted.runs)
    metrics = {
        m.key: of_the_boards(experiment, m, plays, summarise(m, rules, counted.whole[m.key]))
        for m in game.metrics
    }
    changed = differences(game, variant, baseline)
    return {
        "id": str(variant.pk),
        "position": variant.position,
        "title": variant.title,
        "rules": variant.rules,
        "policy": variant.policy,
        "differences": changed,
        "several_changes": len(changed) > 1,
        "trials": {
            "done": plays,
            "total": experiment.trials * experiment.replicates,
        },
        "metrics": metrics,
        "exact": exact_figures(variant),
        "comparison": _of(findings.get("comparisons", ()), variant.position),
        "spread": _of(findings.get("spreads", ()), variant.position),
        "verdict": _verdict(experiment, game, metrics),
        "replicates": [
            {
                "run": str(run.pk),
                "replicate": run.replicate,
                "seed": run.seed,
                "status": run.status,
                "trials": {"done": done, "total": experiment.trials},
                "metrics": _scalars(experiment, game, rules, done, vector),
            }
            for run, done, vector in counted.runs
        ],
    }


def _of(found: Iterable[Mapping[str, Any]], position: int) -> dict[str, Any] | None:
    """What was found of the variant at this position."""
    one = next((one for one in found if one["position"] == position), None)
    return None if one is None else {k: v for k, v in one.items() if k != "position"}


def _verdict(
    experiment: Experiment, game: Game, metrics: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The band of the headline, a rate: only of a done experiment that had bands set."""
    headline = headline_of(game)
    told = metrics[headline.key]
    if (
        experiment.status != ExperimentStatus.DONE
        or experiment.bands is None
        or headline.kind != "proportion"
        or told["value"] is None
    ):
        return None
    low, high = experiment.bands
    return asdict(verdict((low, high), told["value"], told["low"], told["high"], told["n"]))


def _scalars(
    experiment: Experiment, game: Game, rules: Any, plays: int, vector: Sequence[int]
) -> dict[str, Any]:
    counts = split_vector(game, rules, vector)
    return {
        m.key: of_the_boards(experiment, m, plays, summarise(m, rules, counts[m.key]))
        for m in game.metrics
        if m.kind in SCALARS
    }
