"""What happened in a session, entry by entry."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from backend.play.models.sessions import Session
from backend.play.timing import CLOCK_BACK, TOO_LONG

MAX_THINK_MS = 86_400_000  # a day
MAX_HIDDEN_MS = 2**31 - 1  # nearly 25 days


class Move(models.Model):
    """One entry of a session's history: a move, an undo, a hint, a bot's move. Never erased.

    `payload` holds, for a move, the player's or the bot's, the move itself; for an undo,
    ``{"undone": number}``; for a hint, ``{"advice": "move" or "undo", "reason": …, "move": … or
    null, "moves_left": …, "message": …}`` (of older ones move and message only). `locus` is where
    on the board it was about.

    `created_at` is the server's time. What the client tells of time is kept as it came; `odd`
    says why it can't be true, and such entries are left out where times are counted.
    """

    class Kind(models.TextChoices):
        MOVE = "move", "move"
        UNDO = "undo", "undo"
        HINT = "hint", "hint"
        BOT = "bot", "bot"

    class Outcome(models.TextChoices):
        PLAYING = "playing", "playing"
        STUCK = "stuck", "stuck"
        SOLVED = "solved", "solved"
        FINISHED = "finished", "finished"

    class Odd(models.TextChoices):
        TOO_LONG = TOO_LONG, "longer than what passed since the entry before"
        CLOCK_BACK = CLOCK_BACK, "the client's clock went back"

    session = models.ForeignKey(
        Session,
        on_delete=models.CASCADE,
        related_name="history",
        db_index=False,  # that of the numbers begins with it
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=4, choices=Kind)
    payload = models.JSONField()
    locus = models.CharField(max_length=64, blank=True)
    think_ms = models.PositiveIntegerField(
        null=True, blank=True, help_text="Measured by the client; empty if it could not"
    )
    hidden_ms = models.PositiveIntegerField(
        null=True, blank=True, help_text="How long the board was hidden meanwhile"
    )
    client_time = models.DateTimeField(null=True, blank=True)
    odd = models.CharField(
        max_length=10, choices=Odd, blank=True, help_text="Why the client's times can't be true"
    )
    legal_count = models.PositiveIntegerField(help_text="Legal moves there were before it")
    outcome = models.CharField(
        max_length=8, choices=Outcome, help_text="How the board stood after it"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["session_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="move_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="move_number_range"),
            models.CheckConstraint(
                condition=Q(kind__in=["move", "undo", "hint", "bot"]), name="move_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["playing", "stuck", "solved", "finished"]),
                name="move_outcome_known",
            ),
            models.CheckConstraint(
                condition=Q(think_ms__isnull=True)
                | (Q(think_ms__range=(0, MAX_THINK_MS)) & ~Q(kind="bot")),
                name="move_think_ms_range",
            ),
            models.CheckConstraint(
                condition=Q(hidden_ms__isnull=True)
                | (Q(hidden_ms__range=(0, MAX_HIDDEN_MS)) & ~Q(kind="bot")),
                name="move_hidden_ms_range",
            ),
            models.CheckConstraint(
                condition=Q(odd__in=["", TOO_LONG, CLOCK_BACK]), name="move_odd_known"
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["move", "bot"]) | ~Q(locus=""), name="move_has_locus"
            ),
            models.CheckConstraint(
                condition=~Q(outcome__in=["solved", "finished"]) | Q(kind__in=["move", "bot"]),
                name="move_only_a_move_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id} #{self.number} {self.kind}"
