"""The pages that are not the admin's: the front door and the API's documentation."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import JSONRenderer

DOCS_SECONDS = 60  # they change only with a new release, and then soon should
kept = cache_control(public=True, max_age=DOCS_SECONDS)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this site is, with links to the daily set, the documentation and the admin."""
    return render(request, "home.html")


@require_safe
@conditional_page
@kept
def docs(request: HttpRequest) -> HttpResponse:
    """The API's documentation, browsable. All of its scripts are files: the CSP stands."""
    return render(request, "common/docs.html")


@method_decorator([conditional_page, kept], name="get")
class Schema(SpectacularAPIView):
    """The OpenAPI document: YAML, or JSON for who asks for it."""

    def finalize_response(self, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(*args, **kwargs)
        if response.status_code >= 400:
            response.accepted_renderer = JSONRenderer()  # a problem is JSON, never YAML
        return response
