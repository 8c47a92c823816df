"""The two pages that are not the admin's: the front door and the API's documentation."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this site is, with links to the daily set, the documentation and the admin."""
    return render(request, "home.html")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The API's documentation, browsable. All of its scripts are files: the CSP stands."""
    return render(request, "common/docs.html")
