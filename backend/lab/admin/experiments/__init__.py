"""The admin of experiments: list, queue, live page, result page, boards, cancel, resume."""

# ruff: noqa: ARG002 (the signatures are the admin's own)

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from pydantic import ValidationError as RulesError

from backend.common import admin_cells as cells
from backend.common.admin_filters import GameFilter
from backend.common.admin_read_only import ReadOnlyAdmin
from backend.common.admin_routes import View, named_views
from backend.common.loading import loading
from backend.common.problems import Conflict
from backend.lab.admin import words
from backend.lab.admin.experiments import queue_pages, reading, steering
from backend.lab.admin.experiments.finding import experiment_url, may_steer
from backend.lab.admin.live import live_figures
from backend.lab.models import EventKind, Experiment, ExperimentStatus
from engines import EngineError, get_game


@admin.register(Experiment)
class ExperimentAdmin(ReadOnlyAdmin):
    """Experiments are made by the queue form and never edited."""

    list_display = ("title", cells.state, cells.game, "size", "queued")
    list_filter = ("status", GameFilter, "created_at")
    search_fields = ("title", "question", "note")
    ordering = ("-created_at", "-id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Experiment]:
        found: QuerySet[Experiment] = super().get_queryset(request)
        return found.select_related("created_by", "rerun_of").annotate(
            variant_count=Count("variants")
        )

    @admin.display(description="Variants × replicates × plays")
    def size(self, obj: Any) -> str:
        return f"{obj.variant_count} × {obj.replicates} × {obj.trials:,}"

    @admin.display(description="Queued", ordering="created_at")
    def queued(self, obj: Experiment) -> str:
        when = date_format(localtime(obj.created_at), "DATETIME_FORMAT")
        text = format_html("{}<br>by {}", when, obj.created_by) if obj.created_by else when
        if obj.rerun_of is None:
            return text
        return format_html(
            '{}<br>from <a href="{}">{}</a>, seed {}',
            text,
            experiment_url(obj.rerun_of),
            obj.rerun_of.title,
            obj.seed,
        )

    # Adding is queueing, changing is cancelling and resuming
    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("lab.add_experiment")

    def get_urls(self) -> list[URLPattern]:
        views: list[tuple[str, View, str]] = [
            ("queue/", queue_pages.queue_view, "queue"),
            ("queue/check/", queue_pages.check_view, "check"),
            ("queue/preview/", queue_pages.preview_view, "preview"),
            ("<uuid:pk>/progress/", reading.progress_view, "progress"),
            ("<uuid:pk>/cancel/", steering.cancel_view, "cancel"),
            ("<uuid:pk>/resume/", steering.resume_view, "resume"),
            ("<uuid:pk>/rerun/", steering.rerun_view, "rerun"),
            ("<uuid:pk>/notes/", steering.notes_view, "notes"),
            ("help/", reading.help_view, "help"),
            ("compare/", reading.compare_view, "compare"),
            ("<uuid:pk>/board/", reading.board_view, "board"),
            ("<uuid:pk>/board/picture/", reading.picture_view, "picture"),
        ]
        own = [(route, partial(view, self), name) for route, view, name in views]
        return named_views(self.admin_site, "lab_experiment", own) + super().get_urls()

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        return HttpResponseRedirect(reverse("admin:lab_experiment_queue"))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The live page while it goes on, then the result page."""
        experiment = self.visible_object(request, object_id)
        if experiment is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        template = "lab/results.html" if experiment.ended else "lab/live.html"
        context = {"experiment": experiment, "may_steer": may_steer(request)}
        context["may_queue"] = self.has_add_permission(request)
        context["events"] = list(experiment.events.select_related("by"))
        context["bands_changed"] = any(e.kind == EventKind.BANDS for e in context["events"])
        try:
            context["boards_chosen"] = words.boards_chosen(experiment, experiment.variants.count())
            if experiment.status != ExperimentStatus.DONE:
                context["live"] = live_figures(experiment)
            context["game"] = get_game(experiment.game)
            if experiment.ended:
                # Altair comes with it, which nothing else in this process should pay for.
                with loading():
                    from backend.lab.admin.results import results_context

                context.update(results_context(experiment, request.GET.get("board", "")))
        except (EngineError, RulesError, Conflict) as error:
            template = "lab/unreadable.html"
            context["error"] = str(error)
        return self.page(request, template, experiment.title, experiment, context)
