"""Addresses below /api/v1/."""

from __future__ import annotations

from django.urls import path

from backend.playtests.views import exchange

urlpatterns = [
    path("playtests/import/", exchange.ImportPlay.as_view(), name="playtests-import"),
    path("playtests/export/", exchange.ExportPlay.as_view(), name="playtests-export"),
]
