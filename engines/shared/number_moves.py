"""Moves that are one whole number, such as that of the tile that slides."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engines.errors import Fault, Unreadable
from engines.shared.faults import pointer, shown, unreadable
from engines.shared.numbers import whole, whole_of_text

READABLE = 10**9
"""Larger numbers are no mistake of a player, and are not echoed."""


def read_number(value: object, text: re.Pattern[str], *, name: str, like: int, what: str) -> int:
    """The number told by text such as ``7`` or by ``{"tile": 7}``, where `name` is ``tile``.

    `like` is an example, `what` says what a move is. Raises `Unreadable`; whether there is such a
    number is for the rules to say.
    """
    if isinstance(value, str):
        number = None if value.isdecimal() else whole_of_text(value)  # 7.0, from a spreadsheet
        digits = value if number is None else str(number)
        if not text.fullmatch(digits):
            raise Unreadable(f"{shown(value)} is not a move. A move is {what}")
        return int(digits)
    if not isinstance(value, Mapping):
        raise Unreadable(f'A move is an object such as {{"{name}": {like}}}, or text like {like}.')
    faults = [
        Fault(pointer(other), f"A move has no such field. It has: {name}.")
        for other in value
        if other != name
    ]
    number = whole(value.get(name))
    if name not in value:
        faults.append(Fault(pointer(name), "This field is missing; it is a whole number."))
    elif number is None:
        faults.append(Fault(pointer(name), f"A whole number is needed; got {shown(value[name])}."))
    elif abs(number) > READABLE:
        faults.append(Fault(pointer(name), "This number is far too large."))
    elif not faults:
        return number
    raise unreadable("This is not a move.", faults)
