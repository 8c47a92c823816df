"""The session viewer, with think times beneath the board and stalls marked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from backend.common.admin_cells import badge
from backend.common.loading import loading
from backend.play.admin import SessionAdmin
from backend.play.models import Move, Session
from backend.play.selectors import list_history
from backend.playtests.models import ImportedSession, SyntheticSession
from backend.playtests.reading import Entry, passed, read, since_the_board_changed
from backend.playtests.selectors.due import threshold

admin.site.unregister(Session)


class WhoFilter(admin.SimpleListFilter):
    """People's sessions or simulated people's."""

    title = "who played"
    parameter_name = "who"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002
        return [("people", "People"), ("synthetic", "Simulated people")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        if self.value() not in ("people", "synthetic"):
            return queryset
        return queryset.filter(synthetic__isnull=self.value() == "people")


@admin.register(Session)
class ReadSessionAdmin(SessionAdmin):
    page_template = "playtests/session.html"
    list_filter = (WhoFilter, *SessionAdmin.list_filter)
    list_select_related = (*SessionAdmin.list_select_related, "synthetic")

    @admin.display(description="Status", ordering="status")
    def state(self, obj: Session) -> str:
        told = super().state(obj)
        if not hasattr(obj, "synthetic"):
            return told
        return format_html("{} {}", told, badge("synthetic", "Simulated"))

    def page_context(self, request: HttpRequest, obj: Session) -> dict[str, Any]:
        with loading():
            from backend.lab.charts import unchecked
            from backend.playtests.charts import think_chart

        context = super().page_context(request, obj)
        rows = list(list_history(session=obj).order_by("number"))
        waits = passed(obj.started_at, ((row.created_at, row.hidden_ms) for row in rows))
        entries = [
            Entry(
                row.number,
                row.kind,
                row.locus,
                row.outcome,
                None if row.odd else row.think_ms,
                passed_ms=wait,
            )
            for row, wait in zip(rows, waits, strict=True)
        ]
        limit = threshold()
        found = read(entries, limit)
        numbers = {stall.number for stall in found.stalls}
        if "steps" in context:
            first, *later = context["steps"]
            steps = [first]
            for step, line in zip(later, context["lines"], strict=True):
                stalled = isinstance(line, Move) and line.number in numbers
                steps.append(replace(step, badges=(*step.badges, "stall")) if stalled else step)
            shown = context["step"].number
            context |= {"steps": steps, "step": steps[shown]}
        specs = {}
        if any(entry.think_ms is not None for entry in entries):
            with unchecked():
                specs["chart-think"] = think_chart(since_the_board_changed(entries), found)
        return context | {
            "specs": specs,
            "stalls": found.stalls,
            "limit": limit,
            "threshold_s": None if found.threshold_ms is None else found.threshold_ms / 1000,
            "is_synthetic": SyntheticSession.objects.filter(pk=obj.pk).exists(),
            "imported": ImportedSession.objects.filter(pk=obj.pk).first(),
        }
