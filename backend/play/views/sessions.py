"""Sessions. A session is its player's alone, and no cache keeps it."""

from __future__ import annotations

from functools import wraps
from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from backend.common.pagination import cut_page, page_document
from backend.common.problems import CONTENT_TYPE, document_of
from backend.common.reading import NoBody, read_body, read_query
from backend.common.schema import problems
from backend.idempotency.handling import Handler, idempotent
from backend.play import selectors, services
from backend.play.models import Move, WrongTry
from backend.play.selectors import Position
from backend.play.serializers import sessions as serializers
from backend.play.services import Batch, Turn
from backend.play.timing import Timing
from backend.play.views.base import PlayView

CONFLICT = {
    (409, CONTENT_TYPE): OpenApiResponse(
        serializers.ConflictSerializer,
        "`finished`: the session is over; `wrong_number`: another number is next; "
        "`history_full`. The problem holds the session as it stands.",
    )
}
NO_SESSION = problems(_404="The player has no such session")
TURN: dict[Any, Any] = {
    201: serializers.TurnSerializer,
    200: OpenApiResponse(
        serializers.TurnSerializer, "The last entry, sent again: nothing was added"
    ),
    **NO_SESSION,
    **CONFLICT,
}

HINT: dict[Any, Any] = {
    **TURN,
    201: serializers.HintTurnSerializer,
    200: OpenApiResponse(
        serializers.HintTurnSerializer, "The last entry, sent again: nothing was added"
    ),
}


def _keeping_wrong_tries(post: Handler) -> Handler:
    """Has a move that the rules refuse remembered, once all else was rolled back."""

    @wraps(post)
    def keeping(*args: Any, **kwargs: Any) -> Response:
        try:
            return post(*args, **kwargs)
        except services.WrongMove as wrong:
            services.keep_wrong_try(tried=wrong.tried)
            raise

    return keeping


class SessionList(PlayView):
    @extend_schema(
        operation_id="sessions_list",
        parameters=[serializers.SessionListQuery],
        responses=serializers.SessionPage,
    )
    def get(self, request: Request) -> Response:
        """The player's sessions, newest first."""
        query = read_query(request, serializers.SessionListQuery)
        rows = selectors.list_sessions(player=self.player, status=query.get("status"))
        found, last = cut_page(rows, key="-id", after=query["after"], limit=query["limit"])
        results = [selectors.describe_summary(row) for row in found]
        data = serializers.SessionSummarySerializer(results, many=True).data
        return Response(page_document(request, data, last))

    @extend_schema(
        request=serializers.StartSession,
        responses={
            201: serializers.StartedSerializer,
            **problems(_422="No such puzzle, or it can't be played by such a mode, seat or bot"),
        },
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Start to play a puzzle. In a game for two `replies` has the bot's first moves."""
        body = read_body(request, serializers.StartSession)
        puzzle_id = body.pop("puzzle")
        position, replies = services.start_session(player=self.player, puzzle_id=puzzle_id, **body)
        data = {
            **selectors.describe_position(position),
            "replies": [selectors.describe_entry(entry) for entry in replies],
        }
        address = reverse("session", args=[position.session.id])
        told = serializers.StartedSerializer(data).data
        return Response(told, 201, headers={"Location": address})


class SessionDetail(PlayView):
    @extend_schema(responses={200: serializers.SessionSerializer, **NO_SESSION})
    def get(self, request: Request, session_id: UUID) -> Response:  # noqa: ARG002
        """A session: the board as it stands, what is stuck, what may be done next."""
        return Response(_session(selectors.read_position(self.own_session(session_id))))


class History(PlayView):
    @extend_schema(
        operation_id="sessions_moves_list",
        parameters=[serializers.HistoryQuery],
        responses={200: serializers.HistoryPage, **NO_SESSION},
    )
    def get(self, request: Request, session_id: UUID) -> Response:
        """The whole history, oldest first: moves, undos, hints, and moves of a bot.

        With `wrong`, moves that the rules refused are among them, each before the entry that
        then took its number. They have no numbers of their own, and `limit` counts them not.
        """
        query = read_query(request, serializers.HistoryQuery)
        session, after = self.own_session(session_id), query["after"]
        rows = selectors.list_history(session=session)
        found, last = cut_page(rows, key="number", after=after, limit=query["limit"])
        lines: list[Move | WrongTry] = [*found]
        if query["wrong"]:
            wrong = selectors.list_wrong(session=session, after=after or 0, until=last)
            lines = selectors.with_wrong(found, wrong)
        results = [selectors.describe_line(line) for line in lines]
        data = serializers.HistoryLineSerializer(results, many=True).data
        return Response(page_document(request, data, last))

    @extend_schema(
        operation_id="sessions_moves_create",
        request=PolymorphicProxySerializer(
            "MakeMoves", [serializers.MakeMove, serializers.PlayBatch], None
        ),
        responses={
            **TURN,
            (201, "application/json"): PolymorphicProxySerializer(
                "TurnOrBatch", [serializers.TurnSerializer, serializers.BatchSerializer], None
            ),
            (200, "application/json"): OpenApiResponse(
                PolymorphicProxySerializer(
                    "TurnOrBatch", [serializers.TurnSerializer, serializers.BatchSerializer], None
                ),
                "Sent again: nothing was added",
            ),
            (422, CONTENT_TYPE): OpenApiResponse(
                serializers.LegalSerializer, "Not allowed here; `legal` says what would be"
            ),
        },
    )
    @_keeping_wrong_tries
    @idempotent
    def post(self, request: Request, session_id: UUID) -> Response:
        """Play a move, or a list of turns. The server judges them in order; a bot answers.

        A list (`moves`, with undos among them) is for what was played out of reach of the server:
        what is right up to the first fault is stored, and `problem` tells of that one. If not
        even the first turn could be stored, the answer is its problem.

        A move that the rules refuse takes no number; that it was tried is remembered.
        """
        if isinstance(request.data, dict) and "moves" in request.data:
            return self._batch(request, session_id)
        body = read_body(request, serializers.MakeMove)
        return _turn(services.make_move(player=self.player, session_id=session_id, **body))

    def _batch(self, request: Request, session_id: UUID) -> Response:
        turns = [
            services.Wanted(
                kind=Move.Kind(turn["kind"]),
                number=turn["number"],
                move=turn.get("move"),
                timing=Timing(turn["think_ms"], turn["hidden_ms"], turn["client_time"]),
                where=f"/moves/{place}/move",
            )
            for place, turn in enumerate(read_body(request, serializers.PlayBatch)["moves"])
        ]
        batch = services.play_batch(player=self.player, session_id=session_id, turns=turns)
        if isinstance(batch.problem, services.WrongMove):
            services.keep_wrong_try(tried=batch.problem.tried)
        return _told(batch)


class Undo(PlayView):
    @extend_schema(
        request=serializers.TakeTurn,
        responses={**TURN, **problems(_422="`nothing_to_undo`: no move stands")},
    )
    @idempotent
    def post(self, request: Request, session_id: UUID) -> Response:
        """Take the last standing move back, with the bot's answer. Both stay in the history."""
        body = read_body(request, serializers.TakeTurn)
        return _turn(services.undo_move(player=self.player, session_id=session_id, **body))


class Hint(PlayView):
    @extend_schema(request=serializers.TakeTurn, responses=HINT)
    @idempotent
    def post(self, request: Request, session_id: UUID) -> Response:
        """Ask what to do next: the next step of a plan that ends in *solved*.

        It goes on as long as it is followed, whether or not a hint is asked for before each step.
        """
        body = read_body(request, serializers.TakeTurn)
        return _turn(services.take_hint(player=self.player, session_id=session_id, **body))


class Abandon(PlayView):
    @extend_schema(
        request=None, responses={200: serializers.SessionSerializer, **NO_SESSION, **CONFLICT}
    )
    @idempotent
    def post(self, request: Request, session_id: UUID) -> Response:
        """Give the session up. Doing so twice is doing so once."""
        read_body(request, NoBody)
        return Response(
            _session(services.abandon_session(player=self.player, session_id=session_id))
        )


def _session(position: Position) -> dict[str, Any]:
    return selectors.describe_position(position)


def _told(batch: Batch) -> Response:
    problem = None
    if batch.problem:
        problem = document_of(batch.problem)
        problem.pop("session", None)  # it is told beside it
    data = {
        "repeated": batch.repeated,
        "stored": batch.stored,
        "entries": [selectors.describe_entry(entry) for entry in batch.entries],
        "session": selectors.describe_position(batch.position),
    }
    return Response({**data, "problem": problem}, 201 if batch.stored else 200)


def _turn(turn: Turn) -> Response:
    data = {
        "entry": selectors.describe_entry(turn.entry),
        "replies": [selectors.describe_entry(entry) for entry in turn.replies],
        "session": selectors.describe_position(turn.position),
    }
    return Response(data, 200 if turn.repeated else 201)
