"""What a player's views share."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from rest_framework.views import APIView

from backend.common.problems import NotFound
from backend.play import selectors
from backend.play.authentication import PlayerTokenAuthentication
from backend.play.models import Player, Session
from backend.play.permissions import IsPlayer


class PlayView(APIView):
    authentication_classes = (PlayerTokenAuthentication,)
    permission_classes = (IsPlayer,)

    @property
    def player(self) -> Player:
        return cast(Player, self.request.auth)

    def own_session(self, session_id: UUID) -> Session:
        session = selectors.find_session(player=self.player, session_id=session_id)
        if session is None:
            raise NotFound(f"You have no session {session_id}.")
        return session
