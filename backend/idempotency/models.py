"""Answers kept for a day, so that a request sent again is answered again."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

HEX = r"^[0-9a-f]{64}$"


class KeptAnswer(models.Model):
    """What a request with a key was answered. Nothing secret is in it, nor is the key itself."""

    key_hash = models.CharField(
        max_length=64, unique=True, help_text="SHA-256 of whose key it is, and the key"
    )
    owner = models.CharField(max_length=64, blank=True, help_text="Empty: nobody known")
    request_hash = models.CharField(
        max_length=64, help_text="SHA-256 of the request's method, address and body"
    )
    status = models.PositiveSmallIntegerField(default=0, help_text="0: being done")
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True, help_text="JSON, as it was sent")
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        indexes = [models.Index(fields=["owner"], condition=~Q(owner=""), name="kept_of_owner")]
        constraints = [
            models.CheckConstraint(condition=Q(key_hash__regex=HEX), name="kept_key_hash_hex"),
            models.CheckConstraint(
                condition=Q(request_hash__regex=HEX), name="kept_request_hash_hex"
            ),
            models.CheckConstraint(
                condition=Q(status=0) | Q(status__range=(200, 299)), name="kept_status_is_success"
            ),
        ]

    def __str__(self) -> str:
        return f"answer {self.pk}"
