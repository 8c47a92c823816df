"""Level proposals for people who script, with the admin's permissions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from pydantic import ValidationError
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from backend.common.fields import StrictCharField, StrictSerializer, StrictUUIDField
from backend.common.pagination import PageQuery, cut_page, page_document
from backend.common.problems import Conflict
from backend.common.reading import NoQuery, read_body, read_query
from backend.common.schema import problems
from backend.common.staff import staff
from backend.idempotency.handling import idempotent
from backend.lab.admin.tuning_words import declaration
from backend.lab.models import LevelProposal
from backend.lab.selectors.proposals import (
    describe_proposal,
    filter_proposals,
    find_proposal,
)
from backend.lab.selectors.tuning import find_tuning
from backend.lab.services import propose_level
from backend.lab.views import LabView
from engines import UnknownName, get_game


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


class ProposalDetailSerializer(ProposalSerializer):
    declaration = serializers.CharField(
        help_text="Python for the game's own folder, where levels are declared"
    )


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
            **problems(
                _400="Bad parameters",
                _404="No such proposal",
                _409="The game does not know these rules any more",
            ),
        }
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """A proposal, with the declaration that would make a level of it."""
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

        Doing so twice is the same as doing it once. Levels are declared in the game's own folder:
        a proposal says which and why, and changes nothing by itself.
        """
        asked = read_body(request, ProposalRequestSerializer)
        made = propose_level(tuning=find_tuning(pk), variant=asked["variant"], by=staff(request))
        address = reverse("proposal", args=[made.pk])
        return Response(_detail(find_proposal(made.pk)), 201, headers={"Location": address})


def _detail(proposal: LevelProposal) -> dict[str, Any]:
    try:
        text = declaration(get_game(proposal.tuning.game), proposal)
    except (UnknownName, ValidationError):
        raise Conflict(
            "The game does not know these rules any more: nothing can be declared of them.",
            code="other_version",
        ) from None
    return {**describe_proposal(proposal), "declaration": text}
