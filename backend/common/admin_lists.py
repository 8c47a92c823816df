"""Lists of the admin that bear whatever an address or a form has for them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect


class SafeLists:
    """Mixed into a model's admin: what can't be looked up or marked is told, and is no crash."""

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if has_nul(request):  # Postgres refuses it in any text it compares with
            return HttpResponseRedirect(request.path)
        try:
            answer: HttpResponse = super().changelist_view(  # type: ignore[misc]
                request, extra_context
            )
        except (ValueError, OverflowError, DataError, ValidationError):
            # Such as the year 99999: a lookup the admin lets through and nobody can answer.
            what = "What was marked" if request.method == "POST" else "That filter"
            messages.warning(request, f"{what} could not be read, so it was left out.")
            return HttpResponseRedirect(request.path)
        return answer

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if "\x00" in search_term:  # from a field that completes what is typed
            return queryset.none(), False
        found: tuple[QuerySet[Any], bool]
        found = super().get_search_results(request, queryset, search_term)  # type: ignore[misc]
        return found


def has_nul(request: HttpRequest) -> bool:
    """Whether a query parameter, name or value, holds a NUL character."""
    return any(
        "\x00" in name or any("\x00" in value for value in values)
        for name, values in request.GET.lists()
    )
