"""Cancel, resume, queue again, and note something down."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)

from backend.common.admin_read_only import ReadOnlyAdmin
from backend.common.problems import Conflict, NotAllowed
from backend.lab.admin import words
from backend.lab.admin.experiments.finding import experiment_url, may_steer, visible
from backend.lab.forms import NotesForm, notes_initial
from backend.lab.models import Experiment, ExperimentStatus
from backend.lab.planning import is_rate
from backend.lab.services import (
    annotate_experiment,
    cancel_experiment,
    rerun_experiment,
    resume_experiment,
)
from engines import EngineError, UnknownName, get_game


def cancel_view(admin: ReadOnlyAdmin, request: HttpRequest, pk: UUID) -> HttpResponse:
    return _steer(admin, request, pk, cancel_experiment, words.cancelled)


def resume_view(admin: ReadOnlyAdmin, request: HttpRequest, pk: UUID) -> HttpResponse:
    return _steer(admin, request, pk, resume_experiment, lambda _: "Going on where it stopped.")


def _steer(
    admin: ReadOnlyAdmin,
    request: HttpRequest,
    pk: UUID,
    service: Callable[..., Experiment],
    said: Callable[[str], str],
) -> HttpResponse:
    """Post only. `said` turns the status that came of it into a message."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not may_steer(request):
        raise PermissionDenied
    experiment = visible(admin, request, pk)
    try:
        status = service(experiment=experiment, by=request.user).status
    except Conflict as conflict:
        messages.warning(request, str(conflict.detail))
    else:
        if status != ExperimentStatus.CANCELLING:  # the live page says so as long as it is
            messages.success(request, said(status))
        admin.log_change(request, experiment, said(status))
    return HttpResponseRedirect(experiment_url(experiment))


def rerun_view(admin: ReadOnlyAdmin, request: HttpRequest, pk: UUID) -> HttpResponse:
    """Post only: queue the same once more, with the same seed or (`seed=new`) another."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not admin.has_add_permission(request):
        raise PermissionDenied
    experiment = visible(admin, request, pk)
    seed = secrets.randbelow(2**31) if request.POST.get("seed") == "new" else None
    try:
        again = rerun_experiment(experiment=experiment, by=request.user, seed=seed)
    except (NotAllowed, EngineError) as refusal:
        messages.warning(request, str(getattr(refusal, "detail", refusal)))
        return HttpResponseRedirect(experiment_url(experiment))
    admin.log_addition(request, again, "Queued again.")
    return HttpResponseRedirect(experiment_url(again))


def notes_view(admin: ReadOnlyAdmin, request: HttpRequest, pk: UUID) -> HttpResponse:
    """Note, tags and bands: the form, and what it sends."""
    if not may_steer(request):
        raise PermissionDenied
    experiment = visible(admin, request, pk)
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
        admin.log_change(request, experiment, "Note, tags or bands changed.")
        return HttpResponseRedirect(experiment_url(experiment))
    context = {"experiment": experiment, "form": form, "game": game}
    title = f"Note, tags and bands: {experiment.title}"
    response = admin.page(request, "lab/notes.html", title, experiment, context)
    response.status_code = 422 if form.errors else 200
    return response
