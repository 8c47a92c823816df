"""Errors as RFC 9457 problem documents.

Problem
├── BadRequest     400  could not be read: not JSON, wrong type, missing or unknown field
├── NotFound       404
├── Conflict       409  right in itself, but not as things stand now
├── LengthRequired 411
├── TooLarge       413
├── UnsupportedMedia 415
├── NotAllowed     422  readable, but the rules or bounds do not allow it
└── Unavailable    503  later perhaps: carries `retry_after` in seconds

Each carries `faults`, (JSON pointer, what would be right) pairs, and extension members.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response

from engines import EngineError, Fault, IllegalMove, InvalidRules, UnknownName, Unreadable
from engines.shared.characters import visible

CONTENT_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:tsumi:problem:"
# RFC 9110's names, where Python's own changed from one version to another.
TITLES = {413: "Content Too Large", 414: "URI Too Long", 422: "Unprocessable Content"}

log = structlog.get_logger(__name__)


class Problem(exceptions.APIException):
    """An error that knows its document. `code` ends the document's `type`."""

    status_code: int = status.HTTP_500_INTERNAL_SERVER_ERROR
    default_code = "internal"

    def __init__(
        self,
        detail: str,
        *,
        code: str | None = None,
        faults: Sequence[Fault] = (),
        retry_after: int | None = None,
        **extensions: Any,
    ) -> None:
        super().__init__(detail)
        self.code = code or self.default_code
        self.faults = tuple(faults)
        self.retry_after = retry_after
        self.extensions = extensions


class BadRequest(Problem):
    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "unreadable"


class NotFound(Problem):
    status_code = status.HTTP_404_NOT_FOUND
    default_code = "not_found"


class Conflict(Problem):
    status_code = status.HTTP_409_CONFLICT
    default_code = "conflict"


class LengthRequired(Problem):
    status_code = status.HTTP_411_LENGTH_REQUIRED
    default_code = "length_required"


class UnsupportedMedia(Problem):
    status_code = status.HTTP_415_UNSUPPORTED_MEDIA_TYPE
    default_code = "unsupported_media_type"


class TooLarge(Problem):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


class NotAllowed(Problem):
    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "not_allowed"


class Unavailable(Problem):
    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "unavailable"


def title_of(status_code: int) -> str:
    """The status's name."""
    return TITLES.get(status_code) or HTTPStatus(status_code).phrase


def problem_document(
    status_code: int,
    detail: str,
    *,
    code: str,
    faults: Sequence[Fault] = (),
    extensions: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The JSON of a problem: type, title, status, detail, code, errors, extensions."""
    document: dict[str, Any] = {
        "type": TYPE_PREFIX + code,
        "title": title_of(status_code),
        "status": status_code,
        "detail": visible(detail, lines=True),
        "code": code,
    }
    if faults:
        document["errors"] = [
            {"pointer": f.pointer, "detail": visible(f.message, lines=True)} for f in faults
        ]
    return {**document, **(extensions or {})}


def document_of(problem: Problem) -> dict[str, Any]:
    return problem_document(
        problem.status_code,
        str(problem.detail),
        code=problem.code,
        faults=problem.faults,
        extensions=problem.extensions,
    )


def problem_of(error: Exception) -> Problem | None:
    """The problem that tells of an error the project raises on purpose, else None."""
    match error:
        case Problem():
            return error
        case Unreadable():
            return BadRequest(str(error), faults=error.faults)
        case InvalidRules():
            return NotAllowed(
                "These rules are not allowed.", code="invalid_rules", faults=error.faults
            )
        case UnknownName():
            return NotFound(str(error), known=list(error.known))
        case IllegalMove():
            return NotAllowed(
                str(error),
                code=error.code,
                faults=[Fault("/move", str(error))],
                legal=error.legal,
                locus=error.locus,
            )
        case EngineError():
            return NotAllowed(str(error))
        case OperationalError() | InterfaceError():
            log.error("database_unavailable", exc_info=error)
            return Unavailable("The database cannot be reached just now.", retry_after=5)
        case Http404():
            return NotFound("There is nothing at this address.")
        case PermissionDenied():
            return _plain(exceptions.PermissionDenied())
        case exceptions.APIException():
            return _plain(error)
    return None


PLAIN_CODES = {400: "unreadable", 401: "not_authenticated", 403: "forbidden", 404: "not_found"}


def _plain(error: exceptions.APIException) -> Problem:
    """One of the framework's own errors: sign-in, method, media type …"""
    code = PLAIN_CODES.get(error.status_code) or error.default_code
    problem = Problem(str(error.detail), code=code)
    if isinstance(error, exceptions.Throttled):
        problem = _too_many(error)
    problem.status_code = error.status_code
    return problem


def _offering(error: Exception, context: Mapping[str, Any]) -> Problem | None:
    """Where an address does not take a method or a kind of body: the ones it does take."""
    view: Any = context.get("view")
    request: Any = context.get("request")
    match error:
        case exceptions.MethodNotAllowed():
            code, offered = error.default_code, ", ".join(view.allowed_methods)
            detail = f"This address does not take {request.method!s:.20}. It takes: {offered}."
        case exceptions.UnsupportedMediaType():
            kinds = " or ".join(parser.media_type for parser in view.parser_classes)
            said = f"“{request.content_type:.60}”" if request.content_type else "nothing"
            code = error.default_code
            detail = f"A body has to be {kinds}. Its Content-Type says {said}."
        case exceptions.NotAcceptable():
            kinds = " or ".join(renderer.media_type for renderer in view.renderer_classes)
            code = error.default_code
            detail = f"The answer can only be {kinds}, which Accept does not allow."
        case _:
            return None
    problem = Problem(detail, code=code)
    problem.status_code = error.status_code
    return problem


def _too_many(error: exceptions.Throttled) -> Problem:
    seconds = max(1, math.ceil(getattr(error, "wait", None) or 1))
    detail = f"Too many requests. Try again in {seconds} s."
    return Problem(detail, code="too_many_requests", retry_after=seconds)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's hook. None lets Django log the error and the middleware answer 500."""
    problem = _offering(error, context) or problem_of(error)
    if problem is None:
        return None
    document = document_of(problem)
    headers = {}
    if challenge := getattr(error, "auth_header", None):  # set by the framework on a 401
        headers["WWW-Authenticate"] = challenge
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    return Response(document, problem.status_code, headers=headers, content_type=CONTENT_TYPE)
