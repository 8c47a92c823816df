"""Which of its forms an answer takes."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class Negotiation(DefaultContentNegotiation):
    """Nothing is weighed where there is one form and the caller takes any, as nearly always."""

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        first, *others = renderers
        anything = request.META.get("HTTP_ACCEPT", "*/*") == "*/*"
        if anything and not others and format_suffix is None:
            return first, str(first.media_type)
        chosen: tuple[BaseRenderer, str]
        chosen = super().select_renderer(request, renderers, format_suffix)
        return chosen
