"""Experiments for people who script: staff only."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from backend.common.pagination import cut_page, page_document
from backend.common.reading import NoBody, NoQuery, read_body, read_query
from backend.common.schema import problems
from backend.common.staff import StaffView, staff
from backend.idempotency.handling import idempotent
from backend.lab import selectors, serializers, services
from backend.lab.models import Experiment
from backend.lab.permissions import OfTheLab

NOT_FOUND = problems(_404="No such experiment")


class LabView(StaffView):
    permission_classes = (OfTheLab,)


class ExperimentList(LabView):
    @extend_schema(
        operation_id="experiments_list",
        parameters=[serializers.ExperimentQuery],
        responses={200: serializers.ExperimentPageSerializer, **problems(_400="Bad parameters")},
    )
    def get(self, request: Request) -> Response:
        """Experiments, newest first: all of them, or those that fit everything given."""
        query = read_query(request, serializers.ExperimentQuery)
        after, limit = query.pop("after", None), query.pop("limit")
        rows, last = cut_page(
            selectors.filter_experiments(**query), key="-id", after=after, limit=limit
        )
        results = [selectors.describe_experiment(row) for row in rows]
        return Response(page_document(request, results, last))

    @extend_schema(
        request=serializers.ExperimentRequestSerializer,
        responses={
            201: serializers.ExperimentDetailSerializer,
            **problems(_400="Unreadable", _422="Not allowed: each fault has its pointer"),
        },
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Queue an experiment: one of the game's presets, or one of your own.

        Your own has its variants written out, or made of a baseline: by a sweep of one rule over
        a list or a range, or by a grid of two. Its size is given in trials, or follows from a
        precision or a difference to be seen.
        """
        asked = read_body(request, serializers.ExperimentRequestSerializer)
        experiment = services.queue_asked(**asked, created_by=staff(request))
        address = reverse("experiment", args=[experiment.pk])
        return Response(_detail(experiment), 201, headers={"Location": address})


class ExperimentDetail(LabView):
    @extend_schema(
        responses={
            200: serializers.ExperimentDetailSerializer,
            **NOT_FOUND,
            **problems(_400="Bad parameters"),
        }
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """An experiment and how far it is."""
        read_query(request, NoQuery)
        return Response(_detail(selectors.find_experiment(pk)))

    @extend_schema(
        request=serializers.AnnotationSerializer,
        responses={
            200: serializers.ExperimentDetailSerializer,
            **NOT_FOUND,
            **problems(_400="Unreadable", _422="Not allowed: each fault has its pointer"),
        },
    )
    def patch(self, request: Request, pk: UUID) -> Response:
        """Change an experiment's note, tags or bands; its trail tells of it."""
        asked = read_body(request, serializers.AnnotationSerializer)
        no_bands = "bands" in asked and asked["bands"] is None
        experiment = selectors.find_experiment(pk)
        services.annotate_experiment(
            experiment=experiment, by=staff(request), no_bands=no_bands, **asked
        )
        return Response(_detail(selectors.find_experiment(pk)))


class ExperimentResults(LabView):
    @extend_schema(
        responses={
            200: serializers.ResultsSerializer,
            **NOT_FOUND,
            **problems(_400="Bad parameters", _409="The game has another version now"),
        }
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """What an experiment says so far; `partial` until every trial is done."""
        read_query(request, NoQuery)
        return Response(selectors.experiment_results(selectors.find_experiment(pk)))


class ExperimentTrial(LabView):
    @extend_schema(
        parameters=[serializers.TrialQuery],
        responses={
            200: serializers.LabTrialSerializer,
            **problems(
                _400="Bad parameters",
                _404="No such experiment, variant, replicate or trial, or none found in that cell",
                _409="The game has another version now",
            ),
        },
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """One simulated play, move by move: by its number, or one worth looking at."""
        query = read_query(request, serializers.TrialQuery)
        experiment = selectors.find_experiment(pk)
        run = selectors.find_run(
            experiment, position=query["position"], replicate=query["replicate"]
        )
        if "metric" in query:
            cell = selectors.find_cell(run, query["metric"], query["row"], query["column"])
            trial = selectors.find_in_cell(cell, after=query["after"])
        else:
            trial = selectors.find_trial(
                run, trial=query.get("trial"), which=query.get("which"), nth=query["nth"]
            )
        return Response(selectors.describe_trial(run, trial))


class Comparisons(LabView):
    @extend_schema(
        operation_id="experiments_compare_retrieve",
        parameters=[serializers.ComparisonQuery],
        responses={
            200: serializers.ComparedSerializer,
            **problems(
                _400="Bad parameters",
                _404="No such variant, or nothing of the kind was played",
                _409="They are not of one game in its present version, or people’s play has no "
                "such headline",
            ),
        },
    )
    def get(self, request: Request) -> Response:
        """Variants of one game side by side, and what people did.

        They may belong to different experiments.
        The first variant is what the others are held against (without variants, the first of
        `people`). People’s arms are there where the headline is the share of plays that get stuck.
        """
        query = read_query(request, serializers.ComparisonQuery)
        return Response(selectors.compare_arms(query["variants"], query["people"]))


class ExperimentRerun(LabView):
    @extend_schema(
        request=serializers.RerunSerializer,
        responses={
            201: serializers.ExperimentDetailSerializer,
            **NOT_FOUND,
            **problems(_400="Unreadable", _422="The game does not allow it any more"),
        },
    )
    @idempotent
    def post(self, request: Request, pk: UUID) -> Response:
        """Queue an experiment once more, with the same seed or another."""
        asked = read_body(request, serializers.RerunSerializer)
        experiment = selectors.find_experiment(pk)
        again = services.rerun_experiment(experiment=experiment, by=staff(request), **asked)
        address = reverse("experiment", args=[again.pk])
        return Response(_detail(again), 201, headers={"Location": address})


class ExperimentCancel(LabView):
    post_is = "change"

    @extend_schema(
        request=None,
        responses={
            200: serializers.ExperimentDetailSerializer,
            **NOT_FOUND,
            **problems(_409="It has ended already"),
        },
    )
    @idempotent
    def post(self, request: Request, pk: UUID) -> Response:
        """Cancel an experiment: it stops within seconds and keeps what is done."""
        read_body(request, NoBody)
        experiment = selectors.find_experiment(pk)
        return Response(
            _detail(services.cancel_experiment(experiment=experiment, by=staff(request)))
        )


class ExperimentResume(LabView):
    post_is = "change"

    @extend_schema(
        request=None,
        responses={
            200: serializers.ExperimentDetailSerializer,
            **NOT_FOUND,
            **problems(_409="Nothing is left to do, or the game's rules have changed since"),
        },
    )
    @idempotent
    def post(self, request: Request, pk: UUID) -> Response:
        """Resume an experiment: what was cancelled or has failed is computed."""
        read_body(request, NoBody)
        experiment = selectors.find_experiment(pk)
        return Response(
            _detail(services.resume_experiment(experiment=experiment, by=staff(request)))
        )


def _detail(experiment: Experiment) -> dict[str, Any]:
    return {
        **selectors.describe_experiment(experiment),
        "variants": selectors.describe_variants(experiment),
        "events": selectors.describe_events(experiment),
        "progress": selectors.experiment_progress(experiment),
    }
