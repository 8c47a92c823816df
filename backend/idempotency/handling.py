"""Decorators of a view's `post`: with an `Idempotency-Key` it is done once.

The work and its kept answer are one transaction: both are there, or neither. So a request that
failed, or whose server died, may be sent again with the same key.

A token is never kept. Where an answer holds one, the work makes it from the key itself
(`idempotent_secret`, `secret_of`), which the client has and we do not. So it can be told again,
and such a key must be as hard to guess as the token.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.crypto import salted_hmac
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from backend.common.callers import caller_of
from backend.common.problems import BadRequest, NotAllowed
from backend.idempotency import services

HEADER = "Idempotency-Key"
META = "HTTP_IDEMPOTENCY_KEY"  # as WSGI spells it
REPLAYED = "Idempotency-Replayed"
KEY = re.compile(r"[\x21-\x7e]{1,255}")
SECRET_LENGTH = 32
KEPT_HEADERS = ("Location", "Retry-After")

Handler = Callable[..., Response]


def read_key(request: Request) -> str | None:
    """The header's key; its quotation marks may be there or not. Raises `BadRequest`."""
    given = request.META.get(META)
    if given is None:
        return None
    key = given.strip()
    if len(key) >= 2 and key[0] == key[-1] == '"':
        key = key[1:-1]
    if not KEY.fullmatch(key) or '"' in key:
        raise BadRequest(
            f"{HEADER} is a text of up to 255 visible ASCII characters, such as a UUID.",
            code="key_unreadable",
        )
    return str(key)


def read_secret_key(request: Request) -> str | None:
    """As `read_key`, where the key stands for a secret. Raises `NotAllowed` for short ones."""
    key = read_key(request)
    if key is not None and len(key) < SECRET_LENGTH:
        raise NotAllowed(
            f"Here the {HEADER} stands for a secret: take one that nobody can guess, of at least "
            f"{SECRET_LENGTH} characters, such as a random UUID.",
            code="key_too_short",
        )
    return key


def secret_of(key: str, purpose: str) -> bytes:
    """32 bytes that only whoever has the key and our secret can make, the same each time."""
    return salted_hmac(f"tsumi.{purpose}", key, algorithm="sha256").digest()


def idempotent(post: Handler) -> Handler:
    """Makes a view's `post` honour the header."""
    return _once(post, None)


def idempotent_secret(restore: Callable[[str], dict[str, str]]) -> Callable[[Handler], Handler]:
    """As `idempotent`; `restore(key)` makes again the members of the answer that are not kept."""
    return lambda post: _once(post, restore)


def idempotent_inside(post: Handler) -> Handler:
    """Says that this `post` honours the header by `do_once`."""
    post.is_idempotent = True  # type: ignore[attr-defined]  # for the OpenAPI document
    return post


def _once(post: Handler, restore: Callable[[str], dict[str, str]] | None) -> Handler:
    @wraps(post)
    def once(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        return do_once(request, lambda: post(view, request, *args, **kwargs), restore)

    return idempotent_inside(once)


def do_once(
    request: Request,
    work: Callable[[], Response],
    restore: Callable[[str], dict[str, str]] | None = None,
) -> Response:
    """What `work` answers, or without a second time what it answered to this key before."""
    key = read_key(request) if restore is None else read_secret_key(request)
    if key is None:
        return work()
    secrets = {} if restore is None else restore(key)
    with transaction.atomic():
        row, is_new = services.claim_key(
            owner=caller_of(request), key=key, request=_fingerprint(request)
        )
        if not is_new:
            data = {**json.loads(row.body), **secrets} if row.body else None
            return Response(data, row.status, headers={**row.headers, REPLAYED: "true"})
        response = work()
        kept = {name: response[name] for name in KEPT_HEADERS if name in response}
        body = "" if response.data is None else _without(response.data, secrets)
        services.keep_answer(row=row, status=response.status_code, headers=kept, body=body)
        return response


def _without(data: Any, secrets: dict[str, str]) -> str:
    """The answer's JSON, all but its secrets."""
    kept = {name: value for name, value in data.items() if name not in secrets}
    return JSONRenderer().render(kept).decode()


def _fingerprint(request: Request) -> bytes:
    """What makes two requests the same one: read bodies, so that spaces don't matter."""
    told = request.data
    if isinstance(told, bytes):
        body = sha256(told).hexdigest()  # a file
    else:
        body = json.dumps(told, sort_keys=True) if isinstance(told, dict | list) else ""
    return f"{request.method} {request.get_full_path()}\n{body}".encode()
