"""Results of sessions, and leaderboards."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from backend.common.problems import NotFound
from backend.common.schema import problems
from backend.play.authentication import PlayerTokenAuthentication
from backend.play.leaderboard import describe_leaderboard
from backend.play.models import Player
from backend.play.results import describe_result
from backend.play.serializers import results as serializers
from backend.play.views.base import PlayView
from backend.puzzles.selectors import find_daily
from backend.puzzles.services import check_slot


class Result(PlayView):
    @extend_schema(
        responses={
            200: serializers.ResultSerializer,
            **problems(_404="The player has no such session", _409="`not_over`: it goes on"),
        }
    )
    def get(self, request: Request, session_id: UUID) -> Response:  # noqa: ARG002
        """How a session ended, a text to share, and how the puzzle went for all so far."""
        found = describe_result(self.own_session(session_id))
        return Response(serializers.ResultSerializer(found).data)


class Leaderboard(APIView):
    authentication_classes = (PlayerTokenAuthentication,)
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="leaderboard_retrieve",
        parameters=[OpenApiParameter("day", date, "path", description="A date, YYYY-MM-DD")],
        responses={
            200: serializers.LeaderboardSerializer,
            **problems(_404="There is no such daily puzzle"),
        },
    )
    def get(self, request: Request, day: date, game: str, level: str) -> Response:
        """Who solved a daily puzzle with the fewest hints, then moves, then the least time.

        What counts is a player's first session of it: who solved it in a later one has a line of
        their own (`own`), and no rank. Times that can't be true are left out.
        """
        check_slot(date=day, game=game, level=level)
        daily = find_daily(day, game, level)
        if daily is None:
            raise NotFound(f"There is no {level} puzzle of {game} for {day} yet.")
        player = request.auth if isinstance(request.auth, Player) else None
        found = describe_leaderboard(daily, player)
        return Response(serializers.LeaderboardSerializer(found).data)
