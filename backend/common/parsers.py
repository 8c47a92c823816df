"""JSON that is JSON, and that Postgres can hold.

Python's reader is kinder than the standard: it takes NaN, lets a later duplicate name win,
and turns `\\ud800` into a character that no UTF-8 text can carry. Each of those would come
back later as a crash or as a value the sender did not mean, so they are refused here, with
a pointer to where they are.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from django.conf import settings
from django.http.request import UnreadablePostError
from rest_framework.parsers import BaseParser

from backend.common.problems import BadRequest, TooLarge, UnsupportedMedia
from engines import Fault
from engines.shared.encodings import decode_text

MAX_DEPTH = 32
MIN_INT, MAX_INT = -(2**63), 2**63 - 1
MAX_DIGITS = len(str(MIN_INT))


class StrictJSONParser(BaseParser):
    """Reads a body of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes of UTF-8 JSON."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Whole numbers of any size: `read_body` refuses those that are still too large where

        no field of the body knows bounds of its own.
        """
        refuse_encoded(parser_context)
        return read_json(_read(stream), any_size=True)


def refuse_encoded(parser_context: Mapping[str, Any] | None) -> None:
    """Raises `UnsupportedMedia` for a body in a coding, such as gzip: none is known here."""
    request = (parser_context or {}).get("request")
    coding = "" if request is None else request.headers.get("Content-Encoding", "").strip()
    if coding and coding.lower() != "identity":
        raise UnsupportedMedia(
            f"Send the body as it is, without Content-Encoding: “{coding:.40}” is not read here."
        )


def _read(stream: IO[bytes]) -> bytes:
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    try:
        body = stream.read(limit + 1)
    except UnreadablePostError:
        raise BadRequest("The request's body broke off.") from None
    if len(body) > limit:
        raise TooLarge(f"A body may hold at most {limit} bytes.")
    return body


def read_json(body: bytes, what: str = "body", *, any_size: bool = False) -> Any:
    """The value of a JSON text; messages call it `what`. Whole numbers may be of `any_size`.

    Raises `BadRequest` with a pointer to each fault.
    """
    try:
        text = decode_text(body)
    except ValueError as error:
        raise BadRequest(f"The {what} {error}") from None
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole
        )
    except RecursionError:
        raise BadRequest(f"The JSON is nested deeper than {MAX_DEPTH} levels.") from None
    except json.JSONDecodeError as error:
        place = f"column {error.colno}"
        if what == "body":
            place = f"line {error.lineno}, {place}"
        raise BadRequest(f"The {what} is not JSON: {error.msg} ({place}).") from None
    except ValueError as error:  # from one of the hooks below
        raise BadRequest(f"The {what} cannot be read: {error}") from None
    _refuse(_faults(value, any_size=any_size), what)
    return value


def refuse_large(value: Any) -> None:
    """Raises `BadRequest` for whole numbers that Postgres can't hold, in a value that is read."""
    _refuse(_faults(value, any_size=False), "body")


def _refuse(faults: Iterable[Fault], what: str) -> None:
    if found := list(faults):
        raise BadRequest(f"The {what} holds values that cannot be read.", faults=found)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = next(name for name, _ in pairs if times[name] > 1)
        raise ValueError(f"the name {twice!a} is given twice in one object.")
    return members


def _whole(digits: str) -> int:
    """The number, or one just beyond the bounds: Python refuses to read very long ones."""
    if len(digits) <= MAX_DIGITS:
        return int(digits)
    return MIN_INT - 1 if digits.startswith("-") else MAX_INT + 1


def _constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number.")


def _faults(value: Any, *, any_size: bool) -> Iterator[Fault]:
    """What in a parsed value cannot be stored or sent back. Iterative: depth is bounded here."""
    waiting: list[tuple[Any, str, int]] = [(value, "", 0)]
    while waiting:
        value, pointer, depth = waiting.pop()
        if depth > MAX_DEPTH:
            yield Fault(pointer, f"Nested deeper than {MAX_DEPTH} levels.")
        elif isinstance(value, dict):
            for name, member in value.items():
                if fault := _text_fault(name):
                    yield Fault(pointer, f"A name in this object {fault}")
                else:
                    waiting.append((member, f"{pointer}/{pointer_part(name)}", depth + 1))
        elif isinstance(value, list):
            waiting += [(item, f"{pointer}/{i}", depth + 1) for i, item in enumerate(value)]
        elif isinstance(value, str):
            if fault := _text_fault(value):
                yield Fault(pointer, f"This text {fault}")
        elif isinstance(value, float):
            if not math.isfinite(value):
                yield Fault(pointer, "This number is too large to be read.")
        elif isinstance(value, int) and not any_size and not MIN_INT <= value <= MAX_INT:
            bound = f"at least {MIN_INT:,}" if value < 0 else f"at most {MAX_INT:,}"
            yield Fault(pointer, f"This number is far too large to be read: {bound}.")


def _text_fault(text: str) -> str:
    if "\x00" in text:
        return "holds a NUL character, which cannot be stored."
    if any("\ud800" <= character <= "\udfff" for character in text):
        return "holds half of a surrogate pair, which is not a character."
    return ""


def pointer_part(name: object) -> str:
    """One part of a JSON pointer (RFC 6901), escaped."""
    return str(name).replace("~", "~0").replace("/", "~1")
