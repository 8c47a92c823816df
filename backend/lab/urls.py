from __future__ import annotations

from django.urls import path

from backend.lab import views
from backend.lab.exports import rest as exports
from backend.lab.tuning import proposals, rest

urlpatterns = [
    path("experiments/compare/", views.Comparisons.as_view(), name="experiments-compare"),
    path(
        "experiments/compare/export/",
        exports.ComparisonExport.as_view(),
        name="experiments-compare-export",
    ),
    path("experiments/", views.ExperimentList.as_view(), name="experiments"),
    path("experiments/<uuid:pk>/", views.ExperimentDetail.as_view(), name="experiment"),
    path(
        "experiments/<uuid:pk>/results/",
        views.ExperimentResults.as_view(),
        name="experiment-results",
    ),
    path(
        "experiments/<uuid:pk>/export/",
        exports.ExperimentExport.as_view(),
        name="experiment-export",
    ),
    path("experiments/<uuid:pk>/trial/", views.ExperimentTrial.as_view(), name="experiment-trial"),
    path("experiments/<uuid:pk>/rerun/", views.ExperimentRerun.as_view(), name="experiment-rerun"),
    path(
        "experiments/<uuid:pk>/cancel/", views.ExperimentCancel.as_view(), name="experiment-cancel"
    ),
    path(
        "experiments/<uuid:pk>/resume/", views.ExperimentResume.as_view(), name="experiment-resume"
    ),
    path("tunings/", rest.TuningList.as_view(), name="tunings"),
    path("tunings/<uuid:pk>/", rest.TuningDetail.as_view(), name="tuning"),
    path("tunings/proposals/", proposals.ProposalList.as_view(), name="proposals"),
    path("tunings/proposals/<uuid:pk>/", proposals.ProposalDetail.as_view(), name="proposal"),
    path(
        "tunings/proposals/<uuid:pk>/adoption/",
        proposals.ProposalAdoption.as_view(),
        name="proposal-adoption",
    ),
    path(
        "tunings/<uuid:pk>/proposals/",
        proposals.TuningProposals.as_view(),
        name="tuning-proposals",
    ),
    path("tunings/<uuid:pk>/cancel/", rest.TuningCancel.as_view(), name="tuning-cancel"),
]
