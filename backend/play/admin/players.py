"""Anonymous players, the names they took, and what was reported of them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from backend.common.admin_cells import game_title
from backend.common.admin_read_only import ReadOnlyAdmin
from backend.play.models import Player
from backend.play.services import dismiss_reports, remove_names


class ReportedFilter(admin.SimpleListFilter):
    title = "name reported"
    parameter_name = "reported"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002
        return [("yes", "Reported")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        return queryset.filter(reports__gt=0) if self.value() == "yes" else queryset


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Anonymous devices. The token's hash is nobody's business, so it is shown nowhere."""

    page_template = "play/player.html"
    list_display = ("id", "name", "created_at", "last_seen", "session_count", "report_count")
    list_filter = (ReportedFilter, "name_barred", "created_at", "last_seen")
    search_fields = ("id", "name")
    search_help_text = "Id or name"
    actions = ("remove_names", "dismiss_reports")
    ordering = ("-created_at", "-id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        found: QuerySet[Player] = super().get_queryset(request)
        return found.annotate(
            sessions_played=Count("sessions", distinct=True),
            reports=Count("name_reports", distinct=True),
        )

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # Filtering by it would tell it, letter by letter.
        return "token" not in lookup and super().lookup_allowed(lookup, value, request)

    @admin.display(description="Sessions", ordering="sessions_played")
    def session_count(self, obj: Any) -> int:
        return int(obj.sessions_played)

    @admin.display(description="Name reported", ordering="reports")
    def report_count(self, obj: Any) -> int:
        return int(obj.reports)

    def has_names_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("play.change_player"))

    @admin.action(description="Remove the names, for good", permissions=["names"])
    def remove_names(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        removed = remove_names(players=list(queryset))
        self.message_user(request, f"Names removed: {removed}.")

    @admin.action(description="Dismiss reports of the names", permissions=["names"])
    def dismiss_reports(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        dismissed = dismiss_reports(players=list(queryset))
        self.message_user(request, f"Reports dismissed: {dismissed}.")

    def page_context(self, request: HttpRequest, obj: Player) -> dict[str, Any]:
        sessions = obj.sessions.select_related("puzzle").order_by("-started_at")
        return {
            "player": obj,
            "reports": obj.name_reports.order_by("-created_at")[:50],
            "session_count": sessions.count(),
            "sessions": [(one, game_title(one.puzzle.game)) for one in sessions[:50]],
            "may_see_sessions": request.user.has_perm("play.view_session"),
        }
