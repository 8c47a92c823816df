"""The admin of proposed levels: the evidence, the boards' difficulties, and adopting them."""

# ruff: noqa: ARG002 (the signatures are the admin's own)

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
)
from django.http import HttpResponseRedirect as Redirect
from django.urls import URLPattern, reverse
from django.utils.formats import date_format

from backend.common import admin_cells as cells
from backend.common.admin_filters import GameFilter
from backend.common.admin_routes import View, named_views
from backend.common.loading import loading
from backend.common.problems import Conflict, NotAllowed
from backend.lab.admin.asking import uncached
from backend.lab.admin.tuning import OfTheLab
from backend.lab.admin.tuning_words import measured, target_text
from backend.lab.forms.adopting import AdoptionForm
from backend.lab.models import LevelProposal
from backend.lab.selectors.proposals import describe_measured
from backend.lab.selectors.workers import worker_seen_lately
from backend.lab.services import adopt_proposal, want_measured
from backend.puzzles.models import AdoptedLevel
from engines import UnknownName, get_game, headline_of


@admin.register(LevelProposal)
class LevelProposalAdmin(OfTheLab):
    list_display = ("__str__", "game_title", "rate", "boards", "created_by", "created_at")
    list_filter = (type("GameOfTuning", (GameFilter,), {"field": "tuning__game"}),)
    list_select_related = ("tuning", "variant", "created_by")
    ordering = ("-created_at", "-id")

    @admin.display(description="Game")
    def game_title(self, obj: LevelProposal) -> str:
        return cells.game_title(obj.tuning.game)

    @admin.display(description="Measured")
    def rate(self, obj: LevelProposal) -> str:
        try:
            return measured(headline_of(get_game(obj.tuning.game)), obj)
        except UnknownName:
            return f"{obj.value:g}"

    @admin.display(description="Boards measured")
    def boards(self, obj: LevelProposal) -> str:
        if obj.difficulties is not None:
            return str(len(obj.difficulties))
        return "can’t be" if obj.measuring_error else "not yet"

    def get_urls(self) -> list[URLPattern]:
        views: list[tuple[str, View, str]] = [
            ("<uuid:pk>/measure/", self.measure_view, "measure"),
            ("<uuid:pk>/adopt/", self.adopt_view, "adopt"),
            ("<uuid:pk>/adopt/check/", self.check_view, "check"),
        ]
        return named_views(self.admin_site, "lab_levelproposal", views) + super().get_urls()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The evidence; once boards are measured, how they spread and the form."""
        proposal = self.visible_object(request, object_id)
        if proposal is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return self._proposal_page(request, proposal, AdoptionForm(proposal=proposal))

    def measure_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Post only: have its boards measured, also if that failed before."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.may_begin(request):
            raise PermissionDenied
        want_measured(proposal=self._visible(request, pk))
        return Redirect(proposal_url(pk))

    def adopt_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Post only: make a daily level of it."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not _may_adopt(request):
            raise PermissionDenied
        proposal = self._visible(request, pk)
        form = AdoptionForm(request.POST, proposal=proposal)
        status = 422
        if form.is_valid():
            try:
                level = adopt_proposal(proposal=proposal, by=request.user, **form.cleaned_data)
            except (NotAllowed, Conflict) as refusal:
                form.blame(refusal)
                status = refusal.status_code
            else:
                self.log_change(request, proposal, f"Adopted as {level.key}.")
                first = date_format(level.first_date, "DATE_FORMAT")
                messages.success(request, f"“{level.title}” is in the daily sets from {first} on.")
                return Redirect(reverse("admin:puzzles_adoptedlevel_change", args=[level.pk]))
        response = self._proposal_page(request, proposal, form)
        response.status_code = status
        return response

    def check_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Post only: what the form as it stands would come to, as JSON. Nothing is adopted."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not _may_adopt(request):
            raise PermissionDenied
        form = AdoptionForm(request.POST, proposal=self._visible(request, pk))
        errors = {name: list(texts) for name, texts in form.errors.items()}
        return uncached({"errors": errors, "said": form.said()})

    def _proposal_page(
        self, request: HttpRequest, proposal: LevelProposal, form: AdoptionForm
    ) -> HttpResponse:
        told = describe_measured(proposal)["difficulty"]
        context: dict[str, Any] = {
            "proposal": proposal,
            "rate": self.rate(proposal),
            "told": told,
            "spread": _spread(told["quantiles"]) if told else "",
            "levels": AdoptedLevel.objects.filter(proposal=proposal.pk).order_by("id"),
            "form": form,
            "may_measure": self.may_begin(request),
            "may_adopt": _may_adopt(request),
            "nobody": not worker_seen_lately("generation"),
        }
        try:
            headline = headline_of(get_game(proposal.tuning.game))
            context |= {"headline": headline, "target": target_text(headline, proposal.tuning)}
        except UnknownName as error:
            context["problem"] = str(error)
        if proposal.difficulties:
            # Altair comes with it, which nothing else in this process should pay for.
            with loading():
                from backend.lab.charts import unchecked
                from backend.lab.charts.difficulties import difficulties_chart
            with unchecked():
                chart = difficulties_chart(proposal.difficulties, form.band)
            context["specs"] = {"chart-difficulties": chart}
        title = str(proposal)
        return self.page(request, "lab/level_proposal.html", title, proposal, context)

    def _visible(self, request: HttpRequest, pk: UUID) -> LevelProposal:
        found: LevelProposal | None = self.visible_object(request, str(pk))
        if found is None:
            raise Http404("There is no such proposal.")
        return found


def proposal_url(pk: UUID) -> str:
    return reverse("admin:lab_levelproposal_change", args=[pk])


def _spread(quantiles: dict[str, float]) -> str:
    low, middle, high = (f"{quantiles[share]:.3g}" for share in ("0.25", "0.5", "0.75"))
    return f"half have {low} to {high}, the middle one has {middle}"


def _may_adopt(request: HttpRequest) -> bool:
    return request.user.has_perm("puzzles.add_adoptedlevel")
