"""Moves, boards and states as text and JSON. Reading is strict: what is not meant is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isqrt
from typing import Any

from engines.errors import Fault, Unreadable
from engines.games.sliding import rules as judge
from engines.games.sliding.types import Board, Move, Rules, State
from engines.shared.faults import pointer, shown, unreadable
from engines.shared.number_moves import read_number
from engines.shared.numbers import with_whole_numbers

MAX_SIDE = 6
MAX_TILE = MAX_SIDE * MAX_SIDE - 1

MOVE_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Move",
    "description": "Slide the tile beside the blank into it.",
    "type": "object",
    "properties": {
        "tile": {
            "type": "integer",
            "minimum": 1,
            "maximum": MAX_TILE,
            "title": "Tile",
            "description": "Number of the tile",
        },
    },
    "required": ["tile"],
    "additionalProperties": False,
}

_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")

# Moves ------------------------------------------------------------------------------------


def parse_move(value: object) -> Move:
    """A move from text such as ``7`` or from ``{"tile": 7}``.

    Raises `Unreadable`. Whether the tile can slide is for `rules.apply` to say.
    """
    return Move(read_number(value, _NUMBER, name="tile", like=7, what="a tile's number, like 7."))


def dump_move(move: Move) -> dict[str, Any]:
    return {"tile": move.tile}


def move_text(move: Move) -> str:
    return str(move.tile)


def move_words(move: Move) -> str:
    return f"Tile {move.tile} slides"


# Boards -----------------------------------------------------------------------------------


def dump_board(board: Board) -> dict[str, Any]:
    width = board.rules.width
    tiles = board.tiles
    return {"tiles": [list(tiles[i : i + width]) for i in range(0, len(tiles), width)]}


def board_text(board: Board) -> str:
    """The tiles row by row, in columns; 0 is the blank."""
    width = board.rules.width
    wide = len(str(len(board.tiles) - 1))
    return "\n".join(
        " ".join(f"{tile:>{wide}}" for tile in board.tiles[i : i + width])
        for i in range(0, len(board.tiles), width)
    )


def parse_board(rules: Rules, value: object) -> Board:
    """A board from `dump_board`'s JSON or from text, checked against the rules.

    Text is all numbers in reading order, with spaces, commas or line breaks between them;
    where lines are given, or `/` between rows, they have to be the rows. A board need not be
    one that can be solved: `solve` says that. Raises `Unreadable` with every fault.
    """
    if isinstance(value, str):
        value = {"tiles": _rows_of(rules, value)}
    value = with_whole_numbers(value)
    if not isinstance(value, Mapping):
        raise Unreadable('A board is an object such as {"tiles": [[1, 2], [3, 0]]}.')
    faults = [
        Fault(pointer(name), "A board has no such field. It has: tiles.")
        for name in value
        if name != "tiles"
    ]
    if "tiles" not in value:
        faults.append(Fault("/tiles", "This field is missing: rows of tile numbers, 0 the blank."))
    else:
        faults += _tile_faults(rules, value["tiles"])
    if faults:
        raise unreadable("This is not a board.", faults)
    return Board(rules, tuple(tile for row in value["tiles"] for tile in row))


def rules_of_text(text: str) -> dict[str, Any]:
    """The rules that a board's text shows by itself: its size, where that is a possible one.

    Text without separated rows is taken for a square board. Raises `Unreadable`.
    """
    rows = _read_rows(text)
    height, width = len(rows), len(rows[0]) if rows else 0
    if height == 1:
        width = height = isqrt(width)
        if width * height != len(rows[0]):
            return {}
    possible = 2 <= width <= MAX_SIDE and 2 <= height <= MAX_SIDE
    return {"width": width, "height": height} if possible else {}


def _read_rows(text: str) -> list[list[int]]:
    """The numbers of each line; `/` ends one, too."""
    lines = [line for line in re.split(r"[/\n]", text) if line.strip()]
    rows = []
    for number, line in enumerate(lines, start=1):
        words = line.replace(",", " ").split()
        for word in words:
            if not _NUMBER.fullmatch(word):
                raise Unreadable(
                    f"Line {number} of the board has {shown(word)}; a board is tile numbers "
                    "with spaces between them and 0 for the blank, such as 1 2 3 4 5 0 7 8 6."
                )
        rows.append([int(word) for word in words])
    return rows


def _rows_of(rules: Rules, text: str) -> list[list[int]]:
    """The rows; where the text is all in one, it is cut to the width."""
    rows = _read_rows(text)
    if len(rows) != 1:
        return rows
    row = rows[0]
    if len(row) != rules.cells:
        raise Unreadable(
            f"{rules.cells} numbers are needed for {rules.width}x{rules.height}; got {len(row)}."
        )
    return [row[i : i + rules.width] for i in range(0, len(row), rules.width)]


def _tile_faults(rules: Rules, tiles: object) -> list[Fault]:
    if not isinstance(tiles, list | tuple) or len(tiles) != rules.height:
        return [Fault("/tiles", f"{rules.height} rows are needed, one for each cell down.")]
    highest = rules.cells - 1
    faults, seen = [], set()
    for y, row in enumerate(tiles):
        if not isinstance(row, list | tuple) or len(row) != rules.width:
            faults.append(Fault(f"/tiles/{y}", f"A row of {rules.width} numbers is needed."))
            continue
        for x, tile in enumerate(row):
            where = f"/tiles/{y}/{x}"
            if type(tile) is not int or not 0 <= tile <= highest:
                message = f"A tile number 0 (the blank) to {highest} is needed; got {shown(tile)}."
                faults.append(Fault(where, message))
            elif tile in seen:
                faults.append(Fault(where, f"{tile} is there twice."))
            else:
                seen.add(tile)
    return faults


# States -----------------------------------------------------------------------------------


def view(state: State) -> dict[str, Any]:
    """What a client may see: the tiles, which can slide, and the steps of each longer push."""
    rules = state.board.rules
    tiles = [list(state.tiles[i : i + rules.width]) for i in range(0, rules.cells, rules.width)]
    return {
        "width": rules.width,
        "height": rules.height,
        "goal": rules.goal,
        "tiles": tiles,
        "movable": judge.movable_tiles(state),
        "pushes": [[move.tile for move in moves] for moves in judge.pushes(state)],
        "misplaced": judge.misplaced_tiles(state),
        "moves": state.moves,
        "budget": rules.budget,
    }


# Words ------------------------------------------------------------------------------------
