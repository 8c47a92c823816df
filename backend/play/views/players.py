"""Players: made, named, moved to another device, told of themselves, forgotten."""

from __future__ import annotations

from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from backend.common.pagination import page_document
from backend.common.reading import NoBody, read_body, read_query
from backend.common.schema import problems
from backend.idempotency.handling import (
    do_once,
    idempotent,
    idempotent_inside,
    idempotent_secret,
    read_secret_key,
    secret_of,
)
from backend.play import services
from backend.play.archive import read_archive
from backend.play.export import describe_player, export_player
from backend.play.serializers import players as serializers
from backend.play.serializers.results import ExportSerializer
from backend.play.stats import describe_stats
from backend.play.views.base import PlayView

NEW, MOVED, MOVING = "player", "moved player", "transfer code"


def _token_for(purpose: str) -> Any:
    return lambda key: {"token": services.spell_token(secret=secret_of(key, purpose))}


def _secret(request: Request, purpose: str) -> bytes | None:
    key = read_secret_key(request)
    return None if key is None else secret_of(key, purpose)


class PlayerList(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    limited_as = "players"

    @extend_schema(request=None, responses={201: serializers.NewPlayerSerializer})
    @idempotent_secret(_token_for(NEW))
    def post(self, request: Request) -> Response:
        """A new anonymous player. The token is shown this once; send it as `Bearer` from now."""
        read_body(request, NoBody)
        player, token = services.create_player(secret=_secret(request, NEW))
        return Response({"id": str(player.id), "token": token}, 201)


class Me(PlayView):
    @extend_schema(operation_id="players_me_retrieve", responses=serializers.PlayerSerializer)
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """The player whose token this is."""
        return Response(serializers.PlayerSerializer(describe_player(self.player)).data)

    @extend_schema(
        operation_id="players_me_change",
        request=serializers.ChangePlayer,
        responses={
            200: serializers.PlayerSerializer,
            **problems(_422="`name_not_allowed`: too long or nothing to see; `name_barred`"),
        },
    )
    def patch(self, request: Request) -> Response:
        """Give the player a name for leaderboards, or take it away. What is left out stays."""
        asked = read_body(request, serializers.ChangePlayer)
        player = self.player
        if "name" in asked:
            player = services.name_player(player=player, name=asked["name"] or "")
        return Response(serializers.PlayerSerializer(describe_player(player)).data)

    @extend_schema(operation_id="players_me_destroy", responses={204: None})
    def delete(self, request: Request) -> Response:  # noqa: ARG002
        """Erase the player. Its sessions stay, belonging to nobody."""
        services.erase_player(player=self.player)
        return Response(status=204)


class Code(PlayView):
    @extend_schema(
        operation_id="players_me_code", request=None, responses={201: serializers.CodeSerializer}
    )
    @idempotent_inside
    def post(self, request: Request) -> Response:
        """A code that moves this player to another device, once and within minutes."""
        purpose = f"{MOVING} {self.player.pk}"

        def make() -> Response:
            read_body(request, NoBody)
            code, expires_at = services.make_code(
                player=self.player, secret=_secret(request, purpose)
            )
            data = serializers.CodeSerializer({"code": code, "expires_at": expires_at}).data
            return Response(data, 201)

        def restore(key: str) -> dict[str, str]:
            return {"code": services.spell_code(secret=secret_of(key, purpose))}

        return do_once(request, make, restore)


class Claim(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    limited_as = "players"

    @extend_schema(
        operation_id="players_claim",
        request=serializers.ClaimPlayer,
        responses={
            201: serializers.NewPlayerSerializer,
            **problems(_422="`code_unknown`: no such code, or not any more"),
        },
    )
    @idempotent_secret(_token_for(MOVED))
    def post(self, request: Request) -> Response:
        """Go on as the player of a code. It gets a new token; its other device is signed out."""
        code = read_body(request, serializers.ClaimPlayer)["code"]
        player, token = services.claim_player(code=code, secret=_secret(request, MOVED))
        return Response({"id": str(player.id), "token": token}, 201)


class Stats(PlayView):
    @extend_schema(operation_id="players_me_stats", responses=serializers.StatsSerializer)
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """What the player has done so far, per game and level, and its streak of dates."""
        found = describe_stats(self.player, timezone.now())
        return Response(serializers.StatsSerializer(found).data)


class Export(PlayView):
    @extend_schema(operation_id="players_me_export", responses=ExportSerializer)
    def get(self, request: Request) -> StreamingHttpResponse:  # noqa: ARG002
        """All that is kept of the player: every session with its whole history."""
        pieces = (piece.encode() for piece in export_player(self.player))
        response = StreamingHttpResponse(pieces, content_type="application/json")
        response["Content-Disposition"] = 'attachment; filename="tsumi.json"'
        return response


class Archive(PlayView):
    @extend_schema(
        operation_id="archive_list",
        parameters=[serializers.ArchiveQuery],
        responses=serializers.ArchivePage,
    )
    def get(self, request: Request) -> Response:
        """Past dates' daily puzzles, newest first, each with how far the player got."""
        query = read_query(request, serializers.ArchiveQuery)
        results, last = read_archive(
            player=self.player, after=query["after"], limit=query["limit"], now=timezone.now()
        )
        data = serializers.ArchiveDaySerializer(results, many=True).data
        return Response(page_document(request, data, last))


class ReportName(PlayView):
    @extend_schema(
        operation_id="leaderboard_report",
        request=None,
        responses={
            204: None,
            **problems(_404="There is no such line", _422="`no_name`: the line has no name"),
        },
    )
    @idempotent
    def post(self, request: Request, finish_id: Any) -> Response:
        """Report the name on a leaderboard's line to the staff."""
        read_body(request, NoBody)
        services.report_name(reporter=self.player, finish_id=finish_id)
        return Response(status=204)
