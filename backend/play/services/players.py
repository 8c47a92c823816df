"""Players come, are recognised, and may be forgotten."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from backend.play.models import Player

SEEN_EVERY = timedelta(minutes=1)


def hash_token(*, token: str) -> str:
    """What is stored of a token. Plain SHA-256 will do: a token is 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


def create_player() -> tuple[Player, str]:
    """A new player and its token, which is not kept and cannot be shown again."""
    token = "tsu_" + secrets.token_urlsafe(32)
    return Player.objects.create(token_hash=hash_token(token=token)), token


def recognise_player(*, token: str) -> Player | None:
    """The player of a token, marked as seen (written at most once a minute)."""
    player = Player.objects.filter(token_hash=hash_token(token=token)).first()
    now = timezone.now()
    if player is not None and now - player.last_seen >= SEEN_EVERY:
        Player.objects.filter(pk=player.pk).update(last_seen=now)
        player.last_seen = now
    return player


@transaction.atomic
def erase_player(*, player: Player) -> None:
    """Forget a player. Its sessions stay, belonging to nobody."""
    # The lock makes a session that is just being started wait, and then find nobody.
    for locked in Player.objects.select_for_update().filter(pk=player.pk):
        locked.delete()
