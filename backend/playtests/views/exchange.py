"""Recorded play in and out, for people who script: staff only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any
from uuid import UUID

from django.conf import settings
from django.http import StreamingHttpResponse
from django.http.request import UnreadablePostError
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from backend.common.parsers import refuse_encoded
from backend.common.problems import BadRequest, LengthRequired, NotAllowed, NotFound
from backend.common.reading import NoQuery, read_query
from backend.common.schema import problems
from backend.common.staff import StaffView, staff
from backend.idempotency.handling import idempotent
from backend.playtests import services
from backend.playtests.models import Import
from backend.playtests.permissions import OfImports, OfSessions
from backend.playtests.selectors.exporting import Wanted, export_play, unknown_in
from backend.playtests.selectors.filters import Filters
from backend.playtests.selectors.studies import find_study
from backend.playtests.serializers import exchange as serializers
from engines import get_game

JSON_LINES, CSV = "application/x-ndjson", "text/csv"
LAYOUTS = {JSON_LINES: "jsonl", CSV: "csv"}


class _FileParser(BaseParser):
    """The body's bytes, as they are."""

    def parse(  # type: ignore[override]  # JSON's is a mapping, a file's is its bytes
        self,
        stream: IO[bytes],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        refuse_encoded(parser_context)
        try:
            content = stream.read(settings.IMPORT_MAX_BYTES + 1)
        except UnreadablePostError:
            raise BadRequest("The request's body broke off.") from None
        services.check_size(size=len(content))
        return content


class JSONLinesParser(_FileParser):
    media_type = JSON_LINES


class CSVParser(_FileParser):
    media_type = CSV


class ImportPlay(StaffView):
    permission_classes = (OfImports,)
    parser_classes = (JSONLinesParser, CSVParser)

    @extend_schema(
        operation_id="playtests_import",
        parameters=[serializers.ImportQuery],
        request={JSON_LINES: OpenApiTypes.STR, CSV: OpenApiTypes.STR},
        responses={
            201: OpenApiResponse(serializers.ImportReportSerializer, "Read, and stored"),
            200: OpenApiResponse(serializers.ImportReportSerializer, "Read: a dry run"),
            202: OpenApiResponse(
                serializers.ImportStateSerializer,
                "A worker reads it: `Location` says how far it is",
            ),
            **problems(
                _400="Bad parameters, or an empty body",
                _411="No Content-Length",
                _413="Too large: the command `import_play` takes files of any length",
                _415="Neither JSON Lines nor CSV",
                _422="No such source; or nothing can be stored, or not all and all or nothing was "
                "asked for: the `report` says why",
            ),
        },
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Import recorded play. What is wrong is told line by line; the rest is stored.

        The same file again changes nothing: sessions are known by their source and their name.
        Files above 256 KiB, and others that take long, are read by a worker: the answer is 202.
        """
        query = read_query(request, serializers.ImportQuery)
        if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
            raise LengthRequired("Send the file with its Content-Length, not in chunks.")
        content = request.data if isinstance(request.data, bytes) else b""
        if not content.strip(b"\xef\xbb\xbf \r\n\t"):
            raise BadRequest(
                "The body is empty: recorded sessions are needed, as JSON Lines or CSV."
            )
        layout = LAYOUTS.get((request.content_type or "").split(";")[0].strip().lower(), "jsonl")
        dry_run, whole = query["dry_run"] == "true", query["all_or_nothing"] == "true"
        asked: dict[str, Any] = {
            "content": content,
            "layout": layout,
            "source": query["source"],
            "dry_run": dry_run,
            "all_or_nothing": whole,
        }
        report = services.import_at_once(**asked)
        if report is None:
            row = services.queue_import(**asked, by=staff(request))
            headers = {"Location": reverse("playtests-import-state", args=[row.pk])}
            return Response(_state(row), 202, headers={**headers, "Retry-After": "1"})
        if whole and report.faults:
            message = "Nothing was stored: some sessions are wrong."
            raise NotAllowed(message, code="not_all", report=report.as_dict())
        if not (dry_run or report.stored or report.there):
            message = "Nothing was stored: " + (
                "every session is wrong." if report.sessions else "there is no session in it."
            )
            raise NotAllowed(message, code="nothing_stored", report=report.as_dict())
        if not dry_run:
            services.record_import(
                report=report, source=query["source"], layout=layout, by=staff(request)
            )
        return Response(report.as_dict(), 200 if dry_run else 201)


class ImportState(StaffView):
    permission_classes = (OfImports,)

    @extend_schema(
        operation_id="playtests_import_retrieve",
        responses={
            200: serializers.ImportStateSerializer,
            **problems(_404="No such file; one that nobody stored is forgotten after a day"),
        },
    )
    def get(self, request: Request, import_id: UUID) -> Response:
        """How far the reading of a file is, and what came of it."""
        read_query(request, NoQuery)
        row = Import.objects.defer("content").filter(pk=import_id).first()
        if row is None:
            raise NotFound("There is no such file.")
        return Response(_state(row))


def _state(row: Import) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "status": row.status,
        "share_read": row.share_read,
        "error": row.error or None,
        "report": row.report,
    }


class ExportPlay(StaffView):
    permission_classes = (OfSessions,)

    @extend_schema(
        operation_id="playtests_export",
        parameters=[serializers.ExportQuery],
        responses={
            (200, JSON_LINES): OpenApiTypes.STR,
            (200, CSV): OpenApiTypes.STR,
            **problems(_400="Bad parameters", _404="No such game or study"),
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Recorded play, by pseudonyms that are new in each export."""
        query = read_query(request, serializers.ExportQuery)
        layout, who = query.pop("layout"), query.pop("who")
        place = {name: query.pop(name, None) for name in ("game", "puzzle")}
        if place["game"] is not None:
            get_game(place["game"])
        if "study" in query:
            query["study"] = find_study(query["study"]).code
        filters = Filters(who="synthetic" if who == "synthetic" else "people", **query)
        wanted = Wanted(filters, who == "everyone", **place)
        if unknown := unknown_in(wanted):
            errors = [{"parameter": name, "detail": said} for name, said in unknown]
            raise BadRequest("The address's parameters cannot be met.", errors=errors)
        return play_response(wanted, layout)


def play_response(wanted: Wanted, layout: str) -> StreamingHttpResponse:
    """The file, a few sessions at a time."""
    kind = next(media for media, name in LAYOUTS.items() if name == layout)
    pieces = (piece.encode() for piece in export_play(wanted, layout))
    response = StreamingHttpResponse(pieces, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="play.{layout}"'
    return response
