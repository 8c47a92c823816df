"""Taking part in a study."""

from __future__ import annotations

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from backend.common.reading import NoBody, read_body
from backend.common.schema import problems
from backend.idempotency.handling import idempotent
from backend.play.selectors import describe_entry, describe_position
from backend.play.views.base import PlayView
from backend.playtests import services
from backend.playtests.selectors import joining as selectors
from backend.playtests.serializers import studies as serializers

NO_STUDY = problems(_404="There is no study with this code")


class StudyDetail(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="studies_retrieve",
        responses={200: serializers.PublicStudySerializer, **NO_STUDY},
    )
    def get(self, request: Request, code: str) -> Response:  # noqa: ARG002
        """A study that one may join: what it asks, and what one agrees to."""
        return Response(selectors.describe_public(selectors.find_public(code)))


class StudyJoin(PlayView):
    @extend_schema(
        operation_id="studies_join",
        request=serializers.JoinStudy,
        responses={
            201: serializers.OwnStudySerializer,
            200: OpenApiResponse(serializers.OwnStudySerializer, "The player had joined before"),
            **NO_STUDY,
            **problems(
                _409="`closed`: nobody joins any more; `full`: it has the people it wanted; "
                "`withdrawn`: the player does not take part any more",
                _422="`not_consented`: consent is not true",
            ),
        },
    )
    @idempotent
    def post(self, request: Request, code: str) -> Response:
        """Take part in a study. Joining twice is joining once."""
        consent = read_body(request, serializers.JoinStudy)["consent"]
        study = selectors.find_public(code)
        participant, is_new = services.join_study(study=study, player=self.player, consent=consent)
        return Response(selectors.describe_own(participant), 201 if is_new else 200)


class StudyMe(PlayView):
    @extend_schema(
        operation_id="studies_me_retrieve",
        responses={
            200: serializers.OwnStudySerializer,
            **NO_STUDY,
            **problems(_409="`not_joined`: the player does not take part; `withdrawn`"),
        },
    )
    def get(self, request: Request, code: str) -> Response:  # noqa: ARG002
        """How far the player is in a study, and what to play next."""
        study = selectors.find_public(code)
        participant = services.require_participant(study=study, player=self.player)
        return Response(selectors.describe_own(participant))


class StudyWithdraw(PlayView):
    @extend_schema(
        operation_id="studies_withdraw",
        request=None,
        responses={
            200: serializers.WithdrawnSerializer,
            **NO_STUDY,
            **problems(_409="`not_joined`: the player does not take part"),
        },
    )
    @idempotent
    def post(self, request: Request, code: str) -> Response:
        """Stop taking part, for good; also once the study is closed.

        What was played for the study is not the study's any more; it stays the player's own play.
        That one had agreed, and that one has withdrawn, is kept until the player is erased.
        """
        read_body(request, NoBody)
        study = selectors.find_public(code)
        left = services.withdraw(study=study, player=self.player)
        return Response({"code": study.code, "withdrawn_at": left.withdrawn_at})


class StudySessions(PlayView):
    @extend_schema(
        operation_id="studies_sessions_create",
        request=serializers.BeginStudySession,
        responses={
            201: serializers.StudySessionSerializer,
            200: OpenApiResponse(
                serializers.StudySessionSerializer, "The session of it that is going on"
            ),
            **NO_STUDY,
            **problems(
                _409="`not_joined`; `withdrawn`; `all_played`: nothing is left to play; `closed`: "
                "nothing is begun any more",
                _422="`client` is not allowed",
            ),
        },
    )
    @idempotent
    def post(self, request: Request, code: str) -> Response:
        """Begin the next puzzle of a study, in the player's own order.

        The session belongs to the study from its first moment, and is then played as any other:
        by `sessions/{id}/moves/` and so on. While one is going on, it is the answer.
        """
        asked = read_body(request, serializers.BeginStudySession)
        study = selectors.find_public(code)
        begun = services.begin_session(study=study, player=self.player, **asked)
        data = {
            **describe_position(begun.position),
            "replies": [describe_entry(entry) for entry in begun.replies],
        }
        address = reverse("session", args=[begun.position.session.pk])
        told = serializers.StudySessionSerializer(data).data
        return Response(told, 201 if begun.is_new else 200, headers={"Location": address})
