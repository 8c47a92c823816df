"""How often people will get stuck on puzzles that none of them has played."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from backend.playtests.models import Prediction
from backend.puzzles.models import Puzzle


def list_predictions(puzzle: Puzzle) -> list[Prediction]:
    """By people's fits first, then by synthetic ones'."""
    return list(_ordered().filter(puzzle=puzzle))


def with_predictions(path: str) -> Prefetch[str]:
    """Fetches them along with a list's rows; `path` leads to the puzzle."""
    return Prefetch(f"{path}__predictions", queryset=_ordered())


def _ordered() -> QuerySet[Prediction]:
    return Prediction.objects.select_related("fit").order_by("fit__is_synthetic", "fit__policy")
