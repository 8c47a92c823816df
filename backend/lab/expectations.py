"""Exact values beside the simulated ones, worked out by a worker once for each variant.

It may take a minute or more, so it is a task of its own with a time limit, and is tried
`MAX_ATTEMPTS` times at most. Meanwhile a heart keeps its lease, and gives it back with the
attempt when the worker is told to go; done twice it comes out the same. Values already known
of the same rules and policy are copied. On fixed boards, which all have as many trials, it is
the mean of the boards' values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import perf_counter
from uuid import UUID

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from backend.common.queueing import enqueue
from backend.lab import bell
from backend.lab.boards import fixed_boards
from backend.lab.chunks import LeaseState
from backend.lab.heart import Heart
from backend.lab.models import BoardChoice, Expectation, Variant
from backend.lab.persisting import persist
from engines import EngineError, get_game

log = structlog.get_logger(__name__)

WORK_OUT = "simulation.work_out_exactly"
MAX_ATTEMPTS = 2
MOST_BOARDS = 20
"""Of an experiment on fixed boards: with more of them nothing is worked out."""

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
    RETURNING expectation.variant_id, expectation.attempts
"""


def wanted() -> QuerySet[Expectation]:
    """Those that wait for a worker."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=Now())
    return Expectation.objects.filter(free, figures__isnull=True, attempts__lt=MAX_ATTEMPTS)


def starving() -> bool:
    """Whether some wait while no worker is at any."""
    at_work = Expectation.objects.filter(figures__isnull=True, lease_until__gte=Now())
    return wanted().exists() and not at_work.exists()


def ring() -> None:
    """Ask a worker to look for what is wanted."""
    enqueue(WORK_OUT, queue=bell.QUEUE)


def work_out_next(stopping: Callable[[], bool] = lambda: False) -> bool:
    """Work out one variant's exact values; False when none is wanted.

    A variant that fails is left for another attempt. When `stopping` says so it is given back.
    """
    held = persist(_claim)
    if held is None:
        return False
    variant = Variant.objects.select_related("experiment").get(pk=held.variant)
    begun = perf_counter()
    try:
        with Heart[_Held](lambda one: _extend(one, stopping)) as heart:
            heart.hold(held)
            figures = _known(variant)
            figures = _work_out(variant) if figures is None else figures
    except (OperationalError, InterfaceError):
        raise  # the database is away: the lease will run out
    except Exception as error:
        log.exception("not_worked_out", variant=str(variant.pk), error=str(error))
        persist(lambda: _mine(held).update(lease_until=None))
        return True
    seconds = perf_counter() - begun
    wanting = Expectation.objects.filter(pk=variant.pk)
    persist(lambda: wanting.update(figures=figures, seconds=seconds, lease_until=None))
    return True


@dataclass(frozen=True, slots=True)
class _Held:
    """A variant in this worker's hands: nobody else has it in an attempt of this number."""

    variant: UUID
    attempt: int


def _claim() -> _Held | None:
    params = {"most": MAX_ATTEMPTS, "lease": settings.CHUNK_LEASE_SECONDS}
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, params)
        row = cursor.fetchone()
    return None if row is None else _Held(*row)


def _mine(held: _Held) -> QuerySet[Expectation]:
    return Expectation.objects.filter(
        pk=held.variant, attempts=held.attempt, figures__isnull=True, lease_until__isnull=False
    )


def _extend(held: _Held, stopping: Callable[[], bool]) -> LeaseState:
    if stopping():
        _mine(held).update(lease_until=None, attempts=held.attempt - 1)
        return "lost"
    until = Now() + timedelta(seconds=settings.CHUNK_LEASE_SECONDS)
    return "held" if _mine(held).update(lease_until=until) else "lost"


def _known(variant: Variant) -> dict[str, float] | None:
    """What was worked out before of the same rules and policy, on boards as they come."""
    if variant.experiment.boards == BoardChoice.FIXED:
        return None
    same = Expectation.objects.filter(
        figures__isnull=False,
        variant__experiment__game=variant.experiment.game,
        variant__experiment__version=variant.experiment.version,
        variant__experiment__boards__in=[BoardChoice.PAIRED, BoardChoice.FRESH],
        variant__policy=variant.policy,
        variant__rules=variant.rules,
    )
    return same.values_list("figures", flat=True).first()


def _work_out(variant: Variant) -> dict[str, float]:
    game = get_game(variant.experiment.game)
    if game.version != variant.experiment.version:
        return {}
    if game.exact_metrics is None:
        return {}
    rules = game.Rules.model_validate(variant.rules)
    fixed = variant.experiment.boards == BoardChoice.FIXED
    try:
        boards = fixed_boards(game, variant) if fixed else [None]
        return _mean([game.exact_metrics(rules, variant.policy, one) for one in boards])
    except EngineError:
        return {}


def _mean(found: Sequence[dict[str, float]]) -> dict[str, float]:
    """The mean of each figure that is known of all."""
    return {
        key: sum(one[key] for one in found) / len(found)
        for key in found[0]
        if all(key in one for one in found)
    }
