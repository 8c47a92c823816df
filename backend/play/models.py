"""Players, their sessions, and the history of each session."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from backend.common.ids import new_id
from backend.puzzles.models import Puzzle

MAX_THINK_MS = 86_400_000  # a day


class Player(models.Model):
    """An anonymous device, known by a token of which only the hash is kept."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_seen = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(token_hash__regex=r"^[0-9a-f]{64}$"), name="player_token_hash_hex"
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.id}"


class Session(models.Model):
    """One player's play of one puzzle. The board's state is the replay of its history."""

    class Status(models.TextChoices):
        ACTIVE = "active", "active"
        SOLVED = "solved", "solved"
        ABANDONED = "abandoned", "abandoned"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="sessions",
        help_text="Empty once the player has asked to be forgotten",
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="sessions")
    status = models.CharField(max_length=10, choices=Status, default=Status.ACTIVE)
    stuck = models.BooleanField(default=False, help_text="The board as it stands has no way on")
    move_count = models.PositiveIntegerField(default=0)
    undo_count = models.PositiveIntegerField(default=0)
    hint_count = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["player", "-id"], name="session_of_player")]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["active", "solved", "abandoned"]),
                name="session_status_known",
            ),
            models.CheckConstraint(
                condition=Q(status="active", finished_at__isnull=True)
                | (~Q(status="active") & Q(finished_at__isnull=False)),
                name="session_finished_has_time",
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(finished_at__gte=F("started_at")),
                name="session_times_in_order",
            ),
            # An abandoned session may have been left stuck; a solved one cannot be stuck.
            models.CheckConstraint(
                condition=Q(stuck=False) | ~Q(status="solved"), name="session_solved_not_stuck"
            ),
            models.CheckConstraint(
                condition=Q(undo_count__lte=F("move_count")), name="session_undoes_only_moves"
            ),
        ]

    def __str__(self) -> str:
        return f"session {self.id}"

    @property
    def next_number(self) -> int:
        """The number the next history entry must carry; the first is 1."""
        return self.move_count + self.undo_count + self.hint_count + 1

    @property
    def is_active(self) -> bool:
        return self.status == self.Status.ACTIVE


class Move(models.Model):
    """One entry of a session's history: a move, an undo or a hint. Never erased.

    `payload` holds, for a move, the move itself; for an undo, ``{"undone": number}``; for a
    hint, ``{"move": … or null, "message": …}``. `locus` is where on the board it was about.
    """

    class Kind(models.TextChoices):
        MOVE = "move", "move"
        UNDO = "undo", "undo"
        HINT = "hint", "hint"

    class Outcome(models.TextChoices):
        PLAYING = "playing", "playing"
        STUCK = "stuck", "stuck"
        SOLVED = "solved", "solved"

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="history")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=4, choices=Kind)
    payload = models.JSONField()
    locus = models.CharField(max_length=64, blank=True)
    think_ms = models.PositiveIntegerField(
        null=True, blank=True, help_text="Measured by the client; empty if it could not"
    )
    legal_count = models.PositiveIntegerField(help_text="Legal moves there were before it")
    outcome = models.CharField(
        max_length=7, choices=Outcome, help_text="How the board stood after it"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["session_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="move_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="move_number_range"),
            models.CheckConstraint(
                condition=Q(kind__in=["move", "undo", "hint"]), name="move_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["playing", "stuck", "solved"]), name="move_outcome_known"
            ),
            models.CheckConstraint(
                condition=Q(think_ms__isnull=True) | Q(think_ms__range=(0, MAX_THINK_MS)),
                name="move_think_ms_range",
            ),
            models.CheckConstraint(condition=~Q(kind="move") | ~Q(locus=""), name="move_has_locus"),
            models.CheckConstraint(
                condition=~Q(outcome="solved") | Q(kind="move"), name="move_only_a_move_solves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id} #{self.number} {self.kind}"
