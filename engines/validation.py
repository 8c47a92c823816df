"""Rules from JSON: what was wrong, and what would be right, in words."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from engines.errors import Fault, InvalidRules
from engines.protocol import Game, Rules
from engines.shared.faults import pointer


def read_rules(game: Game, value: object) -> Rules:
    """The game's rules from a JSON object; missing names take their defaults.

    Raises `InvalidRules` with a JSON pointer for each fault.
    """
    if not isinstance(value, dict):
        raise InvalidRules([Fault("", "Rules are a JSON object, such as {}.")])
    try:
        return game.Rules.model_validate(value)
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
    return Fault(place, f"{error['msg']}; got {error['input']!r:.80}.")
