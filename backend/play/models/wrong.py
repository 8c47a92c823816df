"""What players tried and the rules refused."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from backend.play.models.moves import MAX_HIDDEN_MS, MAX_THINK_MS, Move
from backend.play.models.sessions import Session
from backend.play.timing import CLOCK_BACK, TOO_LONG

WRONG = "wrong"
"""Their kind, where they stand among a history's entries."""

MAX_WRONG = 500
"""A session keeps so many; who goes on trying tells nothing new."""

MAX_REASON = 400
MAX_LOCUS = 64


class WrongTry(models.Model):
    """A move that was sent when `number` was next, and that the rules refused.

    It is no entry of the history: the number stays free for what comes. The same move at the
    same number counts once, as it was tried first. Kept as long as its session.
    """

    session = models.ForeignKey(
        Session,
        on_delete=models.CASCADE,
        related_name="wrong_tries",
        db_index=False,  # that of the numbers begins with it
    )
    number = models.PositiveIntegerField(help_text="The number it would have had")
    payload = models.JSONField(help_text="The move, as the game writes it")
    locus = models.CharField(
        max_length=MAX_LOCUS, blank=True, help_text="Where it was, if the game can tell"
    )
    reason = models.CharField(max_length=MAX_REASON, help_text="What the rules said")
    think_ms = models.PositiveIntegerField(null=True, blank=True)
    hidden_ms = models.PositiveIntegerField(null=True, blank=True)
    client_time = models.DateTimeField(null=True, blank=True)
    odd = models.CharField(max_length=10, choices=Move.Odd, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "wrong tries"
        ordering = ["session_id", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "number", "payload"], name="wrong_try_counts_once"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="wrong_try_number_range"),
            models.CheckConstraint(condition=~Q(reason=""), name="wrong_try_has_reason"),
            models.CheckConstraint(
                condition=Q(think_ms__isnull=True) | Q(think_ms__range=(0, MAX_THINK_MS)),
                name="wrong_try_think_ms_range",
            ),
            models.CheckConstraint(
                condition=Q(hidden_ms__isnull=True) | Q(hidden_ms__range=(0, MAX_HIDDEN_MS)),
                name="wrong_try_hidden_ms_range",
            ),
            models.CheckConstraint(
                condition=Q(odd__in=["", TOO_LONG, CLOCK_BACK]), name="wrong_try_odd_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id} #{self.number} {WRONG}"
