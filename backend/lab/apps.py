"""The lab: experiments, their runs and chunks, and the workers that compute them."""

from __future__ import annotations

from django.apps import AppConfig


class LabConfig(AppConfig):
    name = "backend.lab"
    label = "lab"
    verbose_name = "Experiments"
