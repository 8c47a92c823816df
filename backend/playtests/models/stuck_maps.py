"""Where simulated players got stuck on one board."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from backend.puzzles.models import Puzzle


class StuckMap(models.Model):
    """Where one simulated player got stuck on one board: the first `trials` of seed 0."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="stuck_maps")
    policy = models.CharField(max_length=120)
    trials = models.PositiveIntegerField()
    stuck = models.PositiveIntegerField(help_text="Plays that got stuck")
    loci = models.JSONField(help_text="{locus: plays that got stuck there}")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["puzzle", "policy"], name="stuck_map_unique"),
            models.CheckConstraint(
                condition=Q(trials__gte=1) & Q(stuck__lte=F("trials")), name="stuck_map_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.policy} on {self.puzzle_id}"
