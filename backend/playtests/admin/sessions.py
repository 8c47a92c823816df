"""The session viewer, with think times beneath the board and stalls marked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from backend.common.loading import loading
from backend.play.admin import SessionAdmin
from backend.play.models import Move, Session
from backend.play.selectors import list_history
from backend.playtests.models import ImportedSession, SyntheticSession
from backend.playtests.reading import Entry, read
from backend.playtests.selectors.due import threshold

admin.site.unregister(Session)


@admin.register(Session)
class ReadSessionAdmin(SessionAdmin):
    page_template = "playtests/session.html"

    def page_context(self, request: HttpRequest, obj: Session) -> dict[str, Any]:
        with loading():
            from backend.lab.charts import unchecked
            from backend.playtests.charts import think_chart

        context = super().page_context(request, obj)
        entries = [
            Entry(row.number, row.kind, row.locus, row.outcome, None if row.odd else row.think_ms)
            for row in list_history(session=obj).order_by("number")
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
                specs["chart-think"] = think_chart(entries, found)
        return context | {
            "specs": specs,
            "stalls": found.stalls,
            "limit": limit,
            "threshold_s": None if found.threshold_ms is None else found.threshold_ms / 1000,
            "is_synthetic": SyntheticSession.objects.filter(pk=obj.pk).exists(),
            "imported": ImportedSession.objects.filter(pk=obj.pk).first(),
        }
