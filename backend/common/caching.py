"""Answers that a client or a proxy may keep, with the tag that says whether they changed."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response

YEAR = 365 * 24 * 3600


def cacheable(
    request: Request, data: Any, *, max_age: int, immutable: bool = False
) -> HttpResponseBase:
    """A public answer with ETag and Cache-Control, or 304 if the client has this very one.

    The tag is a hash of the JSON itself, so it also changes when the code says more about
    the same puzzle. `data` must be JSON-ready.
    """
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    etag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    control = f"public, max-age={max_age}" + (", immutable" if immutable else "")
    response = Response(data, headers={"ETag": etag, "Cache-Control": control})
    return get_conditional_response(request._request, etag=etag, response=response) or response
