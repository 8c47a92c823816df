"""Moving a player to another device, by a code that is good once and for minutes."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from rest_framework.exceptions import NotAuthenticated

from backend.common.problems import NotAllowed
from backend.play.models import Player, TransferCode
from backend.play.services.players import hash_token, spell_token
from engines import Fault

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that look alike
LENGTH = 10
"""49 bits: with the limit on attempts, nobody guesses one within its minutes."""


@transaction.atomic
def make_code(*, player: Player, secret: bytes | None = None) -> tuple[str, datetime]:
    """A new code and when it ends. It replaces one made before; only its HMAC is kept.

    The code is made of `secret`, or of 32 random bytes.
    """
    if not Player.objects.select_for_update(no_key=True).filter(pk=player.pk).exists():
        raise NotAuthenticated("This player was just erased.")
    code = spell_code(secret=secret or secrets.token_bytes(32))
    expires_at = timezone.now() + timedelta(minutes=settings.TRANSFER_CODE_MINUTES)
    TransferCode.objects.update_or_create(
        player=player, defaults={"code_hash": hash_code(code=code), "expires_at": expires_at}
    )
    return code, expires_at


def spell_code(*, secret: bytes) -> str:
    """The code made of 32 secret bytes, as it is shown."""
    number, letters = int.from_bytes(secret, "big"), ""
    for _ in range(LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters += LETTERS[place]
    return f"{letters[: LENGTH // 2]}-{letters[LENGTH // 2 :]}"


@transaction.atomic
def claim_player(*, code: str, secret: bytes | None = None) -> tuple[Player, str]:
    """The code's player and its new token; the token it had ends, and so does the code.

    The token is made of `secret`, or of 32 random bytes. Raises `NotAllowed`.
    """
    rows = TransferCode.objects.select_for_update().select_related("player")
    row = rows.filter(code_hash=hash_code(code=code), expires_at__gt=timezone.now()).first()
    if row is None:
        message = "This code is not known, was used, or has ended. Make a new one."
        raise NotAllowed(message, code="code_unknown", faults=[Fault("/code", message)])
    token = spell_token(secret=secret or secrets.token_bytes(32))
    player = row.player
    player.token_hash = hash_token(token=token)
    if secret and Player.objects.filter(token_hash=player.token_hash).exists():
        raise NotAllowed("This Idempotency-Key has made a token before.", code="key_reused")
    player.save(update_fields=["token_hash"])
    row.delete()
    return player, token


def forget_old_codes() -> int:
    """Delete codes that have ended; returns how many."""
    deleted, _ = TransferCode.objects.filter(expires_at__lte=timezone.now()).delete()
    return deleted


def hash_code(*, code: str) -> str:
    """What is kept of a code, however it is spelled. Keyed: a short code's plain hash is soon
    guessed."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return salted_hmac("tsumi.transfer_code", plain, algorithm="sha256").hexdigest()
