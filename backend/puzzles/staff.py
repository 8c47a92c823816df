"""Adopted levels for people who script, with the admin's permissions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from backend.common.fields import StrictCharField, StrictUUIDField
from backend.common.pagination import PageQuery, cut_page, page_document
from backend.common.reading import NoBody, NoQuery, read_body, read_query
from backend.common.schema import problems
from backend.common.staff import StaffView, staff
from backend.idempotency.handling import idempotent
from backend.puzzles.adopted import STATES, describe_level, find_adopted_level, newest_levels
from backend.puzzles.permissions import OfLevels
from backend.puzzles.services import retire_level


class LevelsQuery(PageQuery):
    game = StrictCharField(required=False, max_length=40)
    after = StrictUUIDField(required=False, help_text="`id` of the last level seen")


class AdoptedLevelSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    game = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the game's rules")
    key = serializers.CharField(help_text="Its `level` wherever puzzles have one")
    title = serializers.CharField()
    description = serializers.CharField()
    rules = serializers.DictField(help_text="What its puzzles are drawn from")
    low = serializers.FloatField(help_text="Least measured difficulty of its puzzles")
    high = serializers.FloatField()
    boards = serializers.IntegerField(help_text="Measured when it was adopted")
    in_band = serializers.IntegerField(help_text="How many of these lay in the band")
    proposal = serializers.UUIDField(help_text="What it was made of")
    first_date = serializers.DateField(help_text="Of the first daily set that has it")
    last_date = serializers.DateField(allow_null=True, help_text="null: it goes on")
    state = serializers.ChoiceField(choices=STATES)
    reason = serializers.CharField(help_text="Why it is not served; else empty")
    adopted_by = serializers.CharField(allow_null=True)
    adopted_at = serializers.DateTimeField()
    retired_by = serializers.CharField(allow_null=True)
    retired_at = serializers.DateTimeField(allow_null=True)


class AdoptedLevelPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    results = AdoptedLevelSerializer(many=True)


class LevelsView(StaffView):
    permission_classes = (OfLevels,)


class AdoptedLevelList(LevelsView):
    @extend_schema(
        operation_id="levels_list",
        parameters=[LevelsQuery],
        responses={200: AdoptedLevelPageSerializer, **problems(_400="Bad parameters")},
    )
    def get(self, request: Request) -> Response:
        """Levels that staff adopted, newest first, retired ones too."""
        query = read_query(request, LevelsQuery)
        rows = newest_levels()
        if "game" in query:
            rows = rows.filter(game=query["game"])
        found, last = cut_page(rows, key="-id", after=query.get("after"), limit=query["limit"])
        now = timezone.now()
        return Response(page_document(request, [describe_level(row, now) for row in found], last))


class AdoptedLevelDetail(LevelsView):
    @extend_schema(
        operation_id="levels_retrieve",
        responses={
            200: AdoptedLevelSerializer,
            **problems(_400="Bad parameters", _404="No such level"),
        },
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """A level that staff adopted, and whether it is served."""
        read_query(request, NoQuery)
        return Response(describe_level(find_adopted_level(pk), timezone.now()))


class AdoptedLevelRetire(LevelsView):
    post_is = "change"

    @extend_schema(
        operation_id="levels_retire",
        request=None,
        responses={
            200: AdoptedLevelSerializer,
            **problems(_400="Unreadable", _404="No such level"),
        },
    )
    @idempotent
    def post(self, request: Request, pk: UUID) -> Response:
        """Take a level out of the daily sets that have not begun yet. Its puzzles stay.

        Doing so twice is the same as doing it once.
        """
        read_body(request, NoBody)
        retire_level(level=find_adopted_level(pk), by=staff(request))
        return Response(describe_level(find_adopted_level(pk), timezone.now()))
