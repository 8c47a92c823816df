"""The experiment that a page is about, and who may do what to it."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest
from django.urls import reverse

from backend.common.admin_read_only import ReadOnlyAdmin
from backend.lab.models import Experiment


def visible(admin: ReadOnlyAdmin, request: HttpRequest, pk: UUID) -> Experiment:
    found: Experiment | None = admin.visible_object(request, str(pk))
    if found is None:
        raise Http404("There is no such experiment.")
    return found


def may_steer(request: HttpRequest) -> bool:
    """Whether they may cancel and resume, and change notes."""
    return request.user.has_perm("lab.change_experiment")


def experiment_url(experiment: Experiment) -> str:
    return reverse("admin:lab_experiment_change", args=[experiment.pk])
