"""`Authorization: Bearer tsu_…`: a player, known by the token of its device."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from backend.play import services
from backend.play.models import Player


class PlayerTokenAuthentication(BaseAuthentication):
    """Sets `request.auth` to the player. A player is no user: `request.user` stays anonymous."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Player] | None:
        scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        player = services.recognise_player(token=token.strip())
        if player is None:
            raise AuthenticationFailed("This token belongs to no player.")
        return AnonymousUser(), player

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        return 'Bearer realm="players"'
