"""Studies for people who script: staff only."""

from __future__ import annotations

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from backend.common.pagination import cut_page, page_document
from backend.common.reading import NoBody, NoQuery, read_body, read_query
from backend.common.schema import problems
from backend.common.staff import StaffView, staff
from backend.idempotency.handling import idempotent
from backend.playtests import services
from backend.playtests.permissions import OfStudies
from backend.playtests.selectors import studies as selectors
from backend.playtests.selectors.study_results import sum_study
from backend.playtests.serializers import studies as serializers
from backend.playtests.studies.results import describe_results

NOT_FOUND = problems(_404="No such study")
NOT_ALLOWED = problems(_400="Unreadable", _422="Not allowed: each fault has its pointer")


class StudyView(StaffView):
    permission_classes = (OfStudies,)


class StudyList(StudyView):
    @extend_schema(
        operation_id="studies_list",
        parameters=[serializers.StudyListQuery],
        responses={200: serializers.StudyPageSerializer, **problems(_400="Bad parameters")},
    )
    def get(self, request: Request) -> Response:
        """All studies, newest first."""
        query = read_query(request, serializers.StudyListQuery)
        rows, last = cut_page(selectors.list_studies(), key="-id", **query)
        results = [selectors.describe_study(row) for row in rows]
        return Response(page_document(request, results, last))

    @extend_schema(
        operation_id="studies_create",
        request=serializers.StudyRequestSerializer,
        responses={201: serializers.StudyPlanSerializer, **NOT_ALLOWED},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Make a study. It is a draft until it is opened; its puzzles are made meanwhile."""
        asked = read_body(request, serializers.StudyRequestSerializer)
        study = services.create_study(by=staff(request), **asked)
        address = reverse("study-plan", args=[study.code])
        return Response(selectors.describe_plan(study), 201, headers={"Location": address})


class StudyPlan(StudyView):
    @extend_schema(
        operation_id="studies_plan_retrieve",
        responses={
            200: serializers.StudyPlanSerializer,
            **NOT_FOUND,
            **problems(_400="Bad parameters"),
        },
    )
    def get(self, request: Request, code: str) -> Response:
        """A study: its arms, its puzzles, and who did what with it."""
        read_query(request, NoQuery)
        return Response(selectors.describe_plan(selectors.find_study(code)))

    @extend_schema(
        operation_id="studies_plan_change",
        request=serializers.AmendStudySerializer,
        responses={200: serializers.StudyPlanSerializer, **NOT_FOUND, **NOT_ALLOWED},
    )
    def patch(self, request: Request, code: str) -> Response:
        """Change a study's name or question, or how many people are wanted, at any time."""
        asked = read_body(request, serializers.AmendStudySerializer)
        study = selectors.find_study(code)
        changed = services.amend_study(study=study, by=staff(request), **asked)
        return Response(selectors.describe_plan(changed))


class StudyOpen(StudyView):
    post_is = "change"

    @extend_schema(
        operation_id="studies_open",
        request=None,
        responses={
            200: serializers.StudyPlanSerializer,
            **NOT_FOUND,
            **problems(_409="`puzzles_missing`: not all are made yet; `open_already`"),
        },
    )
    @idempotent
    def post(self, request: Request, code: str) -> Response:
        """Let people join. From the first time on, arms and consent text stay as they are."""
        read_body(request, NoBody)
        study = selectors.find_study(code)
        opened = services.open_study(study=study, by=staff(request))
        return Response(selectors.describe_plan(opened))


class StudyClose(StudyView):
    post_is = "change"

    @extend_schema(
        operation_id="studies_close",
        request=None,
        responses={
            200: serializers.StudyPlanSerializer,
            **NOT_FOUND,
            **problems(_409="It is not open"),
        },
    )
    @idempotent
    def post(self, request: Request, code: str) -> Response:
        """Close a study: nobody joins, nothing is begun; sessions going on may be ended."""
        read_body(request, NoBody)
        study = selectors.find_study(code)
        closed = services.close_study(study=study, by=staff(request))
        return Response(selectors.describe_plan(closed))


class StudyResults(StudyView):
    @extend_schema(
        operation_id="studies_results_retrieve",
        parameters=[serializers.ResultsQuery],
        responses={
            200: serializers.StudyResultsSerializer,
            **NOT_FOUND,
            **problems(_400="Bad parameters"),
        },
    )
    def get(self, request: Request, code: str) -> Response:
        """What a study says so far: its arms, their differences, and whether they are fair."""
        who = read_query(request, serializers.ResultsQuery)["who"]
        study = selectors.find_study(code)
        return Response(describe_results(study, sum_study(study, who), who))
