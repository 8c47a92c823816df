"""Moves that are one whole number, such as that of the tile that slides."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engines.errors import Fault, Unreadable
from engines.shared.faults import pointer, shown, unreadable

READABLE = 10**9
"""Larger numbers are no mistake of a player, and are not echoed."""


def read_number(value: object, text: re.Pattern[str], *, name: str, like: int, what: str) -> int:
    """The number told by text such as ``7`` or by ``{"tile": 7}``, where `name` is ``tile``.

    `like` is an example, `what` says what a move is. Raises `Unreadable`; whether there is such a
    number is for the rules to say.
    """
    if isinstance(value, str):
        if not text.fullmatch(value):
            raise Unreadable(f"{shown(value)} is not a move. A move is {what}")
        return int(value)
    if not isinstance(value, Mapping):
        raise Unreadable(f'A move is an object such as {{"{name}": {like}}}, or text like {like}.')
    faults = [
        Fault(pointer(other), f"A move has no such field. It has: {name}.")
        for other in value
        if other != name
    ]
    number = value.get(name)
    if name not in value:
        faults.append(Fault(pointer(name), "This field is missing; it is a whole number."))
    elif type(number) is not int:  # True is an int to Python, but not a number to people
        faults.append(Fault(pointer(name), f"A whole number is needed; got {shown(number)}."))
    elif abs(number) > READABLE:
        faults.append(Fault(pointer(name), "This number is far too large."))
    elif not faults:
        return int(number)
    raise unreadable("This is not a move.", faults)
