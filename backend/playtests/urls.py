"""Addresses below /api/v1/."""

from __future__ import annotations

from django.urls import path

from backend.playtests.views import exchange, joining, studies

urlpatterns = [
    path("playtests/import/", exchange.ImportPlay.as_view(), name="playtests-import"),
    path(
        "playtests/import/<uuid:import_id>/",
        exchange.ImportState.as_view(),
        name="playtests-import-state",
    ),
    path("playtests/export/", exchange.ExportPlay.as_view(), name="playtests-export"),
    path("studies/", studies.StudyList.as_view(), name="studies"),
    path("studies/<str:code>/", joining.StudyDetail.as_view(), name="study"),
    path("studies/<str:code>/join/", joining.StudyJoin.as_view(), name="study-join"),
    path("studies/<str:code>/me/", joining.StudyMe.as_view(), name="study-me"),
    path("studies/<str:code>/withdraw/", joining.StudyWithdraw.as_view(), name="study-withdraw"),
    path("studies/<str:code>/sessions/", joining.StudySessions.as_view(), name="study-sessions"),
    path("studies/<str:code>/plan/", studies.StudyPlan.as_view(), name="study-plan"),
    path("studies/<str:code>/open/", studies.StudyOpen.as_view(), name="study-open"),
    path("studies/<str:code>/close/", studies.StudyClose.as_view(), name="study-close"),
    path("studies/<str:code>/results/", studies.StudyResults.as_view(), name="study-results"),
]
