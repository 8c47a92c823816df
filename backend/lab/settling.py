"""Ending runs and experiments whose chunks have all ended.

Every statement here is made inside the transaction that holds the experiment's row.
"""

from __future__ import annotations

from uuid import UUID

from django.db import connection
from django.db.models.functions import Now

from backend.lab.models import Chunk, Experiment, ExperimentStatus, Run
from backend.lab.models.experiments import ENDED

# A run's totals are the sums over its done chunks, counter by counter.
_END_RUNS = """
    WITH ending AS (
        SELECT run.id,
               count(*) FILTER (WHERE chunk.status = 'done') AS done,
               count(*) FILTER (WHERE chunk.status = 'failed') AS failed,
               count(*) FILTER (WHERE chunk.status = 'cancelled') AS cancelled,
               coalesce(sum(chunk.trials) FILTER (WHERE chunk.status = 'done'), 0) AS trials,
               coalesce(sum(chunk.seconds), 0) AS seconds
        FROM lab_run run
        JOIN lab_variant variant ON variant.id = run.variant_id
        JOIN lab_chunk chunk ON chunk.run_id = run.id
        WHERE variant.experiment_id = %(experiment)s
          AND run.status IN ('queued', 'running')
          AND NOT EXISTS (
              SELECT 1 FROM lab_chunk open
              WHERE open.run_id = run.id AND open.status IN ('waiting', 'running'))
        GROUP BY run.id
    )
    UPDATE lab_run run
    SET status = CASE WHEN ending.cancelled > 0 THEN 'cancelled'
                      WHEN ending.failed = 0 THEN 'done'
                      WHEN ending.done = 0 THEN 'failed'
                      ELSE 'partial' END,
        totals = coalesce(
            (SELECT array_agg(one.total ORDER BY one.place)
             FROM (SELECT counter.place, sum(counter.n)::bigint AS total
                   FROM lab_chunk chunk,
                        unnest(chunk.tally) WITH ORDINALITY AS counter(n, place)
                   WHERE chunk.run_id = run.id AND chunk.status = 'done'
                   GROUP BY counter.place) one),
            '{}'),
        trials_done = ending.trials,
        seconds = ending.seconds,
        finished_at = clock_timestamp()
    FROM ending
    WHERE run.id = ending.id
"""


def settle_experiment(experiment: Experiment) -> Experiment:
    """End the runs whose chunks have all ended, and the experiment with the last run.

    `experiment` is the locked row; its status is brought up to date and returned.
    """
    with connection.cursor() as cursor:
        cursor.execute(_END_RUNS, {"experiment": experiment.pk})
    runs = Run.objects.filter(variant__experiment=experiment)
    if runs.exclude(status__in=ENDED).exists():
        return experiment
    statuses = set(runs.values_list("status", flat=True).distinct())
    experiment.status = _status(statuses)
    experiment.finished_at = Now()
    experiment.save(update_fields=["status", "finished_at"])
    experiment.refresh_from_db(fields=["finished_at"])
    return experiment


def settle_run(experiment: Experiment, run: UUID) -> Experiment:
    """As `settle_experiment`, after a chunk of `run` has ended: cheap unless it was the last."""
    open_chunks = Chunk.objects.filter(run=run, status__in=["waiting", "running"])
    return experiment if open_chunks.exists() else settle_experiment(experiment)


def _status(runs: set[str]) -> str:
    """An experiment's status from its ended runs'."""
    if "cancelled" in runs:
        return ExperimentStatus.CANCELLED
    if runs == {"done"}:
        return ExperimentStatus.DONE
    if runs == {"failed"}:
        return ExperimentStatus.FAILED
    return ExperimentStatus.PARTIAL
