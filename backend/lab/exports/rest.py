"""Figures to take away: staff only."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from backend.common.reading import read_query
from backend.common.schema import problems
from backend.lab import selectors, serializers
from backend.lab.exports.compared import COMPARED, compared_figures
from backend.lab.exports.formats import FORMATS, written
from backend.lab.exports.results import FIGURES, boards, distributions, figures
from backend.lab.exports.table import Column, Table
from backend.lab.views import LabView

TABLES = {"figures": figures, "distributions": distributions, "boards": boards}


def _answers(columns: Sequence[Column]) -> dict[tuple[int, str], OpenApiResponse]:
    """The answers' documentation, one for each format."""
    head = ",".join(column.name for column in columns)
    example = OpenApiExample("Its columns, before those of the rules", head)
    told = {
        "csv": OpenApiResponse(OpenApiTypes.STR, examples=[example]),
        "json": OpenApiResponse(serializers.ExportRowSerializer(many=True)),
        "parquet": OpenApiResponse(
            OpenApiTypes.BINARY,
            "Columns and rows as the CSV has them",
            examples=[OpenApiExample("How the file begins", "PAR1")],
        ),
    }
    return {(200, FORMATS[name].media_type.split(";")[0]): one for name, one in told.items()}


class ExperimentExport(LabView):
    @extend_schema(
        parameters=[serializers.ExportQuery],
        responses={
            **_answers(FIGURES),
            **problems(
                _400="Bad parameters",
                _404="No such experiment",
                _409="The game has another version now",
            ),
        },
    )
    def get(self, request: Request, pk: UUID) -> StreamingHttpResponse:
        """The results as a long table: figures, histograms and heatmaps, or board by board.

        `figures` has a line for each rate and mean of each variant and replicate, with the rules
        as columns; `distributions` one for each bar of a histogram and each cell of a heatmap;
        `boards` one with the headline for each fixed board and variant.
        """
        query = read_query(request, serializers.ExportQuery)
        experiment = selectors.find_experiment(pk)
        name = "experiment" if query["table"] == "figures" else query["table"]
        table = TABLES[query["table"]](experiment)
        return _file(table, query["format"], f"{name}-{experiment.pk}")


class ComparisonExport(LabView):
    @extend_schema(
        operation_id="experiments_compare_export_retrieve",
        parameters=[serializers.ComparisonExportQuery],
        responses={
            **_answers(COMPARED),
            **problems(
                _400="Bad parameters",
                _404="No such variant, or nothing of the kind was played",
                _409="They are not of one game in its present version",
            ),
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """A comparison as a long table: a line for each rate and mean of each arm."""
        query = read_query(request, serializers.ComparisonExportQuery)
        compared = selectors.compare_arms(query["variants"], query["people"])
        return _file(compared_figures(compared), query["format"], f"compare-{compared['game']}")


def _file(table: Table, wanted: str, name: str) -> StreamingHttpResponse:
    return StreamingHttpResponse(
        written(table, wanted),
        content_type=FORMATS[wanted].media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}.{wanted}"'},
    )
