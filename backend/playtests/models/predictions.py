"""How often people will get stuck on a puzzle that none of them has played."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from backend.playtests.models.fits import EpsilonFit
from backend.puzzles.models import Puzzle


class Prediction(models.Model):
    """The simulated stuck rate of one board at the ε that was fitted to others, and at the ends

    of its interval. Made anew with the fit.
    """

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="predictions")
    fit = models.ForeignKey(EpsilonFit, on_delete=models.CASCADE, related_name="predictions")
    rate = models.FloatField()
    low = models.FloatField()
    high = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["puzzle", "fit"], name="prediction_unique"),
            models.CheckConstraint(
                condition=Q(low__gte=0, low__lte=F("rate"), high__gte=F("rate"), high__lte=1),
                name="prediction_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"prediction for {self.puzzle_id}"
