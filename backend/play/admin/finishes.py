"""First finishes, as leaderboards have them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime

from backend.common import admin_cells as cells
from backend.common.admin_read_only import ReadOnlyAdmin
from backend.play.admin.words import PuzzleGameFilter, PuzzleLevelFilter, seconds_text
from backend.play.models import Finish


@admin.register(Finish)
class FinishAdmin(ReadOnlyAdmin):
    """First finishes, as leaderboards have them; and why some are kept out of them."""

    list_display = (
        "finished",
        cells.puzzle,
        "name",
        "moves",
        "time",
        "pauses",
        "undos",
        "hints",
        "why",
    )
    list_filter = ("unranked", PuzzleGameFilter, PuzzleLevelFilter, "finished_at")
    list_select_related = ("puzzle", "player", "session")
    search_fields = ("player__id", "player__name", "puzzle__id")
    search_help_text = "Id of a player or a puzzle, or a name"
    ordering = ("-finished_at", "-id")

    @admin.display(description="Finished", ordering="finished_at")
    def finished(self, obj: Finish) -> str:
        return date_format(localtime(obj.finished_at), "DATETIME_FORMAT")

    @admin.display(description="Name", ordering="player__name")
    def name(self, obj: Finish) -> str:
        return obj.player.name

    @admin.display(description="Moves", ordering="move_count")
    def moves(self, obj: Finish) -> int:
        return obj.move_count

    @admin.display(description="Time", ordering="time_ms")
    def time(self, obj: Finish) -> str:
        return seconds_text(obj.time_ms)

    @admin.display(description="Pauses", ordering="session__hidden_ms")
    def pauses(self, obj: Finish) -> str:
        return seconds_text(obj.session.hidden_ms)

    @admin.display(description="Undos", ordering="undo_count")
    def undos(self, obj: Finish) -> int:
        return obj.undo_count

    @admin.display(description="Hints", ordering="hint_count")
    def hints(self, obj: Finish) -> int:
        return obj.hint_count

    @admin.display(description="Kept out because", ordering="unranked")
    def why(self, obj: Finish) -> str:
        return obj.get_unranked_display() if obj.unranked else ""

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",  # noqa: ARG002
        extra_context: Any = None,  # noqa: ARG002
    ) -> HttpResponse:
        """A finish has nothing to show but its session."""
        finish = self.visible_object(request, object_id)
        if finish is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        return HttpResponseRedirect(reverse("admin:play_session_change", args=[finish.session_id]))
