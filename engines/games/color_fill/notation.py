"""Moves, boards and states as text and JSON. Reading is strict: what is not meant is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any

from engines.errors import Fault, Unreadable
from engines.games.color_fill import rules as judge
from engines.games.color_fill.generator import board_from_cells
from engines.games.color_fill.types import MAX_SIDE, Board, Move, Rules, State
from engines.shared.faults import pointer, shown, unreadable

MAX_COLOR = 9
LETTERS = "ABCDEFGHIJ"
READABLE = 10**9  # larger numbers are no mistake of a player, and are not echoed

MOVE_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Move",
    "description": "Give the region another colour.",
    "type": "object",
    "properties": {
        "color": {
            "type": "integer",
            "minimum": 0,
            "maximum": MAX_COLOR,
            "title": "Colour",
            "description": "Number of the colour, counted from 0",
        },
    },
    "required": ["color"],
    "additionalProperties": False,
}

_MOVE = re.compile(r"0|[1-9][0-9]{0,3}")
_DIGITS = re.compile(r"[0-9]+")
_WORD = re.compile(r"[A-Za-z]+")
_ROW_END = re.compile(r"\s*/\s*|\n")

# Moves ------------------------------------------------------------------------------------


def parse_move(value: object) -> Move:
    """A move from text such as ``3`` or from ``{"color": 3}``.

    Raises `Unreadable`. Whether the colour exists is for `rules.apply` to say.
    """
    if isinstance(value, str):
        if not _MOVE.fullmatch(value):
            raise Unreadable(
                f"{shown(value)} is not a move. A move is the number of a colour, such as 3."
            )
        return Move(int(value))
    if not isinstance(value, Mapping):
        raise Unreadable('A move is an object such as {"color": 3}, or text like 3.')
    faults = [
        Fault(pointer(name), "A move has no such field. It has: color.")
        for name in value
        if name != "color"
    ]
    if "color" not in value:
        faults.append(Fault("/color", "This field is missing; it is a whole number."))
    else:
        number = value["color"]
        if type(number) is not int:  # True is an int to Python, but not a number to people
            faults.append(Fault("/color", f"A whole number is needed; got {shown(number)}."))
        elif abs(number) > READABLE:
            faults.append(Fault("/color", "This number is far too large."))
    if faults:
        raise unreadable("This is not a move.", faults)
    return Move(value["color"])


def dump_move(move: Move) -> dict[str, Any]:
    return {"color": move.color}


def move_text(move: Move) -> str:
    return str(move.color)


def move_words(move: Move) -> str:
    return f"The region gets colour {move.color}"


# Boards -----------------------------------------------------------------------------------


def dump_board(board: Board) -> dict[str, Any]:
    """The cells: the limit follows from them and the rules."""
    return {"cells": _rows(board.cells, board.rules.width)}


def board_text(board: Board) -> str:
    """A digit a cell, a row a line."""
    rows = _rows(board.cells, board.rules.width)
    return "\n".join("".join(map(str, row)) for row in rows)


def parse_board(rules: Rules, value: object) -> Board:
    """A board from `dump_board`'s JSON or from text, checked against the rules.

    Text has a digit or a letter a cell; its rows are separated by ``/`` or line breaks, or
    not at all. A digit is the colour's number. Letters A to J are the colours 0 to 9; where
    there are others, the letters that occur are numbered in alphabetical order. Raises
    `Unreadable` with every fault.
    """
    if isinstance(value, str):
        rows = _read_rows(value)
        if len(rows) == 1 and len(rows[0]) == rules.width * rules.height:
            rows = _rows(rows[0], rules.width)
        value = {"cells": rows}
    if not isinstance(value, Mapping):
        raise Unreadable('A board is an object such as {"cells": [[0, 1], [2, 0]]}.')
    faults = [
        Fault(pointer(name), "A board has no such field. It has: cells.")
        for name in value
        if name != "cells"
    ]
    if "cells" not in value:
        faults.append(Fault("/cells", "This field is missing: rows of colour numbers."))
    else:
        faults += _cell_faults(rules, value["cells"])
    if faults:
        raise unreadable("This is not a board.", faults)
    return board_from_cells(rules, tuple(color for row in value["cells"] for color in row))


def rules_of_text(text: str) -> dict[str, Any]:
    """The rules that a board's text shows by itself: its size, and colours enough.

    Text without separated rows is taken for a square board. Raises `Unreadable`.
    """
    rows = _read_rows(text)
    width, height = len(rows[0]), len(rows)
    if height == 1:
        side = isqrt(width)
        if side * side == width:
            width = height = side
    shown: dict[str, Any] = {"colors": max(3, 1 + max(map(max, rows)))}
    if width <= MAX_SIDE:
        shown |= {"width": width, "height": height}
    return shown


def _read_rows(text: str) -> list[list[int]]:
    lines = [line.strip() for line in _ROW_END.split(text.strip().rstrip("/"))]
    whole = "".join(lines)
    for number, line in enumerate(lines, start=1):
        if not (_DIGITS if _DIGITS.match(whole) else _WORD).fullmatch(line):
            raise Unreadable(
                f"Row {number} of the board is {shown(line)}; a row is all digits or all "
                "letters, one a cell, such as 0120, and rows are separated by /."
            )
    if whole[0].isdigit():
        return [[int(digit) for digit in line] for line in lines]
    letters = sorted(set(whole.upper()))
    if letters[-1] in LETTERS:
        letters = list(LETTERS)
    if len(letters) > len(LETTERS):
        raise Unreadable(f"The board has {len(letters)} different letters; 10 are the most.")
    return [[letters.index(letter) for letter in line.upper()] for line in lines]


def _cell_faults(rules: Rules, cells: object) -> list[Fault]:
    if not isinstance(cells, list | tuple) or len(cells) != rules.height:
        return [Fault("/cells", f"{rules.height} rows are needed, one for each cell down.")]
    faults = []
    for y, row in enumerate(cells):
        if not isinstance(row, list | tuple) or len(row) != rules.width:
            faults.append(Fault(f"/cells/{y}", f"A row of {rules.width} numbers is needed."))
            continue
        for x, color in enumerate(row):
            if type(color) is not int or not 0 <= color < rules.colors:
                faults.append(
                    Fault(
                        f"/cells/{y}/{x}",
                        f"A colour 0 to {rules.colors - 1} is needed; got {shown(color)}.",
                    )
                )
    return faults


# States -----------------------------------------------------------------------------------


def view(state: State) -> dict[str, Any]:
    """What a client may see. Cells are numbered y * width + x in `start`, `region`, `gained`.

    `gained` are the cells that the last move took.
    """
    rules = state.board.rules
    return {
        "width": rules.width,
        "height": rules.height,
        "colors": rules.colors,
        "cells": _rows(state.cells, rules.width),
        "start": judge.start_cell(rules),
        "color": judge.current_color(state),
        "region": list(state.region),
        "gained": list(state.gained),
        "progress": {"taken": len(state.region), "cells": len(state.cells)},
        "moves": state.moves,
        "limit": state.board.limit,
        "moves_left": judge.moves_left(state),
    }


def _rows(cells: Sequence[int], width: int) -> list[list[int]]:
    return [list(cells[at : at + width]) for at in range(0, len(cells), width)]


# Words ------------------------------------------------------------------------------------
