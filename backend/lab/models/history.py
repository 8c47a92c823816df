"""Who did what to an experiment, and when."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from backend.lab.models.experiments import Experiment


class EventKind(models.TextChoices):
    QUEUED = "queued", "Queued"
    CANCELLED = "cancelled", "Cancelled"
    RESUMED = "resumed", "Resumed"
    NOTED = "noted", "Note changed"
    TAGGED = "tagged", "Tags changed"
    BANDS = "bands", "Bands changed"


class Event(models.Model):
    """One entry of an experiment's trail; written with what it tells of, never changed."""

    id = models.BigAutoField(primary_key=True)
    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    kind = models.CharField(max_length=16, choices=EventKind.choices)
    detail = models.TextField(blank=True, default="", help_text="In words")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=EventKind.values), name="lab_event_kind_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.experiment_id}"
