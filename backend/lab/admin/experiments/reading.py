"""The pages that tell what came of it: live figures, results, comparison, single boards."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from pydantic import ValidationError as RulesError

from backend.common.admin_read_only import ReadOnlyAdmin
from backend.common.admin_steps import svg_response
from backend.common.loading import loading
from backend.common.problems import BadRequest, Conflict, NotFound
from backend.lab.admin import show_me
from backend.lab.admin.asking import NotThere, uncached
from backend.lab.admin.experiments.finding import visible
from backend.lab.admin.live import live_figures
from engines import EngineError


def progress_view(admin: ReadOnlyAdmin, request: HttpRequest, pk: UUID) -> HttpResponse:
    """The live page's figures as JSON."""
    try:
        return uncached(live_figures(visible(admin, request, pk)))
    except (EngineError, RulesError) as error:
        return uncached({"detail": str(error)}, status=409)


def compare_view(admin: ReadOnlyAdmin, request: HttpRequest) -> HttpResponse:
    """Variants of one game side by side, and what people did."""
    if not admin.has_view_permission(request):
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
    response = admin.page(request, "lab/compare.html", "Compare variants", None, context)
    response.status_code = status
    return response


def help_view(admin: ReadOnlyAdmin, request: HttpRequest) -> HttpResponse:
    """Every formula by its name, and how to read it."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    title = "How the figures are made"
    return admin.page(request, "lab/help.html", title, None, {})


def board_view(admin: ReadOnlyAdmin, request: HttpRequest, pk: UUID) -> HttpResponse:
    """A board worth looking at, or any trial of a run, stepped through."""
    experiment = visible(admin, request, pk)
    try:
        shown = show_me.board_page(experiment, request.GET)
    except (EngineError, RulesError, Conflict) as error:
        context = {"experiment": experiment, "error": str(error)}
        title = experiment.title
        return admin.page(request, "lab/unreadable.html", title, experiment, context)
    response = admin.page(request, "lab/board.html", shown["title"], experiment, shown)
    response.status_code = 404 if shown["problem"] else 200
    return response


def picture_view(admin: ReadOnlyAdmin, request: HttpRequest, pk: UUID) -> HttpResponse:
    """One step of one trial as SVG."""
    try:
        return svg_response(show_me.picture(visible(admin, request, pk), request.GET))
    except (NotThere, EngineError, RulesError) as error:
        raise Http404(str(error)) from None
