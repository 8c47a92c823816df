"""The pages that queue an experiment: choose a game, fill in the form, see what it comes to."""

from __future__ import annotations

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
from backend.common.admin_steps import svg_response
from backend.lab.admin import picking, queueing, reckoning
from backend.lab.admin.asking import NotThere, asked_game, uncached
from backend.lab.admin.experiments.finding import experiment_url
from backend.lab.models import MAX_VARIANTS, Experiment
from engines import EngineError, Game, UnknownName, all_games, get_game, headline_of


def queue_view(admin: ReadOnlyAdmin, request: HttpRequest) -> HttpResponse:
    """GET without a game: what to choose from. With one: the form. POST: queue it."""
    if not admin.has_add_permission(request):
        raise PermissionDenied
    if request.method not in ("GET", "HEAD", "POST"):
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
    copied = _copied(request)
    if copied is None and request.GET.get("copy"):
        return _choose(admin, request, "The experiment to copy was not found: start afresh.")
    slug = copied.game if copied else request.GET.get("game", "")
    try:
        game = get_game(slug) if slug else None
    except UnknownName as error:
        return _choose(admin, request, str(error))
    key = request.GET.get("preset", "")
    if game is None:
        return _choose(admin, request, "Which game’s preset? Choose it here." if key else "")
    preset = next((p for p in game.presets if p.key == key), None)
    if request.method == "POST":
        filled = queueing.posted_form(game, request)
        if filled.is_valid() and (experiment := filled.queue(request, copied)):
            admin.log_addition(request, experiment, "Queued.")
            return HttpResponseRedirect(experiment_url(experiment))
    elif copied:
        filled = queueing.copied_form(game, copied)
    elif preset:
        filled = queueing.preset_form(game, preset)
    elif key:
        return _choose(admin, request, f"{game.title} has no preset “{key[:80]}”.")
    else:
        filled = _begun(request, game)
    response = admin.page(
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


def check_view(admin: ReadOnlyAdmin, request: HttpRequest) -> HttpResponse:
    """Post only: what the form as it stands would come to, as JSON. Nothing is queued."""
    if not admin.has_add_permission(request):
        raise PermissionDenied
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    form = queueing.posted_form(asked_game(request), request)
    return uncached(reckoning.checked(form))


def preview_view(admin: ReadOnlyAdmin, request: HttpRequest) -> HttpResponse:
    """A board of the rules given, as SVG."""
    if not admin.has_add_permission(request):
        raise PermissionDenied
    try:
        return svg_response(queueing.preview(request.GET))
    except (EngineError, NotThere) as error:
        raise Http404(str(error)) from None


def _begun(request: HttpRequest, game: Game) -> queueing.QueueForm:
    """The usual rules, or those of the puzzle that is named, on its board."""
    try:
        puzzle = picking.asked_puzzle(game, request.GET)
    except NotThere as missing:
        messages.warning(request, str(missing))
        puzzle = None
    if puzzle is None:
        return queueing.blank_form(game)
    return queueing.puzzle_form(game, puzzle)


def _copied(request: HttpRequest) -> Experiment | None:
    """The experiment to start from, if one is named that exists."""
    try:
        pk = UUID(request.GET.get("copy", ""))
    except ValueError:
        return None
    return Experiment.objects.filter(pk=pk).first()


def _choose(admin: ReadOnlyAdmin, request: HttpRequest, problem: str = "") -> HttpResponse:
    if problem:
        messages.warning(request, problem)
    games = all_games()
    return admin.page(request, "lab/choose.html", "Queue an experiment", None, {"games": games})
