"""Moves, boards and states as text and JSON. Reading is strict: what is not meant is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.errors import Fault, Unreadable
from engines.games.reversi import rules as judge
from engines.games.reversi.discs import axes, cells_in, legal_cells
from engines.games.reversi.types import MAX_SIDE, PUZZLE_EMPTIES, Board, Move, Rules, State
from engines.shared.faults import pointer, shown, unreadable
from engines.shared.grown import CENTRE
from engines.shared.numbers import whole, with_whole_numbers

_NUMBER = {"type": "integer", "minimum": 0, "maximum": MAX_SIDE - 1}
MOVE_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Move",
    "description": "Put a disc on a cell.",
    "type": "object",
    "properties": {
        "x": {**_NUMBER, "title": "Column", "description": "Counted from 0 at the left"},
        "y": {**_NUMBER, "title": "Row", "description": "Counted from 0 at the top"},
    },
    "required": ["x", "y"],
    "additionalProperties": False,
}

_MOVE = re.compile(r"\s*([a-jA-J])([1-9]|10)\s*")
_ROW_END = re.compile(r"\s*/\s*|\n")
_TURN = re.compile(r"\s+([XO])(\s+wins)?\s*\Z", re.IGNORECASE)
_SIGNS = {"X": 1, "●": 1, "O": 2, "○": 2, ".": 0, "·": 0, "-": 0, "#": None}
_FIELDS = ("cells", "to_move", "seat_to_win")

# Moves ------------------------------------------------------------------------------------


def parse_move(value: object) -> Move:
    """A move from text such as ``d3`` or from ``{"x": 3, "y": 2}``.

    Raises `Unreadable`. Whether a disc may go there is for `rules.apply` to say.
    """
    if isinstance(value, str):
        match = _MOVE.fullmatch(value)
        if match is None:
            raise Unreadable(
                f"{shown(value)} is not a move. A move is a cell: the column's letter and the "
                "row's number, such as d3."
            )
        return Move(judge.LETTERS.index(match[1].lower()), int(match[2]) - 1)
    if not isinstance(value, Mapping):
        raise Unreadable('A move is an object such as {"x": 3, "y": 2}, or text like d3.')
    faults = [
        Fault(pointer(name), "A move has no such field. It has: x, y.")
        for name in value
        if name not in ("x", "y")
    ]
    for name in ("x", "y"):
        number = whole(value.get(name))
        if name not in value:
            faults.append(Fault(pointer(name), "This field is missing; it is a whole number."))
        elif number is None or not 0 <= number < MAX_SIDE:
            faults.append(
                Fault(
                    pointer(name),
                    f"A whole number 0 to {MAX_SIDE - 1} is needed; got {shown(value[name])}.",
                )
            )
    if faults:
        raise unreadable("This is not a move.", faults)
    return Move(int(value["x"]), int(value["y"]))


def dump_move(move: Move) -> dict[str, Any]:
    return {"x": move.x, "y": move.y}


def move_text(move: Move) -> str:
    return judge.cell_name(move.x, move.y)


def move_words(move: Move) -> str:
    return f"A disc on {move_text(move)}"


# Boards -----------------------------------------------------------------------------------


def dump_board(board: Board) -> dict[str, Any]:
    """Cells row by row: 0 empty, 1 and 2 with a disc of the first or second player, null not
    on the board. And whose turn it is, and which seat is to win, null for a whole game."""
    return {
        "cells": _rows(board, board.first, board.second),
        "to_move": board.to_move,
        "seat_to_win": board.seat_to_win,
    }


def parse_board(rules: Rules, value: object) -> Board:
    """A board from `dump_board`'s JSON or from text, checked against the rules.

    Text has a sign a cell, X and O for discs of the first and second player, ``.`` for an
    empty cell and ``#`` for one that is not on the board, with ``/`` or a line break between
    rows. Behind it may follow whose turn it is, ``X`` (usual) or ``O``, and then ``wins`` if
    that player is to win. Raises `Unreadable` with every fault.
    """
    if isinstance(value, str):
        value = _read_text(value)
    value = with_whole_numbers(value)
    if not isinstance(value, Mapping):
        raise Unreadable(
            'A board is an object such as {"cells": [[0, 1], [2, null]], "to_move": 0, '
            '"seat_to_win": null}.'
        )
    faults = [
        Fault(pointer(name), f"A board has no such field. It has: {', '.join(_FIELDS)}.")
        for name in value
        if name not in _FIELDS
    ]
    turn, wanted = value.get("to_move", 0), value.get("seat_to_win")
    if type(turn) is not int or turn not in (0, 1):
        faults.append(Fault("/to_move", f"0 or 1 is needed; got {shown(turn)}."))
    elif wanted is not None and (type(wanted) is not int or wanted != turn):
        faults.append(
            Fault(
                "/seat_to_win",
                f"The seat that moves first ({turn}) or null is needed; got {shown(wanted)}.",
            )
        )
    if "cells" not in value:
        faults.append(Fault("/cells", "This field is missing: rows of cells."))
    else:
        faults += _cell_faults(rules, value["cells"])
    if faults:
        raise unreadable("This is not a board.", faults)
    flat = [cell for row in value["cells"] for cell in row]
    shape, first, second = (
        sum(1 << i for i, cell in enumerate(flat) if cell in some)
        for some in ((0, 1, 2), (1,), (2,))
    )
    board = Board(rules, shape, first, second, turn, wanted)
    if faults := _turn_faults(board):
        raise unreadable("This is not a board.", faults)
    return board


def rules_of_text(text: str) -> dict[str, Any]:
    """The rules that a board's text shows by itself: its size and shape. Raises `Unreadable`."""
    rows = _read_text(text)["cells"]
    width, height = len(rows[0]), len(rows)
    found: dict[str, Any] = {}
    if 4 <= width <= MAX_SIDE and 4 <= height <= MAX_SIDE:
        found = {"width": width, "height": height}
        there = sum(cell is not None for row in rows for cell in row)
        if there < width * height:
            found |= {"shape": "grown", "cells": there, "room": 0}
    return found


def _read_text(text: str) -> dict[str, Any]:
    """The fields of a board's JSON."""
    read: dict[str, Any] = {"to_move": 0, "seat_to_win": None}
    if match := _TURN.search(text):
        text = text[: match.start()]
        read["to_move"] = "XO".index(match[1].upper())
        if match[2]:
            read["seat_to_win"] = read["to_move"]
    read["cells"] = []
    for number, line in enumerate(_ROW_END.split(text.strip()), start=1):
        signs = line.strip().upper()
        if not signs or not set(signs) <= _SIGNS.keys():
            raise Unreadable(
                f"Row {number} of the board is {shown(line)}; a row has a sign a cell, X or O "
                "for a disc, . for none, # for no cell, such as ..XO.., and rows are separated "
                "by /."
            )
        read["cells"].append([_SIGNS[sign] for sign in signs])
    return read


def _cell_faults(rules: Rules, cells: object) -> list[Fault]:
    width, height = rules.field
    if not isinstance(cells, list | tuple) or len(cells) != height:
        return [Fault("/cells", f"{height} rows are needed, one for each cell down.")]
    faults = []
    absent = 0
    for y, row in enumerate(cells):
        if not isinstance(row, list | tuple) or len(row) != width:
            faults.append(Fault(f"/cells/{y}", f"A row of {width} cells is needed."))
            continue
        for x, cell in enumerate(row):
            absent += cell is None
            if cell is not None and (type(cell) is not int or not 0 <= cell <= 2):
                faults.append(
                    Fault(f"/cells/{y}/{x}", f"0, 1, 2 or null is needed; got {shown(cell)}.")
                )
    if not faults and sum(bool(cell) for row in cells for cell in row) < CENTRE:
        faults.append(Fault("/cells", f"A board has {CENTRE} discs or more."))
    if not faults and width * height - absent != rules.size:
        faults.append(
            Fault(
                "/cells",
                f"These rules ask for a board of {rules.size} cells; this one has "
                f"{width * height - absent}.",
            )
        )
    return faults


def _turn_faults(board: Board) -> list[Fault]:
    """A player without a move can't be the one to move, unless the game is over."""
    state = judge.initial_state(board)
    if board.seat_to_win is not None and judge.empties(state) > PUZZLE_EMPTIES:
        return [
            Fault(
                "/seat_to_win",
                f"With more than {PUZZLE_EMPTIES} empty cells this must be null: it can't be "
                "proven quickly who wins.",
            )
        ]
    own, other = judge.own_and_other(state)
    lines = axes(*board.rules.field)
    if legal_cells(own, other, board.shape, lines):
        return []
    if legal_cells(other, own, board.shape, lines):
        return [
            Fault("/to_move", f"{judge.SEATS[board.to_move]} has no move here, the other one has.")
        ]
    if board.seat_to_win is not None:
        return [Fault("/seat_to_win", "Neither player has a move here: nothing is to be won.")]
    return []


# States -----------------------------------------------------------------------------------


def view(state: State) -> dict[str, Any]:
    """What a client may see: cells as in `dump_board`, and cells by x and y elsewhere.

    `passed`: the last move left the other player without one. `flipped`: what it turned over.
    """
    width, height = state.board.rules.field
    first, second = judge.scores(state)

    def places(some: int) -> list[dict[str, int]]:
        return [dump_move(judge.move_at(cell, width)) for cell in cells_in(some)]

    return {
        "width": width,
        "height": height,
        "cells": _rows(state.board, state.first, state.second),
        "to_move": state.to_move,
        "seat_to_win": state.board.seat_to_win,
        "legal": places(judge.open_cells(state)),
        "scores": [first, second],
        "empties": judge.empties(state),
        "moves": state.moves,
        "passes": state.passes,
        "passed": judge.passed(state),
        "last": None if state.last is None else dump_move(judge.move_at(state.last, width)),
        "flipped": places(state.flipped),
    }


def _rows(board: Board, first: int, second: int) -> list[list[int | None]]:
    width, height = board.rules.field
    flat = [
        None if not board.shape >> c & 1 else (first >> c & 1) + 2 * (second >> c & 1)
        for c in range(width * height)
    ]
    return [flat[at : at + width] for at in range(0, len(flat), width)]
