"""Tunings for people who script: staff only."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ErrorDetail

from backend.common.fields import (
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from backend.common.pagination import PageQuery, cut_page, page_document
from backend.common.reading import NoBody, NoQuery, read_body, read_query
from backend.common.schema import problems
from backend.common.staff import staff
from backend.idempotency.handling import idempotent
from backend.lab.models import MAX_STEPS, MAX_TITLE, MAX_TRIALS, Tuning, TuningStatus
from backend.lab.selectors.tuning import (
    describe_tuning,
    find_tuning,
    newest_tunings,
    tuning_findings,
)
from backend.lab.services import cancel_tuning, create_tuning
from backend.lab.tuning.checking import MAX_CHOICES
from backend.lab.views import LabView
from engines.randomness import MAX_SEED

NOT_FOUND = problems(_404="No such tuning")
MOST = 2**31


class SearchedRuleSerializer(StrictSerializer):
    """A whole-number rule with `low` and `high`, or a choice with the `values` to try."""

    rule = StrictCharField(max_length=64)
    low = StrictIntegerField(
        required=False,
        min_value=-MOST,
        max_value=MOST,
        help_text="Of a whole number: the lowest value",
    )
    high = StrictIntegerField(
        required=False, min_value=-MOST, max_value=MOST, help_text="The highest value"
    )
    values = serializers.ListField(
        child=serializers.JSONField(),
        required=False,
        max_length=MAX_CHOICES,
        help_text="Of a choice: those to try; left out, all",
    )


class TuningRequestSerializer(StrictSerializer):
    game = StrictCharField(max_length=64)
    title = StrictCharField(max_length=MAX_TITLE, required=False, allow_blank=True)
    rules = serializers.DictField(
        required=False, default=dict, help_text="Those not searched; left out, their defaults"
    )
    policy = StrictCharField(max_length=200)
    search = SearchedRuleSerializer(many=True, allow_empty=False, help_text="One or two")
    target = serializers.ListField(
        child=StrictFloatField(),
        min_length=2,
        max_length=2,
        help_text="Where the headline is to be: a rate from 0 to 1, a mean in its own unit",
        error_messages={"not_a_list": "A list is needed here, such as [0.2, 0.3]."},
    )
    trials = StrictIntegerField(
        required=False,
        default=10_000,
        min_value=1,
        max_value=MAX_TRIALS,
        help_text="Of each value tried",
    )
    steps = StrictIntegerField(
        required=False, default=8, min_value=1, max_value=MAX_STEPS, help_text="At most so many"
    )
    seed = StrictIntegerField(required=False, default=0, min_value=0, max_value=MAX_SEED)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        searched = {one["rule"] for one in attrs["search"]}
        if clash := [name for name in attrs["rules"] if name in searched]:
            fault = ErrorDetail("This rule is searched: leave it out here.", code="not_allowed")
            raise serializers.ValidationError({"rules": {name: [fault] for name in clash}})
        return attrs


class TuningQuery(PageQuery):
    after = StrictUUIDField(required=False, help_text="`id` of the last tuning seen")


class SearchedSerializer(serializers.Serializer[Any]):
    rule = serializers.CharField()
    values = serializers.ListField(child=serializers.JSONField())


class TuningSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    game = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the game's rules")
    rules = serializers.DictField()
    policy = serializers.CharField()
    search = SearchedSerializer(many=True)
    target = serializers.ListField(child=serializers.FloatField())
    trials = serializers.IntegerField(help_text="Of each value tried")
    max_steps = serializers.IntegerField()
    seed = serializers.IntegerField()
    status = serializers.ChoiceField(choices=TuningStatus.choices)
    reason = serializers.CharField(help_text="Why it ended; empty before")
    created_by = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class TrySerializer(serializers.Serializer[Any]):
    variant = serializers.UUIDField(help_text="Of the step's experiment")
    values = serializers.DictField(help_text="Of the rules searched")
    value = serializers.FloatField(allow_null=True, help_text="The headline")
    low = serializers.FloatField(allow_null=True, help_text="Of the 95 % interval")
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()
    standing = serializers.ChoiceField(
        choices=["inside", "across", "below", "above", "unknown"],
        help_text="Where the whole interval lies: inside the target, across one of its ends, …",
    )


class TuningStepSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    way = serializers.ChoiceField(choices=["spread", "bisect", "everywhere"])
    experiment = serializers.UUIDField()
    status = serializers.CharField(help_text="Of the experiment")
    tried = TrySerializer(many=True)


class TuningDetailSerializer(TuningSerializer):
    headline = serializers.CharField(help_text="The metric's key")
    conclusion = serializers.ChoiceField(choices=["found", "across", "none", "unknown"])
    turns = serializers.BooleanField(
        help_text="The headline was seen both to rise and to fall along a rule"
    )
    complete = serializers.BooleanField(
        help_text="Nothing is left within the bounds that is worth trying"
    )
    steps = TuningStepSerializer(many=True)
    short_list = TrySerializer(many=True, help_text="Reach the target; the best one first")
    nearest = TrySerializer(many=True, help_text="Where none reaches it")


class TuningPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    results = TuningSerializer(many=True)


class TuningList(LabView):
    @extend_schema(
        operation_id="tunings_list",
        parameters=[TuningQuery],
        responses={200: TuningPageSerializer, **problems(_400="Bad parameters")},
    )
    def get(self, request: Request) -> Response:
        """Tunings, newest first."""
        query = read_query(request, TuningQuery)
        rows, last = cut_page(
            newest_tunings(), key="-id", after=query.get("after"), limit=query["limit"]
        )
        return Response(page_document(request, [describe_tuning(row) for row in rows], last))

    @extend_schema(
        request=TuningRequestSerializer,
        responses={
            201: TuningDetailSerializer,
            **problems(_400="Unreadable", _422="Not allowed: each fault has its pointer"),
        },
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Search for rules whose headline falls within a target; the first step is queued."""
        asked = read_body(request, TuningRequestSerializer)
        tuning = create_tuning(**asked, created_by=staff(request))
        return Response(
            _detail(tuning), 201, headers={"Location": reverse("tuning", args=[tuning.pk])}
        )


class TuningDetail(LabView):
    @extend_schema(
        responses={
            200: TuningDetailSerializer,
            **NOT_FOUND,
            **problems(_400="Bad parameters", _409="The game has another version now"),
        }
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """A tuning, its steps so far and what they found."""
        read_query(request, NoQuery)
        return Response(_detail(find_tuning(pk)))


class TuningCancel(LabView):
    post_is = "change"

    @extend_schema(
        request=None,
        responses={
            200: TuningDetailSerializer,
            **NOT_FOUND,
            **problems(_409="It has ended otherwise: done or failed"),
        },
    )
    @idempotent
    def post(self, request: Request, pk: UUID) -> Response:
        """Stop searching; what was measured is kept.

        Doing so twice is doing so once: a cancelled one is answered as it is.
        """
        read_body(request, NoBody)
        cancel_tuning(tuning=find_tuning(pk), by=staff(request))
        return Response(_detail(find_tuning(pk)))


def _detail(tuning: Tuning) -> dict[str, Any]:
    return {**describe_tuning(tuning), **tuning_findings(tuning)}
