"""Moves, boards and states as text and JSON. Reading is strict: what is not meant is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any, TypeVar

from engines.errors import Fault, Unreadable
from engines.games.color_fill import rules as judge
from engines.games.color_fill.generator import board_from_cells
from engines.games.color_fill.types import MAX_SIDE, Board, Move, Rules, State
from engines.shared.faults import pointer, shown, unreadable
from engines.shared.grids import connected_pieces
from engines.shared.number_moves import read_number
from engines.shared.numbers import with_whole_numbers

MAX_COLOR = 9
LETTERS = "ABCDEFGHIJ"
ABSENT = "."
T = TypeVar("T")

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
_NUMBER = re.compile(r"10|[0-9]")
_LETTER = re.compile(r"[A-Za-z]")
_ROW_END = re.compile(r"\s*/\s*|\n")

# Moves ------------------------------------------------------------------------------------


def parse_move(value: object) -> Move:
    """A move from text such as ``3`` or from ``{"color": 3}``.

    Raises `Unreadable`. Whether the colour exists is for `rules.apply` to say.
    """
    return Move(
        read_number(value, _MOVE, name="color", like=3, what="the number of a colour, such as 3.")
    )


def dump_move(move: Move) -> dict[str, Any]:
    return {"color": move.color}


def move_text(move: Move) -> str:
    return str(move.color)


def move_words(move: Move) -> str:
    return f"The region gets colour {move.color}"


# Boards -----------------------------------------------------------------------------------


def dump_board(board: Board) -> dict[str, Any]:
    """The cells, null where a grown board has none: the limit follows from them and the rules."""
    return {"cells": _rows(board.cells, board.rules.width)}


def board_text(board: Board) -> str:
    """A digit a cell, a row a line; a point where a grown board has no cell."""
    rows = _rows(board.cells, board.rules.width)
    return "\n".join("".join(ABSENT if c is None else str(c) for c in row) for row in rows)


def parse_board(rules: Rules, value: object) -> Board:
    """A board from `dump_board`'s JSON or from text, checked against the rules.

    Text has a digit or a letter a cell, with or without spaces or commas between them, and a
    point where a grown board has none; its rows are separated by ``/`` or line breaks, or not at
    all. A digit is the colour's number, but a board of K colours may be written with 1 to K, too.
    Letters A to J are the colours 0 to 9; where there are others, or more than the rules'
    colours, those that occur are numbered in alphabetical order. Raises `Unreadable` with every
    fault.
    """
    if isinstance(value, str):
        value = {"cells": _cells_of(rules, value)}
    value = with_whole_numbers(value)
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
    flat = tuple(-1 if color is None else color for row in value["cells"] for color in row)
    if faults := _shape_faults(rules, flat):
        raise unreadable("This is not a board.", faults)
    return board_from_cells(rules, flat)


def rules_of_text(text: str) -> dict[str, Any]:
    """The rules that a board's text shows by itself: its size, and colours enough.

    Text without separated rows is taken for a square board. Raises `Unreadable`.
    """
    rows = _numbered(_read_rows(text), None)
    width, height = len(rows[0]), len(rows)
    there = [color for row in rows for color in row if color is not None]
    absent = sum(map(len, rows)) - len(there)
    if height == 1:
        side = isqrt(width)
        if side * side == width:
            width = height = side
    shown: dict[str, Any] = {"colors": max(3, 1 + max(there))}
    if width <= MAX_SIDE:
        shown |= {"width": width, "height": height}
    if absent:
        shown |= {"shape": "grown", "cells": len(there)}
    return shown


def _cells_of(rules: Rules, text: str) -> list[list[int | None]]:
    """The rows of a text; where it is all in one, it is cut to the width."""
    rows = _numbered(_read_rows(text), rules.colors)
    size = rules.width * rules.height
    if len(rows) > 1:
        return rows
    if len(rows[0]) != size:
        raise Unreadable(
            f"{size} cells are needed for {rules.width}x{rules.height}; got {len(rows[0])}."
        )
    return _cut(rows[0], rules.width)


def _read_rows(text: str) -> list[list[str]]:
    """What is written in each cell: a number in all of them, or a capital letter in all; a
    point where there is no cell."""
    rows = [
        line.split() if re.search(r"\s", line) else list(line)
        for line in (
            part.replace(",", " ").strip() for part in _ROW_END.split(text.strip().rstrip("/"))
        )
    ]
    kind = _LETTER if _LETTER.match("".join(rows[0]).lstrip(ABSENT)) else _NUMBER
    for number, row in enumerate(rows, start=1):
        signs = (cell for cell in row if cell != ABSENT)
        wrong = next((cell for cell in signs if not kind.fullmatch(cell)), None if row else "")
        if wrong is not None:
            raise Unreadable(
                f"Row {number} of the board {f'has {shown(wrong)}' if wrong else 'is empty'}; the "
                "cells are all digits or all letters, such as 0120, and rows are separated by /."
            )
    return [[cell.upper() for cell in row] for row in rows]


def _numbered(rows: Sequence[Sequence[str]], colors: int | None) -> list[list[int | None]]:
    """The colours' numbers, for rules of `colors` colours, or (None) of as many as are needed."""
    names = {name for row in rows for name in row if name != ABSENT}
    if not names:
        raise Unreadable("The board has no cells.")
    most = MAX_COLOR + 1 if colors is None else colors
    if any(name.isdigit() for name in names):
        values = {name: int(name) for name in names}
        if min(values.values()) > 0 and max(values.values()) == most:
            values = {name: value - 1 for name, value in values.items()}
    elif max(names) in LETTERS[:most]:
        values = {name: LETTERS.index(name) for name in names}
    elif len(names) <= most:
        values = {name: number for number, name in enumerate(sorted(names))}
    else:
        raise Unreadable(f"The board has {len(names)} different letters; {most} are the most.")
    return [[values.get(name) for name in row] for row in rows]


def _cell_faults(rules: Rules, cells: object) -> list[Fault]:
    if not isinstance(cells, list | tuple) or len(cells) != rules.height:
        return [Fault("/cells", f"{rules.height} rows are needed, one for each cell down.")]
    faults: list[Fault] = []
    told: set[str] = set()  # a colour that is too high is too high everywhere
    there = rules.width * rules.height
    for y, row in enumerate(cells):
        if not isinstance(row, list | tuple) or len(row) != rules.width:
            faults.append(Fault(f"/cells/{y}", f"A row of {rules.width} numbers is needed."))
            continue
        for x, color in enumerate(row):
            right = type(color) is int and 0 <= color < rules.colors
            if color is None and rules.shape == "grown":
                right, there = True, there - 1
            if not right and shown(color) not in told:
                told.add(shown(color))
                message = f"A colour 0 to {rules.colors - 1} is needed; got {shown(color)}."
                faults.append(Fault(f"/cells/{y}/{x}", message))
    if not faults and there != rules.size:
        message = f"These rules ask for {rules.size} cells; this board has {there}."
        faults.append(Fault("/cells", message))
    return faults


def _shape_faults(rules: Rules, cells: Sequence[int]) -> list[Fault]:
    """All of a board is to be reached from the start."""
    _, pieces = connected_pieces(_cut([min(color, 0) for color in cells], rules.width))
    if pieces > 1:
        return [Fault("/cells", f"The board is in {pieces} pieces: it must hang together.")]
    if cells[judge.start_cell(rules, cells)] < 0:
        return [Fault("/cells", "The region is to start in the centre, where no cell is.")]
    return []


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
        "start": judge.start_cell(rules, state.cells),
        "color": judge.current_color(state),
        "region": list(state.region),
        "gained": list(state.gained),
        "progress": {"taken": len(state.region), "cells": rules.size},
        "moves": state.moves,
        "limit": state.board.limit,
        "moves_left": judge.moves_left(state),
    }


def _rows(cells: Sequence[int], width: int) -> list[list[int | None]]:
    return _cut([None if color < 0 else color for color in cells], width)


def _cut(cells: Sequence[T], width: int) -> list[list[T]]:
    return [list(cells[at : at + width]) for at in range(0, len(cells), width)]


# Words ------------------------------------------------------------------------------------
