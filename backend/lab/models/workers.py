"""Which workers are alive."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

GETTING_READY = "getting ready"
"""In the place of its queues while kernels are compiled for a worker, by its watchdog's hand."""


class WorkerHeartbeat(models.Model):
    """Written every few seconds by a worker's own event loop, by the database's clock.

    Before it starts, its watchdog writes as much for it, with the queue `GETTING_READY`.
    """

    name = models.CharField(max_length=200, unique=True)
    queue = models.CharField(max_length=200, help_text="Queues it takes from, with commas")
    hostname = models.CharField(max_length=200)
    pid = models.PositiveIntegerField()
    concurrency = models.PositiveIntegerField(default=1)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name="") & ~Q(queue=""), name="lab_worker_named"),
            models.CheckConstraint(condition=Q(concurrency__gte=1), name="lab_worker_can_work"),
        ]

    def __str__(self) -> str:
        return self.name
