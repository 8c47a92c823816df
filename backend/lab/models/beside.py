"""What is worked out beside the chunks: exact values, and how runs of one replicate pair up."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from backend.lab.models.experiments import Experiment, Run, Variant


class Expectation(models.Model):
    """What a variant's metrics come to exactly, of a game that can work it out.

    There is a row for each variant of such a game, unless it plays very many fixed boards. While
    `lease_until` (by the database's clock) lies ahead a worker is at it; `attempts` counts those
    who began. `figures` are values by metric key, none where they are out of reach.
    """

    variant = models.OneToOneField(
        Variant, on_delete=models.CASCADE, primary_key=True, related_name="expectation"
    )
    figures = models.JSONField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(figures__isnull=True, seconds__isnull=True)
                | Q(figures__isnull=False, seconds__isnull=False),
                name="lab_expectation_took_its_time",
            )
        ]
        indexes = [
            models.Index(
                fields=["attempts"],
                condition=Q(figures__isnull=True),
                name="lab_expectation_wanted",
            )
        ]

    def __str__(self) -> str:
        return f"exact values of {self.variant_id}"


class Pairing(models.Model):
    """Two runs of one replicate, trial by trial: they met the same streams.

    `products` is the sum, over all trials, of the product of what the headline said in both:
    with the two runs' own totals it gives every paired figure. For a proportion it is the
    number of trials in which it counted in both. Null until both runs are done.
    """

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="pairings", db_index=False)
    other = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="+")
    products = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "other"], name="lab_pairing_once"),
            models.CheckConstraint(condition=~Q(run=F("other")), name="lab_pairing_of_two"),
        ]
        indexes = [
            models.Index(
                fields=["run"], condition=Q(products__isnull=True), name="lab_pairing_wanted"
            )
        ]

    def __str__(self) -> str:
        return f"{self.run_id} with {self.other_id}"


class Finding(models.Model):
    """What the tests say of an experiment that is done (see `backend.lab.findings`).

    Worked out once by a worker, because the libraries cost more than a page should: what a
    done experiment has counted does not change. `figures` are empty where the game has another
    version now.
    """

    experiment = models.OneToOneField(
        Experiment, on_delete=models.CASCADE, primary_key=True, related_name="finding"
    )
    figures = models.JSONField()

    def __str__(self) -> str:
        return f"findings of {self.experiment_id}"
