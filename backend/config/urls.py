"""Every address of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from backend.common import views
from backend.config import health
from backend.playtests.views.pages import join_page

api: list[URLPattern | URLResolver] = [
    path("", include("backend.play.urls")),  # the busiest first: they are tried in this order
    path("", include("backend.puzzles.urls")),
    path("", include("backend.lab.urls")),
    path("", include("backend.playtests.urls")),
    path("schema/", views.Schema.as_view(), name="schema"),
    path("docs/", views.docs, name="docs"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("join/<str:code>/", join_page, name="join-study"),
    path("api/v1/", include(api)),
    path("admin/", admin.site.urls),
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
]
