"""The admin of experiments: list, queue, live page, result page, boards, cancel, resume."""

# ruff: noqa: ARG002 (the signatures are the admin's own)

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
    JsonResponse,
)
from django.urls import URLPattern, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from pydantic import ValidationError as RulesError

from backend.common import admin_cells as cells
from backend.common.admin_filters import GameFilter
from backend.common.admin_read_only import ReadOnlyAdmin
from backend.common.admin_routes import View, named_views
from backend.common.admin_steps import svg_response
from backend.common.loading import loading
from backend.common.problems import BadRequest, Conflict, NotAllowed, NotFound
from backend.lab.admin import picking, queueing, reckoning, show_me, words
from backend.lab.admin.asking import NotThere
from backend.lab.admin.live import live_figures
from backend.lab.forms import NotesForm, notes_initial
from backend.lab.models import MAX_VARIANTS, EventKind, Experiment, ExperimentStatus
from backend.lab.planning import is_rate
from backend.lab.services import (
    annotate_experiment,
    cancel_experiment,
    rerun_experiment,
    resume_experiment,
)
from engines import EngineError, Game, UnknownName, all_games, get_game, headline_of


@admin.register(Experiment)
class ExperimentAdmin(ReadOnlyAdmin):
    """Experiments are made by the queue form and never edited."""

    list_display = ("title", cells.state, cells.game, "size", "queued")
    list_filter = ("status", GameFilter, "created_at")
    search_fields = ("title", "question", "note")
    ordering = ("-created_at", "-id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Experiment]:
        found: QuerySet[Experiment] = super().get_queryset(request)
        return found.select_related("created_by").annotate(variant_count=Count("variants"))

    @admin.display(description="Variants × replicates × plays")
    def size(self, obj: Any) -> str:
        return f"{obj.variant_count} × {obj.replicates} × {obj.trials:,}"

    @admin.display(description="Queued", ordering="created_at")
    def queued(self, obj: Experiment) -> str:
        when = date_format(localtime(obj.created_at), "DATETIME_FORMAT")
        return format_html("{}<br>by {}", when, obj.created_by) if obj.created_by else when

    # Permissions: adding is queueing, changing is cancelling and resuming -----------------
    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("lab.add_experiment")

    def may_steer(self, request: HttpRequest) -> bool:
        return request.user.has_perm("lab.change_experiment")

    def get_urls(self) -> list[URLPattern]:
        views: list[tuple[str, View, str]] = [
            ("queue/", self.queue_view, "queue"),
            ("queue/check/", self.check_view, "check"),
            ("queue/preview/", self.preview_view, "preview"),
            ("<uuid:pk>/progress/", self.progress_view, "progress"),
            ("<uuid:pk>/cancel/", self.cancel_view, "cancel"),
            ("<uuid:pk>/resume/", self.resume_view, "resume"),
            ("<uuid:pk>/rerun/", self.rerun_view, "rerun"),
            ("<uuid:pk>/notes/", self.notes_view, "notes"),
            ("help/", self.help_view, "help"),
            ("compare/", self.compare_view, "compare"),
            ("<uuid:pk>/board/", self.board_view, "board"),
            ("<uuid:pk>/board/picture/", self.picture_view, "picture"),
        ]
        return named_views(self.admin_site, "lab_experiment", views) + super().get_urls()

    # Queue --------------------------------------------------------------------------------
    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        return HttpResponseRedirect(reverse("admin:lab_experiment_queue"))

    def queue_view(self, request: HttpRequest) -> HttpResponse:
        """GET without a game: what to choose from. With one: the form. POST: queue it."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        if request.method not in ("GET", "HEAD", "POST"):
            return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
        copied = self._copied(request)
        if copied is None and request.GET.get("copy"):
            return self._choose(request, "The experiment to copy was not found: start afresh.")
        slug = copied.game if copied else request.GET.get("game", "")
        try:
            game = get_game(slug) if slug else None
        except UnknownName as error:
            return self._choose(request, str(error))
        key = request.GET.get("preset", "")
        if game is None:
            return self._choose(request, "Which game’s preset? Choose it here." if key else "")
        preset = next((p for p in game.presets if p.key == key), None)
        if request.method == "POST":
            filled = queueing.posted_form(game, request)
            if filled.is_valid() and (experiment := filled.queue(request)):
                self.log_addition(request, experiment, "Queued.")
                return HttpResponseRedirect(experiment_url(experiment))
        elif copied:
            filled = queueing.copied_form(game, copied)
        elif preset:
            filled = queueing.preset_form(game, preset)
        elif key:
            return self._choose(request, f"{game.title} has no preset “{key[:80]}”.")
        else:
            filled = self._begun(request, game)
        response = self.page(
            request,
            "lab/queue.html",
            "Queue an experiment",
            None,
            {
                "game": game,
                "preset": filled.preset,
                "copied": copied,
                "form": filled.form,
                "variants": filled.variants,
                "headline": headline_of(game),
                "max_variants": MAX_VARIANTS,
                "sweep_rules": [("x", "Rule"), ("y", "and another rule")],
                **picking.pick_context(game),
            },
        )
        response.status_code = 422 if request.method == "POST" else 200
        return response

    def check_view(self, request: HttpRequest) -> HttpResponse:
        """Post only: what the form as it stands would come to, as JSON. Nothing is queued."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            game = get_game(request.GET.get("game", ""))
        except UnknownName as error:
            raise Http404(str(error)) from None
        response = JsonResponse(reckoning.checked(queueing.posted_form(game, request)))
        response["Cache-Control"] = "no-store"
        return response

    def preview_view(self, request: HttpRequest) -> HttpResponse:
        """A board of the rules given, as SVG."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        try:
            return svg_response(queueing.preview(request.GET))
        except (EngineError, NotThere) as error:
            raise Http404(str(error)) from None

    def _begun(self, request: HttpRequest, game: Game) -> queueing.QueueForm:
        """The usual rules, or those of the puzzle that is named, on its board."""
        try:
            puzzle = picking.asked_puzzle(game, request.GET)
        except NotThere as missing:
            messages.warning(request, str(missing))
            puzzle = None
        if puzzle is None:
            return queueing.blank_form(game)
        return queueing.puzzle_form(game, puzzle)

    def _copied(self, request: HttpRequest) -> Experiment | None:
        """The experiment to start from, if one is named that exists."""
        try:
            pk = UUID(request.GET.get("copy", ""))
        except ValueError:
            return None
        return Experiment.objects.filter(pk=pk).first()

    def _choose(self, request: HttpRequest, problem: str = "") -> HttpResponse:
        if problem:
            messages.warning(request, problem)
        games = all_games()
        return self.page(request, "lab/choose.html", "Queue an experiment", None, {"games": games})

    # Watch and read -------------------------------------------------------------------------
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
        context = {"experiment": experiment, "may_steer": self.may_steer(request)}
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

    def progress_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """The live page's figures as JSON."""
        try:
            response = JsonResponse(live_figures(self._visible(request, pk)))
        except (EngineError, RulesError) as error:
            response = JsonResponse({"detail": str(error)}, status=409)
        response["Cache-Control"] = "no-store"
        return response

    def cancel_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        return self._steer(request, pk, cancel_experiment, words.cancelled)

    def resume_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        return self._steer(request, pk, resume_experiment, lambda _: "Going on where it stopped.")

    def _steer(
        self,
        request: HttpRequest,
        pk: UUID,
        service: Callable[..., Experiment],
        said: Callable[[str], str],
    ) -> HttpResponse:
        """Post only. `said` turns the status that came of it into a message."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.may_steer(request):
            raise PermissionDenied
        experiment = self._visible(request, pk)
        try:
            status = service(experiment=experiment, by=request.user).status
        except Conflict as conflict:
            messages.warning(request, str(conflict.detail))
        else:
            if status != ExperimentStatus.CANCELLING:  # the live page says so as long as it is
                messages.success(request, said(status))
            self.log_change(request, experiment, said(status))
        return HttpResponseRedirect(experiment_url(experiment))

    def rerun_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Post only: queue the same once more, with the same seed or (`seed=new`) another."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.has_add_permission(request):
            raise PermissionDenied
        experiment = self._visible(request, pk)
        seed = secrets.randbelow(2**31) if request.POST.get("seed") == "new" else None
        try:
            again = rerun_experiment(experiment=experiment, by=request.user, seed=seed)
        except (NotAllowed, EngineError) as refusal:
            messages.warning(request, str(getattr(refusal, "detail", refusal)))
            return HttpResponseRedirect(experiment_url(experiment))
        self.log_addition(request, again, "Queued again.")
        return HttpResponseRedirect(experiment_url(again))

    def notes_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Note, tags and bands: the form, and what it sends."""
        if not self.may_steer(request):
            raise PermissionDenied
        experiment = self._visible(request, pk)
        try:
            game = get_game(experiment.game)
        except UnknownName as error:
            raise Http404(str(error)) from None
        form = NotesForm(request.POST or None, game=game, initial=notes_initial(experiment))
        if request.method == "POST" and form.is_valid():
            wanted = form.cleaned_data
            annotate_experiment(
                experiment=experiment,
                by=request.user,
                no_bands=is_rate(game) and wanted["bands"] is None,
                **wanted,
            )
            self.log_change(request, experiment, "Note, tags or bands changed.")
            return HttpResponseRedirect(experiment_url(experiment))
        context = {"experiment": experiment, "form": form, "game": game}
        title = f"Note, tags and bands: {experiment.title}"
        response = self.page(request, "lab/notes.html", title, experiment, context)
        response.status_code = 422 if form.errors else 200
        return response

    def compare_view(self, request: HttpRequest) -> HttpResponse:
        """Variants of one game side by side, and what people did."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        with loading():
            from backend.lab.admin import comparing  # Altair comes with it

        context: dict[str, Any] = {}
        status = 200
        try:
            if further := comparing.with_played(request.GET):
                return HttpResponseRedirect(further)
            ids, people = comparing.asked_variants(request.GET), comparing.asked_people(request.GET)
            context = comparing.compare_page(ids, people) if ids or people else {}
        except (BadRequest, NotFound, Conflict, EngineError, RulesError) as error:
            context["problem"] = str(getattr(error, "detail", error))
            status = 400 if isinstance(error, BadRequest) else 404
        response = self.page(request, "lab/compare.html", "Compare variants", None, context)
        response.status_code = status
        return response

    def help_view(self, request: HttpRequest) -> HttpResponse:
        """Every formula by its name, and how to read it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        title = "How the figures are made"
        return self.page(request, "lab/help.html", title, None, {})

    def _visible(self, request: HttpRequest, pk: UUID) -> Experiment:
        found: Experiment | None = self.visible_object(request, str(pk))
        if found is None:
            raise Http404("There is no such experiment.")
        return found

    # Show me --------------------------------------------------------------------------------
    def board_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """A board worth looking at, or any trial of a run, stepped through."""
        experiment = self._visible(request, pk)
        try:
            shown = show_me.board_page(experiment, request.GET)
        except (EngineError, RulesError, Conflict) as error:
            context = {"experiment": experiment, "error": str(error)}
            title = experiment.title
            return self.page(request, "lab/unreadable.html", title, experiment, context)
        response = self.page(request, "lab/board.html", shown["title"], experiment, shown)
        response.status_code = 404 if shown["problem"] else 200
        return response

    def picture_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """One step of one trial as SVG."""
        try:
            return svg_response(show_me.picture(self._visible(request, pk), request.GET))
        except (NotThere, EngineError, RulesError) as error:
            raise Http404(str(error)) from None


def experiment_url(experiment: Experiment) -> str:
    return reverse("admin:lab_experiment_change", args=[experiment.pk])
