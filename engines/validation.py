"""Rules from JSON: what was wrong, and what would be right, in words."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from engines.declarations import Rules
from engines.errors import Fault, InvalidRules
from engines.game import Game
from engines.shared.characters import visible
from engines.shared.faults import pointer
from engines.shared.numbers import WITH_ALL_DIGITS, is_inexact, with_whole_numbers


def read_rules(game: Game, value: object) -> Rules:
    """The game's rules from a JSON object; missing names take their defaults.

    Raises `InvalidRules` with a JSON pointer for each fault.
    """
    if not isinstance(value, dict):
        raise InvalidRules([Fault("", "Rules are a JSON object, such as {}.")])
    try:
        return game.Rules.model_validate(with_whole_numbers(value))
    except ValidationError as error:
        faults = [_fault(game, dict(e)) for e in error.errors(include_url=False)]
        raise InvalidRules(faults) from None


def _fault(game: Game, error: dict[str, Any]) -> Fault:
    place = "".join(map(pointer, error["loc"]))
    if error["type"] == "extra_forbidden":
        known = ", ".join(game.Rules.model_fields)
        return Fault(place, f"{game.title} has no such rule. Its rules are: {known}.")
    if error["type"] == "value_error":
        return Fault(place, str(error["ctx"]["error"]))
    got = visible(json.dumps(error["input"], ensure_ascii=False, default=str))
    return Fault(place, f"{_needed(error)}; got {got:.80}.")


def _needed(error: dict[str, Any]) -> str:
    """What would be right, in the words of JSON."""
    told = error.get("ctx", {})
    match error["type"]:
        case "int_type" | "int_from_float" | "int_parsing":
            inexact = is_inexact(error["input"])
            return WITH_ALL_DIGITS if inexact else "A whole number is needed here"
        case "bool_type":
            return "true or false is needed here"
        case "literal_error":
            choices = str(told["expected"]).replace("'", '"')
            return f"One of these is needed here: {choices}"
        case "greater_than_equal":
            return f"At least {told['ge']:,} is needed here"
        case "less_than_equal":
            return f"At most {told['le']:,} is allowed here"
        case _:
            return str(error["msg"])
