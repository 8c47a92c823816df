"""Sessions that no person played, and what was planted in them."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from backend.common.ids import new_id
from backend.play.models import Session


class Corpus(models.Model):
    """Sessions of simulated people, made in one go. `truth` is what was planted in them."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    truth = models.JSONField(help_text="Seed, model and planted effects")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "corpora"

    def __str__(self) -> str:
        return f"corpus {self.id}"


class SyntheticSession(models.Model):
    """The label of a session that no person played."""

    session = models.OneToOneField(
        Session, primary_key=True, on_delete=models.CASCADE, related_name="synthetic"
    )
    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="sessions")

    def __str__(self) -> str:
        return f"synthetic {self.session_id}"
