"""Who takes part in a study, and which sessions were played for it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from backend.common.ids import new_id
from backend.play.models import Player, Session
from backend.playtests.models.studies import Arm, ArmPuzzle, Study


class Participant(models.Model):
    """A player who agreed to take part. Erased with the player; the sessions stay with the arm.

    Who withdraws stays here, as somebody who had agreed and does not any more, without sessions.

    `arm` is what was drawn for them; empty where everybody plays all arms.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="participants")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="studies")
    arm = models.ForeignKey(
        Arm, null=True, blank=True, on_delete=models.PROTECT, related_name="participants"
    )
    is_synthetic = models.BooleanField(default=False)
    agreed_at = models.DateTimeField(default=timezone.now, editable=False)
    consent_hash = models.CharField(
        max_length=64, help_text="SHA-256 of the text that was agreed to"
    )

    withdrawn_at = models.DateTimeField(
        null=True, blank=True, help_text="Since then they do not take part any more"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "player"], name="participant_once"),
            models.CheckConstraint(
                condition=Q(consent_hash__regex=r"^[0-9a-f]{64}$"), name="participant_consent_hex"
            ),
        ]

    def __str__(self) -> str:
        return f"participant {self.id}"


def taking_part() -> Q:
    """Participants who have not withdrawn."""
    return Q(withdrawn_at__isnull=True)


class StudySession(models.Model):
    """The label of a session that was played for a study, and for which of its puzzles."""

    session = models.OneToOneField(
        Session, primary_key=True, on_delete=models.CASCADE, related_name="in_study"
    )
    item = models.ForeignKey(ArmPuzzle, on_delete=models.PROTECT, related_name="sessions")
    participant = models.ForeignKey(
        Participant,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="sessions",
        help_text="Empty once the player has asked to be forgotten",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["participant", "item"], name="study_session_once"),
        ]

    def __str__(self) -> str:
        return f"study session {self.session_id}"
