"""Addresses of pages that an admin has besides Django's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.contrib.admin import AdminSite
from django.http import HttpResponse
from django.urls import URLPattern, path

View = Callable[..., HttpResponse]


def named_views(
    site: AdminSite, prefix: str, views: Iterable[tuple[str, View, str]]
) -> list[URLPattern]:
    """The (route, view, name) as addresses for signed-in staff, named ``admin:PREFIX_NAME``."""
    return [
        path(route, site.admin_view(view), name=f"{prefix}_{name}") for route, view, name in views
    ]
