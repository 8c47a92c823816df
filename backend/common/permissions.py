"""Who may use a view. Every view names its own; the default lets nobody in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:  # the framework's views read their defaults, this module among them
    from rest_framework.views import APIView


class NoOne(BasePermission):
    """The default: a view that forgot to say who may use it is closed."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002
        return False
