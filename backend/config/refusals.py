"""What gunicorn refuses before Django hears of it is a problem document as well.

Gunicorn has no setting for its error page, but every worker writes it through one function.
"""

from __future__ import annotations

import json
import socket

from gunicorn import util  # type: ignore[import-untyped]

from backend.common.problems import CONTENT_TYPE, problem_document, title_of

DETAILS = {
    400: ("unreadable", "The request's first line or one of its headers cannot be read."),
    403: ("forbidden", "This request is not allowed."),
    414: ("address_too_long", "The address is too long."),
    417: ("expectation_failed", "What the Expect header asks for cannot be done."),
    431: ("headers_too_large", "There are too many headers, or one is too long."),
    500: ("internal", "Something went wrong on our side; it has been logged."),
    501: ("not_implemented", "The body's Transfer-Encoding is not known here."),
}
OTHER = ("refused", "The request was refused.")


def write_problem(sock: socket.socket, status_int: int, reason: str, mesg: str) -> None:  # noqa: ARG001
    """In place of gunicorn's `write_error`. Its message goes to the log only: it echoes input."""
    code, detail = DETAILS.get(status_int, OTHER)
    body = json.dumps(problem_document(status_int, detail, code=code)).encode()
    head = (
        f"HTTP/1.1 {status_int} {title_of(status_int)}\r\n"
        "Connection: close\r\n"
        "Cache-Control: no-store\r\n"
        f"Content-Type: {CONTENT_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\n"
        "\r\n"
    )
    util.write_nonblock(sock, head.encode("ascii") + body)


def answer_with_problems() -> None:
    """From now on this process's refusals are problem documents."""
    util.write_error = write_problem
