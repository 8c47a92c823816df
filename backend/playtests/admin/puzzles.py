"""Puzzles that were played, each with the places where hands stopped."""

# ruff: noqa: ARG002 (the signatures are the admin's own)

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse

from backend.common import admin_cells as cells
from backend.common.admin_filters import GameFilter
from backend.common.admin_read_only import ReadOnlyAdmin
from backend.common.loading import loading
from backend.common.problems import Conflict
from backend.playtests.addresses import read_filters
from backend.playtests.admin.tables import table_response, wants_table
from backend.playtests.models import PlayedPuzzle
from backend.playtests.selectors.sums import count_readings
from backend.playtests.services import want_simulation
from backend.puzzles.admin import picture
from backend.puzzles.admin_filters import LevelFilter
from engines import EngineError, UnknownName, get_game


@admin.register(PlayedPuzzle)
class StallPointsAdmin(ReadOnlyAdmin):
    page_template = "playtests/puzzle.html"
    change_list_template = "playtests/exchange_list.html"
    list_display = (picture, cells.game, cells.level, "people", "stuck", "synthetic", "short_id")
    list_display_links = (picture, "short_id")
    list_filter = (GameFilter, LevelFilter, "created_at")
    search_fields = ("id",)
    search_help_text = "Id of a puzzle, or its end"
    list_per_page = 25

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        return ("-people_count", "-synthetic_count", "-id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[PlayedPuzzle]:
        return count_readings(PlayedPuzzle.objects.all())

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> PlayedPuzzle | None:
        """Any puzzle has this page, played or not; nothing needs to be counted for it here."""
        try:
            return PlayedPuzzle.objects.filter(pk=UUID(object_id)).first()
        except ValueError:
            return None

    @admin.display(description="Sessions", ordering="people_count")
    def people(self, obj: Any) -> int:
        return int(obj.people_count)

    @admin.display(description="Stuck", ordering="stuck_count")
    def stuck(self, obj: Any) -> str:
        return f"{obj.stuck_count / obj.people_count:.0%}" if obj.people_count else ""

    @admin.display(description="Synthetic", ordering="synthetic_count")
    def synthetic(self, obj: Any) -> int:
        return int(obj.synthetic_count)

    @admin.display(description="Id", ordering="id")
    def short_id(self, obj: Any) -> str:
        """The part that tells puzzles apart, so that the list fits a small screen."""
        return str(obj.pk)[-12:]

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.simulate_view)
        variants = self.admin_site.admin_view(self.variants_view)
        against = self.admin_site.admin_view(self.against_view)
        return [
            path("<uuid:pk>/simulate/", view, name="playtests_simulate"),
            path("variants/<slug:game>/", variants, name="playtests_variants"),
            path("against/<slug:game>/", against, name="playtests_against"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponseBase:
        """The page, or one of its tables as a file."""
        if wants_table(request.GET) and (puzzle := self.visible_object(request, object_id)):
            with loading():
                from backend.playtests.admin.stall_points import puzzle_tables  # Altair

            name = f"{puzzle.game} {str(puzzle.pk)[-12:]}"
            wrong = read_filters(request.GET, "policy", "table", "format").unreadable
            tables = puzzle_tables(puzzle, request.GET)
            return table_response(request, tables, name=name, wrong=wrong)
        return super().change_view(request, object_id, form_url, extra_context)

    def page_context(self, request: HttpRequest, obj: PlayedPuzzle) -> dict[str, Any]:
        with loading():
            from backend.playtests.admin.stall_points import stall_points_context  # Altair

        context = stall_points_context(obj, request.GET)
        return context | {"may_simulate": request.user.has_perm("playtests.add_stuckmap")}

    def simulate_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Have the board played by a policy, and go back to where that will be shown."""
        puzzle = self.visible_object(request, str(pk))
        if puzzle is None:
            raise Http404("There is no such puzzle.")
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not request.user.has_perm("playtests.add_stuckmap"):
            raise PermissionDenied
        try:
            made = want_simulation(puzzle=puzzle, policy=request.POST.get("policy", ""))
            if not made.trials:
                self.message_user(request, "It is being simulated: look again in a moment.")
        except (EngineError, Conflict) as error:
            self.message_user(request, str(error), level="ERROR")
        query = request.GET.copy()
        query["policy"] = request.POST.get("policy", "")
        page = reverse("admin:playtests_playedpuzzle_change", args=[pk])
        return HttpResponseRedirect(f"{page}?{query.urlencode()}")

    def variants_view(self, request: HttpRequest, game: str) -> HttpResponseBase:
        """The game's rule variants side by side, or their table as a file."""
        with loading():
            from backend.playtests.admin.variants import variants_context, variants_tables  # Altair

        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            maker = get_game(game)
            if wants_table(request.GET):
                tables = variants_tables(maker, request.GET)
                wrong = read_filters(request.GET, "table", "format").unreadable
                return table_response(request, tables, name=f"{game} as played", wrong=wrong)
            context = variants_context(maker, request.GET)
        except UnknownName as error:
            raise Http404(str(error)) from None
        return self.page(request, "playtests/variants.html", context["title"], None, context)

    def against_view(self, request: HttpRequest, game: str) -> HttpResponseBase:
        """People's stuck rate against each simulated player's on the same boards, or a table."""
        with loading():
            from backend.playtests.admin.against import (  # Altair
                against_context,
                against_tables,
                wrong_with,
            )

        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            maker = get_game(game)
            if wants_table(request.GET):
                tables = against_tables(maker, request.GET)
                name, wrong = f"{game} against the simulation", wrong_with(request.GET)
                return table_response(request, tables, name=name, wrong=wrong)
            context = against_context(maker, request.GET)
        except UnknownName as error:
            raise Http404(str(error)) from None
        return self.page(request, "playtests/against.html", context["title"], None, context)
