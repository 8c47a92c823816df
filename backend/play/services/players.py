"""Players come, are recognised, and may be forgotten."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from rest_framework.exceptions import NotAuthenticated

from backend.common.inserting import get_or_insert
from backend.common.problems import NotAllowed, NotFound
from backend.common.rows import columns_of, read_values, row_of
from backend.idempotency.services import forget_answers
from backend.play.models import MAX_NAME, MAX_NAME_POINTS, Finish, NameReport, Player
from backend.play.names import clean_name, count_characters
from engines import Fault

SEEN_EVERY = timedelta(minutes=1)
OF_TOKEN = f"SELECT {columns_of(Player)} FROM play_player WHERE token_hash = %s"


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
    found = read_values(OF_TOKEN, [hash_token(token=token)])
    if found is None:
        return None
    player, now = row_of(Player, found), timezone.now()
    if now - player.last_seen >= SEEN_EVERY:
        Player.objects.filter(pk=player.pk).update(last_seen=now)
        player.last_seen = now
    return player


@transaction.atomic
def name_player(*, player: Player, name: str) -> Player:
    """Give the player a name, cleaned; an empty one takes it away. Raises `NotAllowed`."""
    cleaned = clean_name(name)
    fits = 1 <= count_characters(cleaned) <= MAX_NAME and len(cleaned) <= MAX_NAME_POINTS
    if name and not fits:
        message = f"A name has 1 to {MAX_NAME} visible characters."
        raise NotAllowed(message, code="name_not_allowed", faults=[Fault("/name", message)])
    locked = Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    if locked is None:
        raise NotAuthenticated("This player was just erased.")
    if cleaned and locked.name_barred:
        message = "A name of yours was removed, so you can't take another."
        raise NotAllowed(message, code="name_barred", faults=[Fault("/name", message)])
    locked.name = cleaned
    locked.save(update_fields=["name"])
    return locked


@transaction.atomic
def report_name(*, reporter: Player, finish_id: UUID) -> None:
    """Report the name on a leaderboard's line; twice is once.

    Raises `NotFound`, and `NotAllowed` for a line without a name.
    """
    finish = Finish.objects.select_related("player").filter(pk=finish_id).first()
    if finish is None:
        raise NotFound(f"There is no entry {finish_id}.")
    if not finish.player.name:
        raise NotAllowed("This line has no name that could be reported.", code="no_name")
    get_or_insert(
        NameReport.objects.all(),
        player=finish.player,
        reporter=reporter,
        name=finish.player.name,
    )


def dismiss_reports(*, players: Sequence[Player]) -> int:
    """Find these players' names proper after all; returns how many reports there were."""
    deleted, _ = NameReport.objects.filter(player__in=[player.pk for player in players]).delete()
    return deleted


@transaction.atomic
def remove_names(*, players: Sequence[Player]) -> int:
    """Take these players' names away for good; returns how many had one."""
    removed = Player.objects.filter(pk__in=[player.pk for player in players]).exclude(name="")
    return removed.update(name="", name_barred=True)


@transaction.atomic
def erase_player(*, player: Player) -> None:
    """Forget a player. Its sessions stay, belonging to nobody."""
    # The lock makes a session that is just being started wait, and then find nobody.
    for locked in Player.objects.select_for_update().filter(pk=player.pk):
        locked.delete()
        forget_answers(owner=f"player:{player.pk}")
