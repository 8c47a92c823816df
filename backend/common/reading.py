"""From a request to checked values, or to a problem with a pointer to each fault.

What cannot be read (a wrong type, a missing or unknown name) is 400; what can be read but
lies outside its bounds is 422. If both happen, 400 wins: the rest may be misread too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.http import QueryDict
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from backend.common.fields import StrictSerializer
from backend.common.parsers import pointer_part, refuse_large
from backend.common.problems import BadRequest, LengthRequired, NotAllowed, Problem
from engines import Fault

OUT_OF_BOUNDS = {
    "blank",
    "empty",
    "invalid_choice",
    "max_length",
    "max_value",
    "min_length",
    "min_value",
    "not_allowed",
}


class NoBody(StrictSerializer):
    """Nothing, or an empty object."""


class NoQuery(StrictSerializer):
    """An address without parameters."""


def read_body(request: Request, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """The body's checked members. Raises `BadRequest` or `NotAllowed`."""
    if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
        # Django reads by the length alone, so a body in chunks would pass for none at all.
        raise LengthRequired("Send the body with its Content-Length, not in chunks.")
    body = request.data
    if isinstance(body, QueryDict):
        body = {}  # no body at all under a form's type, as `curl -X POST -d ''` sends it
    if not isinstance(body, dict):  # [] and null too: what was meant is not known
        names = ", ".join(_kept(serializer).fields)
        such = f", with these names: {names}." if names else ", such as {}."
        message = f"A JSON object is needed as the body{such}"
        raise BadRequest(message, faults=[Fault("", message)])
    try:
        checked: dict[str, Any] = _kept(serializer).run_validation(body)
    except ValidationError as error:
        raise _refusal(error) from None
    refuse_large(body)
    return checked


@cache
def _kept(serializer: type[Serializer[Any]]) -> Serializer[Any]:
    """One instance for all requests: to make one copies each of its fields, to run it changes none.

    So its fields may not depend on what is being read.
    """
    return serializer()


def _refusal(error: ValidationError) -> Problem:
    found = list(_flatten(error.detail, ""))
    faults = [Fault(pointer, message) for pointer, message, _ in found]
    if all(code in OUT_OF_BOUNDS for _, _, code in found):
        return NotAllowed("Some values are not allowed.", code="out_of_bounds", faults=faults)
    return BadRequest("Some values cannot be read.", faults=faults)


def read_query(request: Request, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """The address's checked parameters. Raises `BadRequest`: an address is right or wrong."""
    given = request.query_params
    bound = serializer(data=given.dict())
    errors = [
        {"parameter": name, "detail": "Given more than once."}
        for name, times in Counter(k for k, values in given.lists() for _ in values).items()
        if times > 1
    ]
    if not bound.is_valid():
        errors += [
            {"parameter": pointer[1:], "detail": message}
            for pointer, message, _ in _flatten(bound.errors, "")
        ]
    if errors:
        raise BadRequest("The address's parameters cannot be read.", errors=errors)
    checked: dict[str, Any] = bound.validated_data
    return checked


def _flatten(errors: Any, pointer: str) -> Iterator[tuple[str, str, str]]:
    """(JSON pointer, message, code) of every error in the framework's nested answer."""
    if isinstance(errors, dict):
        for name, inner in errors.items():
            own = name == "non_field_errors"
            yield from _flatten(inner, pointer if own else f"{pointer}/{pointer_part(name)}")
    elif isinstance(errors, list):
        for index, inner in enumerate(errors):
            nested = isinstance(inner, dict | list)
            yield from _flatten(inner, f"{pointer}/{index}" if nested else pointer)
    else:
        yield pointer, str(errors), getattr(errors, "code", "invalid")
