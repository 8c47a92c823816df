"""The page at a study's link, for people with a browser."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from backend.common.admin_cells import game_title
from backend.common.problems import NotFound
from backend.playtests.selectors.joining import describe_public, find_public


@require_safe
@never_cache
def join_page(request: HttpRequest, code: str) -> HttpResponse:
    """What the study asks, what one agrees to, and the code to type in where one plays."""
    try:
        study = describe_public(find_public(code))
    except NotFound as error:
        return render(request, "playtests/join.html", {"problem": error.detail}, status=404)
    return render(
        request, "playtests/join.html", {"study": study, "game": game_title(study["game"])}
    )
