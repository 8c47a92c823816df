"""Names with parameters, such as ``lookahead(depth=2)``: how policies are spelled.

The normal spelling leaves out what has its usual value, and the brackets with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.errors import UnknownName

_CALL = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(?:\(([^()]*)\)\s*)?", re.IGNORECASE)
_WHOLE = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9}")

Number = int | float

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a name may carry; a whole one if `usual` is whole."""

    name: str
    usual: Number
    low: Number
    high: Number


@dataclass(frozen=True, slots=True)
class Named:
    """A name with the values of all its parameters."""

    name: str
    values: Mapping[str, Number]
    text: str  # the normal spelling


def slip_chance(named: Named) -> int:
    """How many in a million decisions are taken at random, by the parameter `epsilon`."""
    return round(named.values.get("epsilon", 0) * MILLION)


def read_named(
    kind: str, text: str, known: Sequence[str], parameters: Mapping[str, Sequence[Parameter]]
) -> Named:
    """Reads a name and its parameters; `parameters` says which names have any.

    Raises `UnknownName` with the known names. Where only a parameter is wrong, its message
    says what would be right.
    """
    match = _CALL.fullmatch(text)
    name = match[1].lower() if match else ""
    if match is None or name not in known:
        raise UnknownName(kind, text, known)
    wanted = {one.name: one for one in parameters.get(name, ())}
    values: dict[str, Number] = {one.name: one.usual for one in wanted.values()}
    inside = (match[2] or "").strip()
    given: set[str] = set()
    for part in inside.split(",") if inside else ():
        key, _, value = (piece.strip() for piece in part.partition("="))
        number = _number(wanted[key], value) if key in wanted and key not in given else None
        if number is None:
            detail = f"The {kind} {name} can't be given {part.strip()!r:.60}. {_usage(wanted)}"
            raise UnknownName(kind, text, known, detail)
        given.add(key)
        values[key] = number
    shown = ", ".join(
        f"{key}={value:g}" for key, value in values.items() if value != wanted[key].usual
    )
    return Named(name, values, f"{name}({shown})" if shown else name)


def _number(wanted: Parameter, text: str) -> Number | None:
    """The value of a parameter, None where the text is none."""
    whole = isinstance(wanted.usual, int)
    if not (_WHOLE if whole else _DECIMAL).fullmatch(text):
        return None
    value: Number = int(text) if whole else float(text)
    return value if wanted.low <= value <= wanted.high else None


def _usage(wanted: Mapping[str, Parameter]) -> str:
    if not wanted:
        return "It has no parameters."
    told = (
        f"{one.name} is a {'whole ' if isinstance(one.usual, int) else ''}number "
        f"{one.low:g} to {one.high:g}, usually {one.usual:g}"
        for one in wanted.values()
    )
    return f"Its parameters: {'; '.join(told)}."
