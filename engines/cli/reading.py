"""JSON and files from the command line: strict, and helpful about where a mistake is."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines.errors import Unreadable
from engines.game import Game
from engines.shared.encodings import decode_text
from engines.shared.numbers import whole_of_text


def read_text(name: str, value: str) -> str:
    """The argument itself, or with @FILE the file's text, or with - what stdin has."""
    try:
        if value == "-":
            stdin = getattr(sys.stdin, "buffer", None)  # a stream that is text already has none
            text = decode_text(stdin.read()) if stdin else sys.stdin.read()
        elif value.startswith("@"):
            text = decode_text(Path(value[1:]).read_bytes())
        else:
            return value
    except OSError as error:
        raise Unreadable(f"{name}: can't read {value[1:]}: {error.strerror}.") from None
    except ValueError as error:  # a path with a NUL, or a text in another encoding
        raise Unreadable(f"{name}: {value[1:] or 'stdin'} {error}") from None
    return text.replace("\r\n", "\n")


def read_json(name: str, text: str) -> Any:
    """The JSON value of a text. Raises `Unreadable` with line, column and the line itself.

    NaN, infinities and repeated names are refused: JSON has no such numbers, and one of
    two equal names would be lost.
    """
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        line = text.split("\n")[error.lineno - 1] if text else ""
        start = max(0, error.colno - 41)
        shown = line[start : start + 80]
        raise Unreadable(
            f"{name} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.\n"
            f"  {shown}\n  {' ' * (error.colno - 1 - start)}^"
        ) from None
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Unreadable(f"{name} is not usable JSON: {why}.") from None


def read_rule_words(game: Game, words: Sequence[str]) -> dict[str, Any]:
    """Rules given one by one, as ``--name value`` or ``--name=value``, with - for _ in names.

    Numbers and truth values are read as such where the rule is one. Raises `Unreadable`.
    """
    fields = game.Rules.model_json_schema()["properties"]
    value: dict[str, Any] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        option, equals, text = word.partition("=")
        name = option.removeprefix("--").replace("-", "_")
        if not option.startswith("--") or name not in fields:
            known = ", ".join("--" + field.replace("_", "-") for field in fields)
            raise Unreadable(
                f"There is no option {word[:40]!r}, and {game.title} has no such rule. "
                f"Its rules are: {known}."
            )
        if not equals:
            if not left:
                raise Unreadable(f"{option} needs a value.")
            text = left.pop(0)
        if name in value:
            raise Unreadable(f"The rule {name} is given twice.")
        value[name] = _rule_value(fields[name].get("type"), text)
    return value


def _rule_value(kind: object, text: str) -> Any:
    """The value that a text stands for; text that is none is left for the rules to refuse."""
    if kind == "integer":
        number = whole_of_text(text)
        return text if number is None else number
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    return text


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for name, item in pairs:
        if name in value:
            raise ValueError(f"the name {json.dumps(name)} is given twice")
        value[name] = item
    return value
