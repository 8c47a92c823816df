"""Levels proposed from tunings: finding them, and telling what they are."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from backend.common.problems import NotFound
from backend.lab.models import LevelProposal
from backend.puzzles.bands import quantile, usual_band
from backend.puzzles.models import AdoptedLevel


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


QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


def describe_measured(proposal: LevelProposal) -> dict[str, Any]:
    """What its boards' difficulties are, and which levels came of it. JSON-ready."""
    values: list[float] = proposal.difficulties or []
    levels = AdoptedLevel.objects.filter(proposal=proposal.pk).order_by("id")
    return {
        "difficulty": measured_difficulty(values) if values else None,
        "measuring_error": proposal.measuring_error,
        "levels": [str(pk) for pk in levels.values_list("pk", flat=True)],
    }


def measured_difficulty(values: list[float]) -> dict[str, Any]:
    """How the boards' difficulties spread, with the usual band of a level."""
    low, high = usual_band(values)
    return {
        "boards": len(values),
        "low": low,
        "high": high,
        "quantiles": {f"{share:g}": quantile(values, share) for share in QUANTILES},
        "values": values,
    }
