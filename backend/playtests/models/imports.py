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
    """One file of recorded play: what came of it, or what a worker is still to do with it.

    A file that is looked at before it is stored is kept here until the word to go on; `report` is
    that of the dry run until then. One that is too large for a web process waits here for a worker,
    which takes it under a lease; what it has done by then is in `report` and `checkpoint`.
    """

    class Layout(models.TextChoices):
        JSONL = "jsonl", "JSON Lines"
        CSV = "csv", "CSV"

    class Wanted(models.TextChoices):
        LOOK = "look", "To be looked at"
        STORE = "store", "To be stored"

    class Status(models.TextChoices):
        WAITING = "waiting", "Waits for a worker"
        READING = "reading", "Is being read"
        LOOKED_AT = "looked_at", "Looked at"
        STORED = "stored", "Stored"
        NOTHING_STORED = "nothing_stored", "Nothing stored"
        FAILED = "failed", "Failed"

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
    wanted = models.CharField(max_length=5, choices=Wanted, blank=True)
    all_or_nothing = models.BooleanField(default=False)
    checkpoint = models.JSONField(null=True, help_text="What a worker goes on from")
    size = models.PositiveIntegerField(default=0, help_text="Of the file, in bytes")
    bytes_read = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)

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
            models.CheckConstraint(
                condition=Q(wanted="") | Q(content__isnull=False, stored_at__isnull=True),
                name="import_wanted_has_its_file",
            ),
            models.CheckConstraint(
                condition=Q(wanted__in=["", "look", "store"]), name="import_wanted_known"
            ),
        ]
        indexes = [
            models.Index(fields=["id"], condition=~Q(wanted=""), name="import_wanted"),
        ]

    def __str__(self) -> str:
        return f"import {self.id}"

    @property
    def status(self) -> Status:
        """How far it is."""
        if self.wanted:
            held = self.lease_until is not None and self.lease_until > timezone.now()
            return self.Status.READING if held else self.Status.WAITING
        if self.error:
            return self.Status.FAILED
        if self.stored_at is None:
            return self.Status.LOOKED_AT
        kept = self.report["stored"] or self.report["there"]
        if self.all_or_nothing and self.report["faults"]:
            kept = 0
        return self.Status.STORED if kept else self.Status.NOTHING_STORED

    @property
    def share_read(self) -> float:
        """How much of the file was read, 0 to 1."""
        return min(1.0, self.bytes_read / self.size) if self.size else 1.0


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
