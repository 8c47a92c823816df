"""How often, and where, simulated players get stuck on one board."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from backend.puzzles.models import Puzzle


class StuckMap(models.Model):
    """One simulated player on one board: the first `trials` of seed 0.

    Wanted until a worker has played it (`trials` is 0), and held by one until `lease_until`.
    Where plays got stuck is known of the first `looked_at`, those that were replayed.
    """

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="stuck_maps")
    policy = models.CharField(max_length=120)
    trials = models.PositiveIntegerField(default=0, help_text="0: not simulated yet")
    stuck = models.PositiveIntegerField(default=0, help_text="Plays that got stuck")
    looked_at = models.PositiveIntegerField(default=0, help_text="Plays that `loci` were told of")
    loci = models.JSONField(default=dict, help_text="{locus: plays that got stuck there}")
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True, help_text="Why it can't be simulated, for people")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [
            models.Index(
                fields=["puzzle"], condition=Q(trials=0, error=""), name="stuck_map_wanted"
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["puzzle", "policy"], name="stuck_map_unique"),
            models.CheckConstraint(
                condition=Q(stuck__lte=F("trials")) & Q(looked_at__lte=F("trials")),
                name="stuck_map_in_order",
            ),
            models.CheckConstraint(
                condition=Q(error="") | Q(trials=0), name="stuck_map_failed_or_done"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.policy} on {self.puzzle_id}"
