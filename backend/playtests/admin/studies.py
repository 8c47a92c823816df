"""The admin of studies: list, form, a study's page, opening and closing."""

# ruff: noqa: ARG002 (the signatures are the admin's own)

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)
from django.http.response import HttpResponseBase
from django.urls import URLPattern, reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime

from backend.common import admin_cells as cells
from backend.common.admin_filters import GameFilter
from backend.common.admin_read_only import ReadOnlyAdmin
from backend.common.admin_routes import View, named_views
from backend.common.loading import loading
from backend.common.problems import Conflict
from backend.playtests.addresses import read_who
from backend.playtests.admin import study_form
from backend.playtests.admin.study_tables import study_tables
from backend.playtests.admin.tables import table_response, wants_table
from backend.playtests.forms import AmendForm
from backend.playtests.models import MAX_ARMS, Study
from backend.playtests.selectors.studies import list_studies
from backend.playtests.services import amend_study, close_study, delete_draft, open_study
from engines import Game, UnknownName, all_games, get_game

BADGES = {"draft": "idle", "open": "active", "closed": "done"}


@admin.register(Study)
class StudyAdmin(ReadOnlyAdmin):
    """Studies are made and changed by forms of their own."""

    list_display = ("name", "state", cells.game, "played", "people", "sessions", "made")
    list_filter = ("status", GameFilter, "created_at")
    search_fields = ("name", "question", "code")
    ordering = ("-created_at", "-id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Study]:
        return list_studies()

    @admin.display(description="Status", ordering="status")
    def state(self, obj: Study) -> str:
        return cells.badge(BADGES[obj.status], obj.get_status_display())

    @admin.display(description="Each plays", ordering="assignment")
    def played(self, obj: Study) -> str:
        return "one arm" if obj.assignment == Study.Assignment.ONE else "all arms"

    @admin.display(description="People")
    def people(self, obj: Any) -> str:
        return f"{obj.joined:,} of {obj.wanted:,}" + _and_simulated(obj.simulated)

    @admin.display(description="Sessions")
    def sessions(self, obj: Any) -> str:
        return f"{obj.begun:,}" + _and_simulated(obj.simulated_sessions)

    @admin.display(description="Made", ordering="created_at")
    def made(self, obj: Study) -> str:
        when = date_format(localtime(obj.created_at), "DATETIME_FORMAT")
        return f"{when}, {obj.created_by}" if obj.created_by else when

    # Permissions: changing is also opening and closing --------------------------------------
    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("playtests.add_study")

    def may_change(self, request: HttpRequest) -> bool:
        return request.user.has_perm("playtests.change_study")

    def get_urls(self) -> list[URLPattern]:
        views: list[tuple[str, View, str]] = [
            ("new/", self.new_view, "new"),
            ("<uuid:pk>/edit/", self.edit_view, "edit"),
            ("<uuid:pk>/open/", self.open_view, "open"),
            ("<uuid:pk>/close/", self.close_view, "close"),
            ("<uuid:pk>/discard/", self.discard_view, "discard"),
        ]
        return named_views(self.admin_site, "playtests_study", views) + super().get_urls()

    # Forms ------------------------------------------------------------------------------------
    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        return HttpResponseRedirect(reverse("admin:playtests_study_new"))

    def new_view(self, request: HttpRequest) -> HttpResponse:
        """GET without a game: which one. With one: the form. POST: make the draft."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        try:
            game = get_game(slug) if (slug := request.GET.get("game", "")) else None
        except UnknownName as error:
            messages.warning(request, str(error))
            game = None
        if game is None:
            context = {"games": all_games()}
            return self.page(request, "playtests/study_choose.html", "New study", None, context)
        return self._form(request, game, None)

    def edit_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """A draft's whole form; of a study that was opened, what may still be changed."""
        if not self.may_change(request):
            raise PermissionDenied
        study = self._visible(request, pk)
        if not study.is_draft:
            return self._amend(request, study)
        try:
            return self._form(request, get_game(study.game), study)
        except UnknownName as error:
            raise Http404(str(error)) from None

    def _form(self, request: HttpRequest, game: Game, study: Study | None) -> HttpResponse:
        if request.method == "POST":
            filled = study_form.posted_form(game, request.POST, study)
            try:
                saved = filled.save(request.user)
            except Conflict as conflict:  # it was opened meanwhile
                messages.warning(request, str(conflict.detail))
                saved = study
            if saved is not None:
                if study is None:
                    self.log_addition(request, saved, "Made.")
                else:
                    self.log_change(request, saved, "Changed.")
                return HttpResponseRedirect(study_url(saved))
        else:
            filled = study_form.draft_form(game, study) if study else study_form.blank_form(game)
        context = {"form": filled.form, "arms": filled.arms, "most": MAX_ARMS, "game": game}
        title = "Change the draft" if study else f"New study of {game.title}"
        return self._form_page(request, title, study, context)

    def _amend(self, request: HttpRequest, study: Study) -> HttpResponse:
        initial = {name: getattr(study, name) for name in ("name", "question", "wanted")}
        form = AmendForm(request.POST or None, initial=initial)
        if request.method == "POST" and form.is_valid():
            amend_study(study=study, by=request.user, **form.cleaned_data)
            self.log_change(request, study, "Changed.")
            return HttpResponseRedirect(study_url(study))
        return self._form_page(request, "Change the study", study, {"form": form})

    def _form_page(
        self, request: HttpRequest, title: str, study: Study | None, context: dict[str, Any]
    ) -> HttpResponse:
        template, context = "playtests/study_form.html", {**context, "study": study}
        response = self.page(request, template, title, study, context)
        response.status_code = 422 if request.method == "POST" else 200
        return response

    # A study ------------------------------------------------------------------------------------
    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponseBase:
        """A draft's plan; from its opening on, what has come of it, or a table of that."""
        study = self.visible_object(request, object_id)
        if study is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        who, wrong = read_who(request.GET, "table", "format")
        if wants_table(request.GET):
            tables = {} if study.is_draft else study_tables(study, who)
            return table_response(request, tables, name=f"study {study.code}", wrong=wrong)
        with loading():
            from backend.playtests.admin.study_page import plan_context, results_context  # Altair

        context = {
            **plan_context(study),
            "game_title": cells.game_title(study.game),
            "badge": BADGES[study.status],
            "may_change": self.may_change(request),
            "join_url": request.build_absolute_uri(reverse("join-study", args=[study.code])),
        }
        template = "playtests/study_draft.html"
        if not study.is_draft:
            template = "playtests/study.html"
            context |= {"wrong": wrong} if wrong else results_context(study, who)
        return self.page(request, template, study.name, study, context)

    def open_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        return self._steer(request, pk, open_study, "Opened: people can join now.")

    def close_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        return self._steer(request, pk, close_study, "Closed: nobody joins any more.")

    def discard_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Delete a draft. Post only."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.may_change(request):
            raise PermissionDenied
        study = self._visible(request, pk)
        try:
            with transaction.atomic():
                self.log_deletions(request, Study.objects.filter(pk=study.pk))
                delete_draft(study=study)
        except Conflict as conflict:
            messages.warning(request, str(conflict.detail))
            return HttpResponseRedirect(study_url(study))
        messages.success(request, f"The draft “{study.name}” is deleted.")
        return HttpResponseRedirect(reverse("admin:playtests_study_changelist"))

    def _steer(
        self, request: HttpRequest, pk: UUID, service: Callable[..., Study], said: str
    ) -> HttpResponse:
        """Post only."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.may_change(request):
            raise PermissionDenied
        study = self._visible(request, pk)
        try:
            service(study=study, by=request.user)
        except Conflict as conflict:
            messages.warning(request, str(conflict.detail))
        else:
            messages.success(request, said)
            self.log_change(request, study, said)
        return HttpResponseRedirect(study_url(study))

    def _visible(self, request: HttpRequest, pk: UUID) -> Study:
        found: Study | None = self.visible_object(request, str(pk))
        if found is None:
            raise Http404("There is no such study.")
        return found


def study_url(study: Study) -> str:
    return reverse("admin:playtests_study_change", args=[study.pk])


def _and_simulated(count: int) -> str:
    return f", and {count:,} simulated" if count else ""
