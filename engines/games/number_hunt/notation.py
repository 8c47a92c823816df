"""Moves, boards and states as text and JSON. Reading is strict: what is not meant is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.errors import Fault, Unreadable
from engines.games.number_hunt.generator import fits
from engines.games.number_hunt.types import MAX_CIRCLES, Board, Circle, Move, Rules, State
from engines.shared.faults import pointer, shown, unreadable
from engines.shared.number_moves import READABLE, read_number
from engines.shared.numbers import with_whole_numbers

MOVE_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Move",
    "description": "Tap a circle.",
    "type": "object",
    "properties": {
        "number": {
            "type": "integer",
            "minimum": 1,
            "maximum": MAX_CIRCLES,
            "title": "Number",
            "description": "The number in the circle that is tapped",
        },
    },
    "required": ["number"],
    "additionalProperties": False,
}

_MOVE = re.compile(r"[1-9][0-9]{0,3}")
_CIRCLE = re.compile(r"(0|[1-9][0-9]{0,3}) (0|[1-9][0-9]{0,3}) (0|[1-9][0-9]{0,3})")

# Moves ------------------------------------------------------------------------------------


def parse_move(value: object) -> Move:
    """A move from text such as ``7`` or from ``{"number": 7}``.

    Raises `Unreadable`. Whether there is such a number is for `rules.apply` to say.
    """
    return Move(
        read_number(value, _MOVE, name="number", like=7, what="the number of the circle tapped: 7.")
    )


def dump_move(move: Move) -> dict[str, Any]:
    return {"number": move.number}


def move_text(move: Move) -> str:
    return str(move.number)


def move_words(move: Move) -> str:
    return f"Number {move.number} is tapped"


# Boards -----------------------------------------------------------------------------------


def dump_board(board: Board) -> dict[str, Any]:
    """Centre and radius of every circle: number 1 first."""
    return {"circles": [list(circle) for circle in board.circles]}


def board_text(board: Board) -> str:
    """A line ``x y radius`` for each circle: number 1 first."""
    return "\n".join(f"{x} {y} {radius}" for x, y, radius in board.circles)


def parse_board(rules: Rules, value: object) -> Board:
    """A board from `dump_board`'s JSON or `board_text`'s text, checked against the rules.

    Raises `Unreadable` with every fault.
    """
    if isinstance(value, str):
        value = _board_value(value)
    value = with_whole_numbers(value)
    if not isinstance(value, Mapping):
        raise Unreadable('A board is an object such as {"circles": [[40, 60, 18], [90, 200, 22]]}.')
    faults = [
        Fault(pointer(name), "A board has no such field. It has: circles.")
        for name in value
        if name != "circles"
    ]
    if "circles" not in value:
        faults.append(Fault("/circles", "This field is missing: an [x, y, radius] for each."))
    else:
        faults += _shape_faults(rules, value["circles"])
    if faults:
        raise unreadable("This is not a board.", faults)
    circles = [Circle(*circle) for circle in value["circles"]]
    faults = _place_faults(rules, circles)
    if faults:
        raise unreadable("This board does not fit its rules.", faults)
    return Board(rules, tuple(circles))


def _board_value(text: str) -> dict[str, Any]:
    """The JSON value that a board's text stands for."""
    circles = []
    for number, line in enumerate(text.strip("\n").split("\n"), start=1):
        match = _CIRCLE.fullmatch(line)
        if match is None:
            raise Unreadable(
                f"Line {number} of the board is {shown(line)}; a line is a circle's x, y and "
                "radius, such as 40 60 18."
            )
        circles.append([int(match[1]), int(match[2]), int(match[3])])
    return {"circles": circles}


def _shape_faults(rules: Rules, circles: object) -> list[Fault]:
    if not isinstance(circles, list | tuple) or len(circles) != rules.circles:
        return [Fault("/circles", f"{rules.circles} circles are needed.")]
    faults = []
    for k, circle in enumerate(circles):
        if not isinstance(circle, list | tuple) or len(circle) != 3:
            faults.append(Fault(f"/circles/{k}", "Three whole numbers are needed: x, y, radius."))
            continue
        for place, value in enumerate(circle):
            if type(value) is not int or abs(value) > READABLE:
                faults.append(
                    Fault(f"/circles/{k}/{place}", f"A whole number is needed; got {shown(value)}.")
                )
    return faults


def _place_faults(rules: Rules, circles: list[Circle]) -> list[Fault]:
    """Radii in their range, circles inside the field, and none too close to one before it."""
    faults = []
    for k, circle in enumerate(circles):
        x, y, radius = circle
        if not rules.min_radius <= radius <= rules.max_radius:
            faults.append(
                Fault(
                    f"/circles/{k}/2",
                    f"A radius of {rules.min_radius} to {rules.max_radius} is needed; "
                    f"got {radius}.",
                )
            )
        elif not (radius <= x <= rules.width - radius and radius <= y <= rules.height - radius):
            faults.append(Fault(f"/circles/{k}", f"Circle {k + 1} is not wholly inside the field."))
        elif not fits(circle, circles[:k], rules.gap):
            other = next(i for i in range(k) if not fits(circle, [circles[i]], rules.gap))
            faults.append(
                Fault(
                    f"/circles/{k}",
                    f"Circles {other + 1} and {k + 1} are closer than the gap of {rules.gap}.",
                )
            )
    return faults


# States -----------------------------------------------------------------------------------


def view(state: State) -> dict[str, Any]:
    """What a client may see: the field from top to bottom, and which number is looked for."""
    board = state.board
    count = len(board.circles)
    by_place = sorted(range(count), key=lambda k: (board.circles[k].y, board.circles[k].x, k))
    return {
        "width": board.rules.width,
        "height": board.rules.height,
        "circles": [
            {
                "number": k + 1,
                "x": board.circles[k].x,
                "y": board.circles[k].y,
                "radius": board.circles[k].radius,
                "found": k + 1 < state.next,
            }
            for k in by_place
        ],
        "next": state.next if state.next <= count else None,
        "found": state.next - 1,
        "wrong": state.wrong,
    }


# Words ------------------------------------------------------------------------------------
