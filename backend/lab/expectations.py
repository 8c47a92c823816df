"""Exact values beside the simulated ones, worked out by a worker once for each variant.

It may take a minute or more, so it is a task of its own with a time limit, and is tried
`MAX_ATTEMPTS` times at most. Values already known of the same rules and policy are copied.
"""

from __future__ import annotations

from time import perf_counter

import structlog
from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from backend.common.queueing import enqueue
from backend.lab import bell
from backend.lab.models import Expectation, Variant
from engines import EngineError, get_game
from engines.protocol import KnowsExactly

log = structlog.get_logger(__name__)

WORK_OUT = "simulation.work_out_exactly"
MAX_ATTEMPTS = 2
LONGEST_SECONDS = 180
"""A worker's child that needs longer for one variant is ended."""

_CLAIM = """
    WITH next AS (
        SELECT variant_id FROM lab_expectation
        WHERE figures IS NULL AND attempts < %(most)s
          AND (lease_until IS NULL OR lease_until < clock_timestamp())
        ORDER BY attempts, variant_id LIMIT 1
        FOR UPDATE SKIP LOCKED
    )
    UPDATE lab_expectation expectation
    SET attempts = attempts + 1,
        lease_until = clock_timestamp() + %(lease)s * interval '1 second'
    FROM next WHERE expectation.variant_id = next.variant_id
    RETURNING expectation.variant_id
"""


def wanted() -> QuerySet[Expectation]:
    """Those that wait for a worker."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=Now())
    return Expectation.objects.filter(free, figures__isnull=True, attempts__lt=MAX_ATTEMPTS)


def ring() -> None:
    """Ask a worker to look for what is wanted."""
    enqueue(WORK_OUT, queue=bell.QUEUE)


def work_out_next() -> bool:
    """Work out one variant's exact values; False when none is wanted.

    A variant that fails is left for another attempt.
    """
    with connection.cursor() as cursor:
        params = {"most": MAX_ATTEMPTS, "lease": LONGEST_SECONDS + 30}
        cursor.execute(_CLAIM, params)
        row = cursor.fetchone()
    if row is None:
        return False
    variant = Variant.objects.select_related("experiment").get(pk=row[0])
    begun = perf_counter()
    try:
        figures = _known(variant)
        figures = _work_out(variant) if figures is None else figures
    except Exception as error:
        log.exception("not_worked_out", variant=str(variant.pk), error=str(error))
        Expectation.objects.filter(pk=variant.pk).update(lease_until=None)
        return True
    Expectation.objects.filter(pk=variant.pk).update(
        figures=figures, seconds=perf_counter() - begun, lease_until=None
    )
    return True


def _known(variant: Variant) -> dict[str, float] | None:
    """What was worked out before of the same rules and policy."""
    same = Expectation.objects.filter(
        figures__isnull=False,
        variant__experiment__game=variant.experiment.game,
        variant__experiment__version=variant.experiment.version,
        variant__policy=variant.policy,
        variant__rules=variant.rules,
    )
    return same.values_list("figures", flat=True).first()


def _work_out(variant: Variant) -> dict[str, float]:
    game = get_game(variant.experiment.game)
    if game.version != variant.experiment.version:
        return {}
    rules = game.Rules.model_validate(variant.rules)
    try:
        return game.exact_metrics(rules, variant.policy) if isinstance(game, KnowsExactly) else {}
    except EngineError:
        return {}
