"""Measuring the boards of rules that are proposed as a level: for workers, who have the kernels.

A proposal without difficulties is the work to be done, and a message only says: look at it.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from backend.common.queueing import enqueue
from backend.lab.models import LevelProposal
from engines import EngineError, Game, get_game, read_rules
from engines.levels import sample_difficulties

log = structlog.get_logger(__name__)

BOARDS = 200
SECONDS = 90.0
"""After so long no further board is measured."""
LEASE = timedelta(minutes=10)
"""A worker that has said nothing for so long is taken for dead."""
MAX_ATTEMPTS = 3
AT_ONCE = 10


def wanted() -> QuerySet[LevelProposal]:
    """Proposals to be measured that no worker is at."""
    rows = LevelProposal.objects.filter(difficulties__isnull=True, measuring_error="")
    rows = rows.filter(measuring_attempts__lt=MAX_ATTEMPTS)
    return rows.filter(Q(measuring_since=None) | Q(measuring_since__lt=Now() - LEASE))


def ring_for_proposals() -> int:
    """Ring again for proposals that wait; returns how many."""
    return sum(_ring(row) for row in wanted().select_related("tuning").order_by("id")[:AT_ONCE])


def want_measured(*, proposal: LevelProposal) -> None:
    """Have its boards measured, also if that failed before. Measured ones are left alone."""
    failed = Q(measuring_attempts__gte=MAX_ATTEMPTS) | ~Q(measuring_error="")
    LevelProposal.objects.filter(failed, pk=proposal.pk, difficulties__isnull=True).update(
        measuring_since=None, measuring_attempts=0, measuring_error=""
    )
    if wanted().filter(pk=proposal.pk).exists():
        transaction.on_commit(lambda: _ring(proposal))


def measure_proposal(*, proposal_id: UUID) -> None:
    """Measure a proposal's boards, unless that is done or somebody is at it. For workers only."""
    claimed = wanted().filter(pk=proposal_id)
    if not claimed.update(measuring_since=Now(), measuring_attempts=F("measuring_attempts") + 1):
        return
    row = LevelProposal.objects.select_related("tuning", "variant").get(pk=proposal_id)
    unmeasured = LevelProposal.objects.filter(pk=proposal_id, difficulties__isnull=True)
    # Whoever lost it to another worker has no say in how that one's attempt ends.
    mine = unmeasured.filter(measuring_since=row.measuring_since)
    try:
        game = get_game(row.tuning.game)
        _check_version(row, game)
        # No transaction around it: measuring takes seconds.
        found = sample_difficulties(game, read_rules(game, row.variant.rules), BOARDS, SECONDS)
    except EngineError as error:
        mine.update(measuring_error=str(error))
        return
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        said = (
            f"It failed {row.measuring_attempts} times, the last time with {type(error).__name__}."
        )
        last = row.measuring_attempts >= MAX_ATTEMPTS
        mine.update(measuring_since=None, measuring_error=said if last else "")
        raise
    if unmeasured.update(difficulties=found, measuring_error=""):
        log.info("proposal_measured", proposal=str(proposal_id), boards=len(found))


def _check_version(row: LevelProposal, game: Game) -> None:
    if row.tuning.version != game.version:
        raise EngineError(
            f"These rules were searched with version {row.tuning.version} of {game.title}, which "
            f"is now at version {game.version}: search again."
        )


def _ring(proposal: LevelProposal) -> bool:
    return enqueue(
        "generation.measure_proposal",
        queue="generation",
        kwargs={"proposal_id": str(proposal.pk), "game": proposal.tuning.game},
    )
