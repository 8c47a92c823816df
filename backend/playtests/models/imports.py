"""Recorded play that was made elsewhere: what was imported, when, and from where."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from backend.common.ids import new_id
from backend.play.models import Player, Session

MAX_SOURCE = 60
MAX_EXTERNAL = 100
HEX = r"^[0-9a-f]{64}$"


class Import(models.Model):
    """One file of recorded play, read once: what came of it.

    A file sent to the admin is kept here between its dry run and the word to go on; `report` is
    that of the dry run until then.
    """

    class Layout(models.TextChoices):
        JSONL = "jsonl", "JSON Lines"
        CSV = "csv", "CSV"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    source = models.CharField(max_length=MAX_SOURCE)
    file_name = models.CharField(max_length=200, blank=True)
    layout = models.CharField(max_length=5, choices=Layout)
    content = models.BinaryField(null=True, help_text="The file, until it is stored or dropped")
    report = models.JSONField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    stored_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "import"
        constraints = [
            models.CheckConstraint(
                condition=Q(stored_at__isnull=True) | Q(content__isnull=True),
                name="import_stored_keeps_no_file",
            ),
            models.CheckConstraint(
                condition=Q(layout__in=["jsonl", "csv"]), name="import_layout_known"
            ),
            models.CheckConstraint(condition=~Q(source=""), name="import_source_named"),
        ]

    def __str__(self) -> str:
        return f"import {self.id}"


class ImportedSession(models.Model):
    """The label of a session that was played elsewhere, and by which name it is known there.

    `digest` is the SHA-256 of what was recorded: the same again is there already, another is not
    the same session.
    """

    session = models.OneToOneField(
        Session, primary_key=True, on_delete=models.CASCADE, related_name="imported"
    )
    source = models.CharField(max_length=MAX_SOURCE)
    external_id = models.CharField(max_length=MAX_EXTERNAL)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "external_id"], name="imported_once"),
            models.CheckConstraint(
                condition=Q(digest__regex=HEX), name="imported_session_digest_hex"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.external_id}"


class ImportedPlayer(models.Model):
    """Who a player without a token is elsewhere: a pseudonym of the source."""

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="imported"
    )
    source = models.CharField(max_length=MAX_SOURCE)
    external_id = models.CharField(max_length=MAX_EXTERNAL)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "external_id"], name="imported_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.external_id}"
