"""Levels that staff adopted: what they are, whether they are served, and retiring them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.utils.formats import date_format

from backend.common import admin_cells as cells
from backend.common.admin_filters import GameFilter
from backend.common.admin_read_only import ReadOnlyAdmin
from backend.common.admin_routes import named_views
from backend.puzzles.adopted import state_of
from backend.puzzles.bands import band_of, band_words
from backend.puzzles.levels import why_not_served
from backend.puzzles.models import AdoptedLevel
from backend.puzzles.services import retire_level
from engines import UnknownName, get_game

BADGES = {
    "coming": ("queued", "Coming"),
    "served": ("done", "Served"),
    "retired": ("cancelled", "Retired"),
    "not_served": ("failed", "Not served"),
}


@admin.register(AdoptedLevel)
class AdoptedLevelAdmin(ReadOnlyAdmin):
    page_template = "puzzles/adopted_level.html"
    list_display = ("title", "key", cells.game, "state", "band", "dates", "adopted_by")
    list_filter = (GameFilter,)
    search_fields = ("key", "title")
    list_select_related = ("adopted_by",)
    ordering = ("-adopted_at", "-id")

    @admin.display(description="Status")
    def state(self, obj: AdoptedLevel) -> str:
        return cells.badge(*BADGES[state_of(obj, timezone.now())])

    @admin.display(description="Measured difficulty")
    def band(self, obj: AdoptedLevel) -> str:
        return f"{obj.low:g} to {obj.high:g}"

    @admin.display(description="Daily sets", ordering="first_date")
    def dates(self, obj: AdoptedLevel) -> str:
        return _dates(obj)

    def get_urls(self) -> list[URLPattern]:
        views = [("<uuid:pk>/retire/", self.retire_view, "retire")]
        return named_views(self.admin_site, "puzzles_adoptedlevel", views) + super().get_urls()

    def page_context(self, request: HttpRequest, obj: AdoptedLevel) -> dict[str, Any]:
        return {
            "level": obj,
            "game_title": cells.game_title(obj.game),
            "state": self.state(obj),
            "reason": why_not_served(obj),
            "dates": _dates(obj),
            "said": band_words(band_of(obj.difficulties, obj.low, obj.high)),
            "rules": _rules(obj),
            "may_retire": obj.last_date is None and self._may_retire(request),
        }

    def retire_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Post only."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self._may_retire(request):
            raise PermissionDenied
        level = self.visible_object(request, str(pk))
        if level is None:
            raise Http404("There is no such level.")
        retired = retire_level(level=level, by=request.user)
        self.log_change(request, level, "Retired.")
        messages.success(request, f"Retired. Daily sets: {_dates(retired)}.")
        return HttpResponseRedirect(reverse("admin:puzzles_adoptedlevel_change", args=[pk]))

    def _may_retire(self, request: HttpRequest) -> bool:
        return request.user.has_perm("puzzles.change_adoptedlevel")


def _dates(level: AdoptedLevel) -> str:
    """``from 1 April 2026 on``, ``1 April 2026 to 4 May 2026``, ``none``."""
    first = date_format(level.first_date, "DATE_FORMAT")
    if level.last_date is None:
        return f"from {first} on"
    if level.last_date < level.first_date:
        return "none"
    return f"{first} to {date_format(level.last_date, 'DATE_FORMAT')}"


def _rules(level: AdoptedLevel) -> list[tuple[str, Any]]:
    try:
        labels = get_game(level.game).Rules.model_json_schema()["properties"]
    except UnknownName:
        labels = {}
    return [(labels.get(name, {}).get("title", name), value) for name, value in level.rules.items()]
