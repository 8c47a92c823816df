"""Names with parameters, such as ``lookahead(depth=2)``: how policies are spelled.

The normal spelling leaves out what has its usual value, and the brackets with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engines.declarations import Number, Parameter, Policy
from engines.errors import UnknownName
from engines.shared.numbers import whole_of_text

_CALL = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(?:\(([^()]*)\)\s*)?", re.IGNORECASE)
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9}")


MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Named:
    """A name with the values of all its parameters."""

    name: str
    values: Mapping[str, Number]
    text: str  # the normal spelling


def slip_chance(named: Named) -> int:
    """How many in a million decisions are taken at random, by the parameter `epsilon`."""
    return round(named.values.get("epsilon", 0) * MILLION)


def parameters_of(policies: Iterable[Policy]) -> dict[str, tuple[Parameter, ...]]:
    """The names that `read_named` shall know, with their parameters."""
    return {policy.key: policy.parameters for policy in policies}


def read_named(kind: str, text: str, known: Mapping[str, Sequence[Parameter]]) -> Named:
    """Reads a name and its parameters; `known` has the parameters of each name there is.

    Raises `UnknownName` with the known names. Where only a parameter is wrong, its message
    says what would be right.
    """
    match = _CALL.fullmatch(text)
    name = match[1].lower() if match else ""
    if match is None or name not in known:
        raise UnknownName(kind, text, list(known))
    wanted = {one.name: one for one in known[name]}
    values: dict[str, Number] = {one.name: one.default for one in wanted.values()}
    inside = (match[2] or "").strip()
    given: set[str] = set()
    for part in inside.split(",") if inside else ():
        key, _, value = (piece.strip() for piece in part.partition("="))
        number = _number(wanted[key], value) if key in wanted and key not in given else None
        if number is None:
            detail = f"The {kind} {name} can't be given {part.strip()!r:.60}. {_usage(wanted)}"
            raise UnknownName(kind, text, list(known), detail)
        given.add(key)
        values[key] = number
    return Named(name, values, spell(name, values, known[name]))


def spell(name: str, values: Mapping[str, Number], parameters: Iterable[Parameter]) -> str:
    """The normal spelling of a name with these values of its parameters."""
    told = [
        f"{one.name}={_decimal(values[one.name])}"
        for one in parameters
        if values[one.name] != one.default
    ]
    return f"{name}({', '.join(told)})" if told else name


def _decimal(value: Number) -> str:
    """As `read_named` reads it again: never with an exponent."""
    return str(value) if isinstance(value, int) else f"{value:.9f}".rstrip("0").rstrip(".")


def _number(wanted: Parameter, text: str) -> Number | None:
    """The value of a parameter, None where the text is none."""
    value: Number | None = None
    if wanted.kind == "integer":
        value = whole_of_text(text)
    elif _DECIMAL.fullmatch(text):
        value = float(text)
    return value if value is not None and wanted.low <= value <= wanted.high else None


def _usage(wanted: Mapping[str, Parameter]) -> str:
    if not wanted:
        return "It has no parameters."
    told = (
        f"{one.name} is a {'whole ' if one.kind == 'integer' else ''}number "
        f"{one.low:g} to {one.high:g}, usually {one.default:g}"
        for one in wanted.values()
    )
    return f"Its parameters: {'; '.join(told)}."
