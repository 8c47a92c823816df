"""Who may play."""

from __future__ import annotations

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from backend.play.models import Player


class IsPlayer(BasePermission):
    """Someone who came with a player's token."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002
        if not isinstance(request.auth, Player):
            raise NotAuthenticated(
                "A player's token is needed: send it as Authorization: Bearer tsu_…, as "
                "POST /api/v1/players/ gave it. A member of staff needs one too."
            )
        return True
