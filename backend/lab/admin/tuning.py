"""The admin of tunings."""

# ruff: noqa: ARG002 (the signatures are the admin's own)

from __future__ import annotations

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
)
from django.http import HttpResponseRedirect as Redirect
from django.urls import URLPattern, reverse
from pydantic import ValidationError as RulesError

from backend.common import admin_cells as cells
from backend.common.admin_filters import GameFilter
from backend.common.admin_read_only import ReadOnlyAdmin
from backend.common.admin_routes import View, named_views
from backend.common.loading import loading
from backend.common.problems import Conflict, NotAllowed
from backend.lab.admin.asking import asked_game, uncached
from backend.lab.admin.tuning_form import asked_form, checked
from backend.lab.admin.words.workers import who_works
from backend.lab.models import Tuning
from backend.lab.services import cancel_tuning, propose_level
from engines import EngineError, UnknownName, get_game, headline_of


class OfTheLab(ReadOnlyAdmin):
    """Who may look at experiments may look here too; who may queue them may begin a search."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("lab.view_experiment")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("lab.view_experiment")

    def may_begin(self, request: HttpRequest) -> bool:
        return request.user.has_perm("lab.add_experiment")


@admin.register(Tuning)
class TuningAdmin(OfTheLab):
    list_display = ("title", cells.state, cells.game, "step_count", "created_by", "created_at")
    list_filter = ("status", GameFilter)
    search_fields = ("title",)
    list_select_related = ("created_by",)
    ordering = ("-created_at", "-id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tuning]:
        found: QuerySet[Tuning] = super().get_queryset(request)
        return found.annotate(steps_taken=Count("steps"))

    @admin.display(description="Steps")
    def step_count(self, obj: Any) -> str:
        return f"{obj.steps_taken} of at most {obj.max_steps}"

    def get_urls(self) -> list[URLPattern]:
        views: list[tuple[str, View, str]] = [
            ("new/", self.new_view, "new"),
            ("new/check/", self.check_view, "check"),
            ("<uuid:pk>/cancel/", self.cancel_view, "cancel"),
            ("<uuid:pk>/propose/", self.propose_view, "propose"),
        ]
        return named_views(self.admin_site, "lab_tuning", views) + super().get_urls()

    def new_view(self, request: HttpRequest) -> HttpResponse:
        """The form, of the game named in the query, and what it sends."""
        if not self.may_begin(request):
            raise PermissionDenied
        try:
            game = get_game(request.GET.get("game", ""))
        except UnknownName:
            messages.warning(request, "Which game’s rules? Choose it here.")
            return Redirect(reverse("admin:lab_experiment_queue"))
        posted = request.POST if request.method == "POST" else None
        asked = asked_form(game, posted)
        if posted is not None and asked.is_valid() and (tuning := asked.begin(request)):
            self.log_addition(request, tuning, "Begun.")
            return Redirect(tuning_url(tuning))
        context = {
            "game": game,
            "form": asked.form,
            "base": asked.base,
            "headline": headline_of(game),
        }
        response = self.page(request, "lab/tuning_new.html", "Tune rules", None, context)
        response.status_code = 422 if posted is not None else 200
        return response

    def check_view(self, request: HttpRequest) -> HttpResponse:
        """Post only: what the form as it stands would come to, as JSON. Nothing is begun."""
        if not self.may_begin(request):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        return uncached(checked(asked_form(asked_game(request), request.POST)))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """How far it is, then the short list."""
        tuning = self.visible_object(request, object_id)
        if tuning is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        context = {
            "tuning": tuning,
            "may_steer": request.user.has_perm("lab.change_experiment"),
            "may_propose": self.may_begin(request),
            **({} if tuning.ended else who_works("The search goes on as soon as one is there.")),
        }
        template = "lab/tuning.html"
        try:
            # Altair comes with it, which nothing else in this process should pay for.
            with loading():
                from backend.lab.admin.tuning_page import tuning_context

            context |= tuning_context(tuning)
        except (EngineError, RulesError, Conflict) as error:
            template = "lab/unreadable.html"
            context["error"] = str(getattr(error, "detail", error))
        return self.page(request, template, tuning.title, tuning, context)

    def cancel_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Post only."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not request.user.has_perm("lab.change_experiment"):
            raise PermissionDenied
        tuning = self._visible(request, pk)
        try:
            cancel_tuning(tuning=tuning, by=request.user)
        except Conflict as conflict:
            messages.warning(request, str(conflict.detail))
        else:
            self.log_change(request, tuning, "Cancelled.")
        return Redirect(tuning_url(tuning))

    def propose_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Post only: note rules of the short list down as a level."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.may_begin(request):
            raise PermissionDenied
        tuning = self._visible(request, pk)
        try:
            proposal = propose_level(
                tuning=tuning, variant=request.POST.get("variant", ""), by=request.user
            )
        except (NotAllowed, Conflict) as refusal:
            messages.warning(request, str(refusal.detail))
            return Redirect(tuning_url(tuning))
        return Redirect(reverse("admin:lab_levelproposal_change", args=[proposal.pk]))

    def _visible(self, request: HttpRequest, pk: UUID) -> Tuning:
        found: Tuning | None = self.visible_object(request, str(pk))
        if found is None:
            raise Http404("There is no such tuning.")
        return found


def tuning_url(tuning: Tuning) -> str:
    return reverse("admin:lab_tuning_change", args=[tuning.pk])
