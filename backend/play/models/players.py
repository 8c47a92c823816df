"""Who plays."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from backend.common.ids import new_id


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
