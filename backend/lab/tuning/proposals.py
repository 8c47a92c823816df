"""Level proposals for people who script, with the admin's permissions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from backend.common.fields import (
    StrictCharField,
    StrictFloatField,
    StrictSerializer,
    StrictUUIDField,
)
from backend.common.pagination import PageQuery, cut_page, page_document
from backend.common.reading import NoQuery, read_body, read_query
from backend.common.schema import problems
from backend.common.staff import StaffView, staff
from backend.idempotency.handling import idempotent
from backend.lab.models import LevelProposal
from backend.lab.selectors.proposals import (
    describe_measured,
    describe_proposal,
    filter_proposals,
    find_proposal,
)
from backend.lab.selectors.tuning import find_tuning
from backend.lab.services import adopt_proposal, propose_level
from backend.lab.views import LabView
from backend.puzzles.adopted import describe_level, find_adopted_level
from backend.puzzles.models import MAX_LEVEL_DESCRIPTION, MAX_LEVEL_KEY, MAX_LEVEL_TITLE
from backend.puzzles.permissions import OfLevels
from backend.puzzles.staff import AdoptedLevelSerializer


class ProposalRequestSerializer(StrictSerializer):
    variant = StrictUUIDField(help_text="Of a try on the tuning's short list")


class ProposalQuery(PageQuery):
    game = StrictCharField(required=False, max_length=64)
    tuning = StrictUUIDField(required=False, help_text="`id` of the tuning it came of")
    after = StrictUUIDField(required=False, help_text="`id` of the last proposal seen")


class ProposalSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    tuning = serializers.UUIDField()
    variant = serializers.UUIDField(help_text="What was measured")
    game = serializers.CharField()
    rules = serializers.DictField()
    policy = serializers.CharField()
    target = serializers.ListField(child=serializers.FloatField())
    value = serializers.FloatField(help_text="The headline of these rules")
    low = serializers.FloatField(help_text="Of the 95 % interval")
    high = serializers.FloatField()
    created_by = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()


class MeasuredDifficultySerializer(serializers.Serializer[Any]):
    boards = serializers.IntegerField(help_text="How many were measured")
    low = serializers.FloatField(help_text="A band to begin with: the tenth percentile")
    high = serializers.FloatField(help_text="The ninetieth percentile")
    quantiles = serializers.DictField(child=serializers.FloatField())
    values = serializers.ListField(child=serializers.FloatField(), help_text="Of each board")


class ProposalDetailSerializer(ProposalSerializer):
    difficulty = MeasuredDifficultySerializer(
        allow_null=True,
        help_text="Measured on boards of these rules, as a level's puzzles are; null: not yet",
    )
    measuring_error = serializers.CharField(help_text="Why they can't be measured; else empty")
    levels = serializers.ListField(
        child=serializers.UUIDField(), help_text="Levels that were adopted of it"
    )


class AdoptionSerializer(StrictSerializer):
    key = StrictCharField(
        max_length=MAX_LEVEL_KEY, help_text="Small letters and digits, such as cosy-maps"
    )
    title = StrictCharField(max_length=MAX_LEVEL_TITLE, help_text="What players read")
    description = StrictCharField(
        max_length=MAX_LEVEL_DESCRIPTION, required=False, default="", allow_blank=True
    )
    low = StrictFloatField(help_text="Least measured difficulty of its puzzles")
    high = StrictFloatField()


class ProposalPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    results = ProposalSerializer(many=True)


class ProposalList(LabView):
    @extend_schema(
        operation_id="proposals_list",
        parameters=[ProposalQuery],
        responses={200: ProposalPageSerializer, **problems(_400="Bad parameters")},
    )
    def get(self, request: Request) -> Response:
        """Rules proposed as levels, newest first: all of them, or those that fit."""
        query = read_query(request, ProposalQuery)
        after, limit = query.pop("after", None), query.pop("limit")
        rows, last = cut_page(filter_proposals(**query), key="-id", after=after, limit=limit)
        return Response(page_document(request, [describe_proposal(row) for row in rows], last))


class ProposalDetail(LabView):
    @extend_schema(
        responses={
            200: ProposalDetailSerializer,
            **problems(_400="Bad parameters", _404="No such proposal"),
        }
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """A proposal, with the measured difficulty of boards of its rules."""
        read_query(request, NoQuery)
        return Response(_detail(find_proposal(pk)))


class TuningProposals(LabView):
    @extend_schema(
        request=ProposalRequestSerializer,
        responses={
            201: ProposalDetailSerializer,
            **problems(
                _400="Unreadable",
                _404="No such tuning",
                _409="The game has another version now",
                _422="The tuning goes on, or these rules are not on its short list",
            ),
        },
    )
    @idempotent
    def post(self, request: Request, pk: UUID) -> Response:
        """Propose rules of an ended tuning's short list as a level.

        Doing so twice is the same as doing it once. It is not served yet: a worker measures boards
        of these rules, and then it may be adopted.
        """
        asked = read_body(request, ProposalRequestSerializer)
        made = propose_level(tuning=find_tuning(pk), variant=asked["variant"], by=staff(request))
        address = reverse("proposal", args=[made.pk])
        return Response(_detail(find_proposal(made.pk)), 201, headers={"Location": address})


class ProposalAdoption(StaffView):
    permission_classes = (OfLevels,)

    @extend_schema(
        request=AdoptionSerializer,
        responses={
            201: AdoptedLevelSerializer,
            **problems(
                _400="Unreadable",
                _404="No such proposal",
                _409="Its boards are not measured yet (`not_measured`), the game has a level of "
                "that key (`key_taken`) or another version now (`other_version`)",
                _422="Not allowed: each fault has its pointer",
            ),
        },
    )
    @idempotent
    def post(self, request: Request, pk: UUID) -> Response:
        """Make a daily level of a proposal.

        Every daily set has it, from that of the first date on that has not begun anywhere yet.
        """
        asked = read_body(request, AdoptionSerializer)
        made = adopt_proposal(proposal=find_proposal(pk), by=staff(request), **asked)
        level = describe_level(find_adopted_level(made.pk), timezone.now())
        return Response(level, 201, headers={"Location": reverse("level", args=[made.pk])})


def _detail(proposal: LevelProposal) -> dict[str, Any]:
    return {**describe_proposal(proposal), **describe_measured(proposal)}
