"""Puzzles on demand, for players."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from backend.common.problems import NotFound
from backend.common.reading import read_body
from backend.common.schema import problems
from backend.idempotency.handling import do_once, idempotent_inside
from backend.play.views.base import PlayView
from backend.puzzles import selectors, serializers, services


class PuzzleList(PlayView):
    limited_as = "puzzles"

    @extend_schema(
        operation_id="puzzles_create",
        request=serializers.OrderPuzzle,
        responses={
            200: OpenApiResponse(serializers.PuzzleSerializer, "It was there already"),
            201: serializers.PuzzleSerializer,
            202: OpenApiResponse(
                serializers.OrderSerializer, "It is being made: `Location` says how far it is"
            ),
            **problems(_422="Not such a game, level or rules; `cannot_be_made`"),
        },
    )
    @idempotent_inside
    def post(self, request: Request) -> Response:
        """A puzzle by rules or of a level, made by a worker if it is not there yet."""
        body = read_body(request, serializers.OrderPuzzle)
        # The order alone is written once: a worker must see it while this request waits.
        kept = do_once(request, lambda: Response({"order": str(services.order_puzzle(**body).pk)}))
        order = selectors.find_order(UUID(kept.data["order"]))
        assert order is not None
        was_done = order.status == order.Status.DONE
        order = services.wait_for_order(order=order)
        if order.puzzle is None:
            address = reverse("puzzle-order", args=[order.pk])
            told = serializers.OrderSerializer(selectors.describe_order(order)).data
            return Response(told, 202, headers={"Location": address, "Retry-After": "1"})
        data = selectors.describe_puzzle(order.puzzle)
        address = reverse("puzzle", args=[order.puzzle.pk])
        return Response(data, 200 if was_done else 201, headers={"Location": address})


class Order(PlayView):
    @extend_schema(
        operation_id="puzzles_orders_retrieve",
        responses={200: serializers.OrderSerializer, **problems(_404="There is no such order")},
    )
    def get(self, request: Request, order_id: UUID) -> Response:  # noqa: ARG002
        """How far a puzzle on demand is."""
        order = selectors.find_order(order_id)
        if order is None or not selectors.is_open(order):
            raise NotFound(f"There is no order {order_id}.")
        headers = {"Retry-After": "1"} if order.status == order.Status.WAITING else {}
        data = serializers.OrderSerializer(selectors.describe_order(order)).data
        return Response(data, headers=headers)
