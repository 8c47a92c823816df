"""Who plays: players, the names they may have, and the codes that move them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from backend.common.ids import new_id

HEX = r"^[0-9a-f]{64}$"
MAX_NAME = 20  # characters as people count them
MAX_NAME_POINTS = 200  # code points: a picture may be made of many


class Player(models.Model):
    """An anonymous device, known by a token of which only the hash is kept.

    One without a token came with recorded play that was imported: nobody plays as it here.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    token_hash = models.CharField(  # noqa: DJ001 (many have none, and it is unique)
        max_length=64,
        unique=True,
        null=True,
        help_text="SHA-256 of the token; none: imported",
    )
    name = models.CharField(
        max_length=MAX_NAME_POINTS, blank=True, help_text="Shown on leaderboards"
    )
    name_barred = models.BooleanField(
        default=False, help_text="A name was removed; this player can't take another"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_seen = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(token_hash__regex=HEX), name="player_token_hash_hex"
            ),
            models.CheckConstraint(
                condition=Q(name="") | Q(name_barred=False), name="player_barred_has_no_name"
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.id}"


class NameReport(models.Model):
    """Somebody found a player's name improper."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="name_reports")
    reporter = models.ForeignKey(
        Player, null=True, on_delete=models.SET_NULL, related_name="names_reported"
    )
    name = models.CharField(max_length=MAX_NAME_POINTS)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "reporter", "name"], name="name_reported_once"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="name_report_has_name"),
        ]

    def __str__(self) -> str:
        return f"report of {self.name!r}"


class TransferCode(models.Model):
    """A short code that moves a player to another device, once and soon."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="transfer_code")
    code_hash = models.CharField(max_length=64, unique=True, help_text="HMAC of the code")
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(code_hash__regex=HEX), name="transfer_hash_hex"),
        ]

    def __str__(self) -> str:
        return f"code of {self.player_id}"
