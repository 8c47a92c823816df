"""Levels proposed from tunings: finding them, and telling what they are."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from backend.common.problems import NotFound
from backend.lab.models import LevelProposal


def newest_proposals() -> QuerySet[LevelProposal]:
    """All proposals, newest first, with what they came of."""
    return LevelProposal.objects.select_related("tuning", "variant", "created_by")


def filter_proposals(
    *, game: str | None = None, tuning: UUID | None = None
) -> QuerySet[LevelProposal]:
    """As `newest_proposals`, those alone that fit everything given."""
    wanted = {"tuning__game": game, "tuning": tuning}
    given = {name: value for name, value in wanted.items() if value is not None}
    return newest_proposals().filter(**given)


def find_proposal(pk: UUID) -> LevelProposal:
    """Raises `NotFound` (404)."""
    try:
        return newest_proposals().get(pk=pk)
    except LevelProposal.DoesNotExist:
        raise NotFound("There is no such proposal.") from None


def describe_proposal(proposal: LevelProposal) -> dict[str, Any]:
    """The proposal's own fields, JSON-ready."""
    tuning, variant, by = proposal.tuning, proposal.variant, proposal.created_by
    return {
        "id": str(proposal.pk),
        "tuning": str(tuning.pk),
        "variant": str(variant.pk),
        "game": tuning.game,
        "rules": variant.rules,
        "policy": variant.policy,
        "target": [tuning.low, tuning.high],
        "value": proposal.value,
        "low": proposal.interval_low,
        "high": proposal.interval_high,
        "created_by": by.get_username() if by else None,
        "created_at": proposal.created_at.isoformat(),
    }
