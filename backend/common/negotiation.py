"""Which of its forms an answer takes."""

from __future__ import annotations

from collections.abc import Sequence

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class Negotiation(DefaultContentNegotiation):
    """Nothing is weighed where there is one form and the caller takes any, as nearly always."""

    def select_renderer(
        self,
        request: Request,
        renderers: Sequence[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        anything = request.META.get("HTTP_ACCEPT", "*/*") == "*/*"
        if anything and len(renderers) == 1 and format_suffix is None:
            (only,) = renderers
            return only, str(only.media_type)
        return super().select_renderer(request, renderers, format_suffix)
