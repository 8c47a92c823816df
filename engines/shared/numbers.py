"""Whole numbers as JSON has them: a number is whole by its value, however it is written.

1500, 1500.0 and 15e2 are one number to JSON Schema, and many programs write whole numbers with a
point. Python reads the latter two as floats, so whatever reads JSON from outside asks here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from math import inf

EXACT = 2**53
"""Below this a float tells which whole number was meant; from here on two share one float."""

MOST_DIGITS = 40
"""Longer numbers are read nowhere, and would only take time."""

WITH_ALL_DIGITS = "Write a number this large with all its digits, and without an exponent"

_PLAIN = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")
_POINTED = re.compile(
    rf"-?(0|[1-9][0-9]{{0,{MOST_DIGITS}}})(\.[0-9]{{1,{MOST_DIGITS}}})?([eE][+-]?[0-9]{{1,2}})?"
)
_DEEPEST = 8  # rules, boards and moves nest less


def whole(value: object) -> int | None:
    """The whole number that a JSON value is; None for anything else, true and false included.

    A float of `EXACT` or more is none: which number was written can't be told any more.
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        return int(value)
    return value if type(value) is int else None  # True is an int to Python, but no number


def whole_of_text(text: str) -> int | None:
    """The whole number that a text such as ``1500``, ``1500.0`` or ``15e2`` writes; else None.

    The bound of `whole` holds for numbers with a point or an exponent: they were floats before.
    """
    if _PLAIN.fullmatch(text):
        return int(text)
    if not _POINTED.fullmatch(text):
        return None
    number = Decimal(text)
    return int(number) if abs(number) < EXACT and number == number.to_integral_value() else None


def is_inexact(value: object) -> bool:
    """Whether it is `EXACT` or more and written with a point or an exponent: refused for that."""
    if isinstance(value, str):
        pointed = _POINTED.fullmatch(value) and not _PLAIN.fullmatch(value)
        return bool(pointed) and abs(Decimal(value)) >= EXACT
    return isinstance(value, float) and EXACT <= abs(value) < inf


def with_whole_numbers(value: object, deepest: int = _DEEPEST) -> object:
    """A copy of a JSON value with every whole number in it an int, `deepest` levels down."""
    if isinstance(value, float):
        number = whole(value)
        return value if number is None else number
    if isinstance(value, Mapping) and deepest:
        return {name: with_whole_numbers(member, deepest - 1) for name, member in value.items()}
    if isinstance(value, list | tuple) and deepest:
        return [with_whole_numbers(item, deepest - 1) for item in value]
    return value
