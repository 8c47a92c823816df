"""How far an experiment is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import connection

from backend.lab.models import Chunk, Experiment, Variant
from backend.lab.versions import same_version
from engines import Metric, get_game, summarise
from engines.game import Game

RATE_SECONDS = 60
"""The rate is that of so many seconds past."""

MOST_ERRORS = 5

# One row a variant: chunks and trials by status, the seconds since the start, and the sums of
# the headline's counters, which are `size` numbers from place `first` (from 1) of each tally.
_BY_VARIANT = """
    SELECT variant.id,
           count(*),
           count(*) FILTER (WHERE chunk.status = 'done'),
           count(*) FILTER (WHERE chunk.status = 'running'),
           count(*) FILTER (WHERE chunk.status = 'failed'),
           count(*) FILTER (WHERE chunk.status = 'cancelled'),
           count(*) FILTER (WHERE chunk.alarm <> ''),
           sum(chunk.trials)::bigint,
           coalesce(sum(chunk.trials) FILTER (WHERE chunk.status = 'done'), 0)::bigint,
           coalesce(sum(chunk.trials) FILTER (
               WHERE chunk.finished_at > clock_timestamp() - %(window)s * interval '1 second'
           ), 0)::bigint,
           count(*) FILTER (
               WHERE chunk.finished_at > clock_timestamp() - %(window)s * interval '1 second'
           ),
           coalesce(sum(chunk.tally[headline.first]), 0)::bigint,
           coalesce(sum(chunk.tally[headline.first + 1]), 0)::bigint,
           coalesce(sum(chunk.tally[headline.first + 2]), 0)::bigint
    FROM lab_variant variant
    JOIN unnest(%(variants)s::uuid[], %(firsts)s::int[]) AS headline(variant, first)
      ON headline.variant = variant.id
    JOIN lab_run run ON run.variant_id = variant.id
    JOIN lab_chunk chunk ON chunk.run_id = run.id
    GROUP BY variant.id
"""


@dataclass(frozen=True, slots=True)
class _Counts:
    chunks: int
    done: int
    running: int
    failed: int
    cancelled: int
    alarms: int
    trials: int
    trials_done: int
    trials_lately: int
    chunks_lately: int
    first: int
    second: int
    third: int

    @property
    def headline(self) -> tuple[int, int, int]:
        return self.first, self.second, self.third


def experiment_progress(experiment: Experiment) -> dict[str, Any]:
    """JSON-ready::

        {"status", "partial", "share": 0…1,
         "chunks": {"done", "running", "failed", "cancelled", "total"},
         "trials": {"done", "total"}, "rate": trials a second or None,
         "seconds": since the start, or None, "seconds_left": or None, "alarms",
         "errors": [{"position", "replicate", "chunk", "error"}] (the first few),
         "variants": [{"position", "title", "chunks", "trials", "headline": summary or None}]}

    `partial` is true until every trial is done. No seconds are left to tell once it is being
    cancelled. Three queries.
    """
    game = get_game(experiment.game)
    variants = list(experiment.variants.all())
    metric = _headline(game) if same_version(experiment) else None
    counts, seconds = _count(experiment, game, variants, metric)
    rows = [counts[v.pk] for v in variants]
    done, total = sum(c.trials_done for c in rows), sum(c.trials for c in rows)
    rate = _rate(experiment, rows, seconds)
    going_on = experiment.status in ("queued", "running")
    left = _seconds_left(rows, seconds) if going_on and seconds else None
    return {
        "status": experiment.status,
        "partial": done < total,
        "share": done / total if total else 0.0,
        "chunks": _chunks(rows),
        "trials": {"done": done, "total": total},
        "rate": rate,
        "seconds": seconds,
        "seconds_left": left,
        "alarms": sum(c.alarms for c in rows),
        "errors": _errors(experiment) if any(c.failed for c in rows) else [],
        "variants": [
            {
                "position": v.position,
                "title": v.title,
                "chunks": _chunks([counts[v.pk]]),
                "trials": {"done": counts[v.pk].trials_done, "total": counts[v.pk].trials},
                "headline": _estimate(game, metric, v, counts[v.pk]),
            }
            for v in variants
        ],
    }


def _headline(game: Game) -> Metric | None:
    return next((m for m in game.metrics if m.headline and m.kind in ("proportion", "mean")), None)


def _count(
    experiment: Experiment, game: Game, variants: list[Variant], metric: Metric | None
) -> tuple[dict[Any, _Counts], float | None]:
    """Counts by variant id, and the seconds the experiment has been going (or took)."""
    firsts = [first_place(game, metric, v) for v in variants]
    params: dict[str, Any] = {
        "variants": [v.pk for v in variants],
        "firsts": firsts,
        "window": RATE_SECONDS,
    }
    with connection.cursor() as cursor:
        cursor.execute(_BY_VARIANT, params)
        counts = {row[0]: _Counts(*row[1:]) for row in cursor.fetchall()}
        cursor.execute(
            "SELECT extract(epoch FROM coalesce(finished_at, clock_timestamp()) - started_at)"
            "::float FROM lab_experiment WHERE id = %s",
            [experiment.pk],
        )
        row = cursor.fetchone()
    return counts, row[0] if row else None


def first_place(game: Game, metric: Metric | None, variant: Variant) -> int:
    """Where the headline's counters begin in a tally of this variant, from 1."""
    if metric is None:
        return 1
    rules = game.Rules.model_validate(variant.rules)
    place = 1
    for one in game.metrics:
        if one.key == metric.key:
            break
        size = 1
        for length in one.shape(rules):
            size *= length
        place += size
    return place


def _estimate(
    game: Game, metric: Metric | None, variant: Variant, counts: _Counts
) -> dict[str, Any] | None:
    if metric is None or not counts.trials_done:
        return None
    rules = game.Rules.model_validate(variant.rules)
    size = metric.shape(rules)[0]
    return {"key": metric.key, **summarise(metric, rules, counts.headline[:size])}


def _chunks(rows: list[_Counts]) -> dict[str, int]:
    return {
        "done": sum(c.done for c in rows),
        "running": sum(c.running for c in rows),
        "failed": sum(c.failed for c in rows),
        "cancelled": sum(c.cancelled for c in rows),
        "total": sum(c.chunks for c in rows),
    }


def _rate(experiment: Experiment, rows: list[_Counts], seconds: float | None) -> float | None:
    """Trials a second: lately while it goes on, over all once it has ended."""
    if not seconds:
        return None
    if not experiment.ended:
        lately = sum(c.trials_lately for c in rows)
        if lately:
            return lately / min(seconds, RATE_SECONDS)
    done = sum(c.trials_done for c in rows)
    return done / seconds if done else None


def _seconds_left(rows: list[_Counts], seconds: float) -> float | None:
    """By the chunks, which are cut to take about as long as each other whatever is played."""
    still_open = sum(c.chunks - c.done - c.failed - c.cancelled for c in rows)
    lately, done = sum(c.chunks_lately for c in rows), sum(c.done for c in rows)
    if lately:
        return still_open * min(seconds, RATE_SECONDS) / lately
    return still_open * seconds / done if done else None


def _errors(experiment: Experiment) -> list[dict[str, Any]]:
    failed = (
        Chunk.objects.filter(run__variant__experiment=experiment, status="failed")
        .select_related("run__variant")
        .order_by("run__variant__position", "run__replicate", "first_trial")[:MOST_ERRORS]
    )
    return [
        {
            "position": chunk.run.variant.position,
            "replicate": chunk.run.replicate,
            "chunk": chunk.number,
            "error": chunk.error,
        }
        for chunk in failed
    ]
