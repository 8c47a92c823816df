"""The API never answers with a page: not for unknown addresses, not for crashes.

Nor does a player's program pay for what guards people's browsers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import structlog
from csp.middleware import CSPMiddleware
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django_structlog.middlewares import RequestMiddleware

from backend.common.callers import address_of
from backend.common.problems import CONTENT_TYPE, problem_document
from backend.common.throttling import add_headers

API = "/api/"

DETAILS = {
    400: ("unreadable", "The request could not be read."),
    403: ("forbidden", "This request is not allowed."),
    404: ("not_found", "There is nothing at this address."),
    412: ("precondition_failed", "The resource is not in the state the request requires."),
    413: ("too_large", "The request is too large."),
}
CRASH = ("internal", "Something went wrong on our side; it has been logged.")
OTHER = ("refused", "The request was refused.")


class ApiProblemMiddleware:
    """Turns an error page for an address under /api/ into a problem document.

    It also keeps answers out of caches that do not say they may be kept, and tells of limits.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not request.path_info.startswith(API):
            return response
        if response.status_code >= 400 and not _is_problem(response):
            response = _as_problem(request, response)
        response.headers.setdefault("Cache-Control", "no-store")
        add_headers(request, response)
        return response


def _is_problem(response: HttpResponseBase) -> bool:
    return response.get("Content-Type", "").startswith(CONTENT_TYPE)


def _as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponse:
    status = response.status_code
    code, detail = DETAILS.get(status, CRASH if status >= 500 else OTHER)
    if status == 400 and not _is_our_host(request):
        code, detail = "unknown_host", "The Host header is missing, or names no host of this site."
    answer = HttpResponse(
        json.dumps(problem_document(status, detail, code=code)),
        status=status,
        content_type=CONTENT_TYPE,
    )
    for name, value in response.items():
        if name not in ("Content-Type", "Content-Length"):
            answer[name] = value
    return answer


def _is_our_host(request: HttpRequest) -> bool:
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return True


class SlashMiddleware(CommonMiddleware):
    """Adds a missing last slash by a redirect, but only where a redirect keeps the request.

    A redirected POST would lose its body, so under /api/ it is simply an unknown address
    (Django's own answer in debug mode is a crash page).
    """

    def should_redirect_with_slash(self, request: HttpRequest) -> bool:
        if request.path_info.startswith(API) and request.method not in ("GET", "HEAD"):
            return False
        return super().should_redirect_with_slash(request)


class ForBrowsers:
    """Mixed into a middleware: a program's request to the API passes it by.

    A program sends a token and no cookie. There is no sign-in to look up then, no message to
    keep, and the answer is no page that could run a script.
    """

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        meta = request.META
        if (
            "HTTP_AUTHORIZATION" in meta
            and not meta.get("HTTP_COOKIE")
            and request.path_info.startswith(API)
        ):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]  # of the middleware beside it


class Policy(ForBrowsers, CSPMiddleware):
    pass


class Sessions(ForBrowsers, SessionMiddleware):
    pass


class SignIn(ForBrowsers, AuthenticationMiddleware):
    pass


class Messages(ForBrowsers, MessageMiddleware):
    pass


class RequestLog(RequestMiddleware):
    """One line a request, at its end, with the address that limits go by."""

    def prepare(self, request: HttpRequest) -> None:
        structlog.contextvars.bind_contextvars(request_id=str(uuid4()), ip=address_of(request))
        self.bind_user_id(request)
