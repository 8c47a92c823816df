"""The ε that explains people best, of one game's policy and rules."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class EpsilonFit(models.Model):
    """What was fitted last to all first plays of a game, or of one set of its rules.

    `error`, `error_mean` and `error_chance` tell how far predictions of boards left out were off,
    beside the mean of the others and chance alone; empty with too few boards.
    """

    class Range(models.TextChoices):
        WITHIN = "within", "within what the policy can do"
        BELOW = "below", "less often than with any ε"
        ABOVE = "above", "more often than with any ε"

    game = models.CharField(max_length=40)
    rules_key = models.CharField(max_length=64, blank=True, help_text="Empty: all rules together")
    is_synthetic = models.BooleanField(default=False)
    policy = models.CharField(max_length=120)
    epsilon = models.FloatField()
    low = models.FloatField()
    high = models.FloatField()
    range = models.CharField(max_length=6, choices=Range)
    telling = models.BooleanField(help_text="Whether the plays tell one ε from another")
    sessions = models.PositiveIntegerField()
    puzzles = models.PositiveIntegerField()
    error = models.FloatField(null=True)
    error_mean = models.FloatField(null=True)
    error_chance = models.FloatField(null=True)
    computed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "rules_key", "is_synthetic", "policy"], name="epsilon_fit_unique"
            ),
            models.CheckConstraint(
                condition=Q(low__gte=0, low__lte=F("epsilon"), high__gte=F("epsilon"), high__lte=1),
                name="epsilon_fit_in_order",
            ),
            models.CheckConstraint(
                condition=Q(range__in=["within", "below", "above"]), name="epsilon_fit_range_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.policy} of {self.game}: {self.epsilon}"


class FittedTo(models.Model):
    """What a game's fits were made from, so that they are made anew when it has changed."""

    game = models.CharField(max_length=40)
    is_synthetic = models.BooleanField()
    seen = models.CharField(max_length=120, blank=True)
    fitted_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "is_synthetic"], name="fitted_to_unique")
        ]

    def __str__(self) -> str:
        return f"fits of {self.game}"
