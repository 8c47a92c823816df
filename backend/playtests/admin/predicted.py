"""Puzzles and the calendar, with how often people are predicted to get stuck on them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from backend.playtests.admin.words import percent
from backend.playtests.models import Prediction
from backend.playtests.selectors.predictions import list_predictions, with_predictions
from backend.puzzles.admin import DailyPuzzleAdmin, PuzzleAdmin
from backend.puzzles.models import DailyPuzzle, Puzzle

admin.site.unregister([Puzzle, DailyPuzzle])


@admin.register(Puzzle)
class PredictedPuzzleAdmin(PuzzleAdmin):
    page_template = "playtests/predicted.html"

    def page_context(self, request: HttpRequest, obj: Puzzle) -> dict[str, Any]:
        told = [_told(one) for one in list_predictions(obj)]
        return super().page_context(request, obj) | {"predictions": told}


@admin.register(DailyPuzzle)
class PredictedDailyAdmin(DailyPuzzleAdmin):
    list_display = (*DailyPuzzleAdmin.list_display, "predicted")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DailyPuzzle]:
        return super().get_queryset(request).prefetch_related(with_predictions("puzzle"))

    @admin.display(description="Predicted to get stuck")
    def predicted(self, obj: DailyPuzzle) -> str:
        found = [one for one in obj.puzzle.predictions.all() if not one.fit.is_synthetic]
        if not found:
            return ""
        told = _told(found[0])
        return format_html(
            '{} <span class="quiet-text">({})</span>', told["rate"], told["interval"]
        )


def _told(one: Prediction) -> dict[str, Any]:
    return {
        "rate": percent(one.rate),
        "interval": f"{percent(one.low)} to {percent(one.high)}",
        "fit": one.fit,
        "off": one.fit.error is not None and f"{one.fit.error * 100:.0f}",
    }
