"""Players come, are recognised, and may be forgotten."""

from __future__ import annotations

import base64
import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from backend.common.problems import NotAllowed
from backend.idempotency.services import forget_answers
from backend.play.models import Player

SEEN_EVERY = timedelta(minutes=1)


def hash_token(*, token: str) -> str:
    """What is stored of a token. Plain SHA-256 will do: a token is 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


def spell_token(*, secret: bytes) -> str:
    """The token made of 32 secret bytes."""
    return "tsu_" + base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def create_player(*, secret: bytes | None = None) -> tuple[Player, str]:
    """A new player and its token, which is not kept and cannot be shown again.

    The token is made of `secret`, or of 32 random bytes. Raises `NotAllowed` if that secret has
    made a player before.
    """
    token = spell_token(secret=secret or secrets.token_bytes(32))
    token_hash = hash_token(token=token)
    if secret and Player.objects.filter(token_hash=token_hash).exists():
        raise NotAllowed("This Idempotency-Key has made a player before.", code="key_reused")
    return Player.objects.create(token_hash=token_hash), token


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
        forget_answers(owner=f"player:{player.pk}")
