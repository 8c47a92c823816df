"""What gunicorn itself refuses is answered with a problem document, as all else is."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
START_SECONDS = 30


@pytest.fixture(scope="module")
def port(service_environment: dict[str, str]) -> Iterator[int]:
    """Where a gunicorn with one worker listens, started as the product starts it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [
        *(sys.executable, "-m", "gunicorn", "backend.config.wsgi:application"),
        *("--bind", f"127.0.0.1:{port}", "--workers", "1", "--no-control-socket"),
        *("--log-level", "critical"),
    ]
    server = subprocess.Popen(command, cwd=ROOT, env=service_environment, start_new_session=True)
    try:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait(20)


def send(port: int, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """(status, headers by lower-case name, body) of the answer to these very bytes."""
    with socket.create_connection(("127.0.0.1", port), START_SECONDS) as connection:
        connection.sendall(request)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    head, _, body = b"".join(parts).partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(first.split()[1]), headers, body


@pytest.mark.parametrize(
    ("request_bytes", "status", "code"),
    [
        (b"GET /api/v1/games/?" + b"x" * 9000 + b" HTTP/1.1\r\n", 414, "address_too_long"),
        (b"POST /api/v1/players/ HTTP/1.1\r\nContent-Length: x\r\n", 400, "unreadable"),
        (b"POST /api/v1/players/ HTTP/1.1\r\nContent-Length: -1\r\n", 400, "unreadable"),
        (b"GET /api/v1/games/ HTTP/1.1\r\na b: c\r\n", 400, "unreadable"),
        (b"GET /api/v1/games/ HTTP/9.9\r\n", 400, "unreadable"),
        (b"GET /api/v1/games/ HTTP/1.1\r\nX: " + b"x" * 9000 + b"\r\n", 431, "headers_too_large"),
    ],
    ids=["long address", "length", "negative length", "header", "version", "long header"],
)
def test_it_is_a_problem_document(port: int, request_bytes: bytes, status: int, code: str) -> None:
    answered, headers, body = send(port, request_bytes + b"Host: localhost\r\n\r\n")
    assert answered == status
    assert headers["content-type"] == "application/problem+json"
    assert int(headers["content-length"]) == len(body)
    document = json.loads(body)
    assert (document["status"], document["code"]) == (status, code)
    assert document["type"] == "urn:tsumi:problem:" + code
    assert "<html>" not in body.decode()
