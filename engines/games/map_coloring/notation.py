"""Moves, boards and states as text and JSON. Reading is strict: what is not meant is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.errors import Fault, Unreadable
from engines.games.map_coloring import rules as judge
from engines.games.map_coloring.generator import board_from_cells
from engines.games.map_coloring.types import Board, Move, Rules, State
from engines.shared.faults import pointer, shown, unreadable
from engines.shared.grids import connected_pieces
from engines.shared.numbers import whole, with_whole_numbers

MAX_REGION = 64 * 64 - 1  # every cell its own region
MAX_COLOR = 8
READABLE = 10**9  # larger numbers are no mistake of a player, and are not echoed

MOVE_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Move",
    "description": "Give a region without a colour one that no neighbour has.",
    "type": "object",
    "properties": {
        "region": {
            "type": "integer",
            "minimum": 0,
            "maximum": MAX_REGION,
            "title": "Region",
            "description": "Number of the region, as in the view's cells",
        },
        "color": {
            "type": "integer",
            "minimum": 0,
            "maximum": MAX_COLOR,
            "title": "Colour",
            "description": "Number of the colour, counted from 0",
        },
    },
    "required": ["region", "color"],
    "additionalProperties": False,
}

_MOVE = re.compile(r"(0|[1-9][0-9]{0,3})=(0|[1-9][0-9]{0,3})")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")

# Moves ------------------------------------------------------------------------------------


def parse_move(value: object) -> Move:
    """A move from text such as ``7=2`` or from ``{"region": 7, "color": 2}``.

    Raises `Unreadable`. Whether the region and the colour exist is for `rules.apply` to say.
    """
    if isinstance(value, str):
        match = _MOVE.fullmatch(value)
        if match is None:
            raise Unreadable(
                f"{shown(value)} is not a move. A move reads like 7=2: region 7, colour 2."
            )
        return Move(int(match[1]), int(match[2]))
    if not isinstance(value, Mapping):
        raise Unreadable('A move is an object such as {"region": 7, "color": 2}, or text like 7=2.')
    faults = []
    for name in value:
        if name not in ("region", "color"):
            faults.append(Fault(pointer(name), "A move has no such field. It has: region, color."))
    for name in ("region", "color"):
        if name not in value:
            faults.append(Fault(f"/{name}", "This field is missing; it is a whole number."))
            continue
        number = whole(value[name])
        if number is None:
            faults.append(Fault(f"/{name}", f"A whole number is needed; got {shown(value[name])}."))
        elif abs(number) > READABLE:
            faults.append(Fault(f"/{name}", "This number is far too large."))
    if faults:
        raise unreadable("This is not a move.", faults)
    return Move(int(value["region"]), int(value["color"]))


def dump_move(move: Move) -> dict[str, Any]:
    return {"region": move.region, "color": move.color}


def move_text(move: Move) -> str:
    return f"{move.region}={move.color}"


def move_words(move: Move) -> str:
    return f"Region {move.region} gets colour {move.color}"


# Boards -----------------------------------------------------------------------------------


def dump_board(board: Board) -> dict[str, Any]:
    """The cells, null where a grown map has none, and the order where the rules dictate one:
    all else follows from these."""
    value: dict[str, Any] = {"cells": _rows(board)}
    if board.order is not None:
        value["order"] = list(board.order)
    return value


def board_text(board: Board) -> str:
    """The region numbers row by row, in columns, ``.`` where a grown map has no cell, and a
    line for a dictated order."""
    signs = [["." if region < 0 else str(region) for region in row] for row in board.cells]
    wide = max(len(sign) for row in signs for sign in row)
    lines = [" ".join(f"{sign:>{wide}}" for sign in row) for row in signs]
    if board.order is not None:
        lines.append("order: " + " ".join(map(str, board.order)))
    return "\n".join(lines)


def parse_board(rules: Rules, value: object) -> Board:
    """A board from `dump_board`'s JSON or `board_text`'s text, checked against the rules.

    Raises `Unreadable` with every fault.
    """
    if isinstance(value, str):
        value = _board_value(value)
    value = with_whole_numbers(value)
    if not isinstance(value, Mapping):
        raise Unreadable('A board is an object such as {"cells": [[0, 0, 1], [0, 1, 1]]}.')
    faults = [
        Fault(pointer(name), "A board has no such field. It has: cells, order.")
        for name in value
        if name not in ("cells", "order")
    ]
    if "cells" not in value:
        faults.append(Fault("/cells", "This field is missing: rows of region numbers."))
    else:
        faults += _cell_faults(rules, value["cells"])
    if faults:
        raise unreadable("This is not a board.", faults)
    cells = [[-1 if region is None else region for region in row] for row in value["cells"]]
    board = board_from_cells(rules, cells)
    order = value.get("order")
    faults = _piece_faults(board) + _order_faults(board, order, given="order" in value)
    if faults:
        raise unreadable("This board does not fit its rules.", faults)
    return board if order is None else board_from_cells(rules, cells, order)


def _board_value(text: str) -> dict[str, Any]:
    """The JSON value that a board's text stands for."""
    value: dict[str, Any] = {"cells": []}
    for number, line in enumerate(text.strip("\n").split("\n"), start=1):
        words = line.split()
        into = value["cells"]
        row: list[int | None] = []
        if words and words[0] == "order:":
            if "order" in value:
                raise Unreadable(f"Line {number} gives a second order.")
            value["order"] = row
            words = words[1:]
        elif "order" in value:
            raise Unreadable(f"Line {number} comes after the order, which is the last line.")
        else:
            into.append(row)
        for word in words:
            if word == "." and row is not value.get("order"):
                row.append(None)
                continue
            if not _NUMBER.fullmatch(word):
                raise Unreadable(
                    f"Line {number} of the board has {shown(word)}; "
                    "rows are region numbers with spaces between them, such as 0 0 1."
                )
            row.append(int(word))
    return value


def _cell_faults(rules: Rules, cells: object) -> list[Fault]:
    if not isinstance(cells, list | tuple) or len(cells) != rules.height:
        return [Fault("/cells", f"{rules.height} rows are needed, one for each cell down.")]
    highest = rules.width * rules.height - 1 if rules.regions == "split" else rules.seeds - 1
    faults, there = [], rules.width * rules.height
    for y, row in enumerate(cells):
        if not isinstance(row, list | tuple) or len(row) != rules.width:
            faults.append(Fault(f"/cells/{y}", f"A row of {rules.width} numbers is needed."))
            continue
        for x, region in enumerate(row):
            if region is None and rules.shape == "grown":
                there -= 1
            elif type(region) is not int or not 0 <= region <= highest:
                faults.append(
                    Fault(
                        f"/cells/{y}/{x}",
                        f"A region number 0 to {highest} is needed; got {shown(region)}.",
                    )
                )
    if not faults and there != rules.size:
        faults.append(
            Fault("/cells", f"These rules ask for {rules.size} cells; this map has {there}.")
        )
    return faults


def _piece_faults(board: Board) -> list[Fault]:
    """With regions=split every region is one piece, and no number is left out."""
    if board.rules.regions != "split":
        return []
    faults = []
    if 0 in board.sizes:
        missing = board.sizes.index(0)
        faults.append(Fault("/cells", f"Region {missing} has no cell, but higher ones do."))
    piece_of, _ = connected_pieces(board.cells)
    seen: dict[int, int] = {}
    for region_row, piece_row in zip(board.cells, piece_of, strict=True):
        for region, piece in zip(region_row, piece_row, strict=True):
            if region >= 0 and seen.setdefault(region, piece) != piece:
                seen[region] = piece
                faults.append(
                    Fault(
                        "/cells",
                        f"Region {region} is in several pieces; with regions=split "
                        "each piece is a region of its own.",
                    )
                )
    return list(dict.fromkeys(faults))


def _order_faults(board: Board, order: object, *, given: bool) -> list[Fault]:
    kind, regions = board.rules.order, len(board.neighbors)
    if kind == "free":
        if given:
            return [Fault("/order", "With order=free a board has no order.")]
        return []
    if (
        not isinstance(order, list | tuple)
        or any(type(region) is not int for region in order)
        or sorted(order) != list(range(regions))
    ):
        return [
            Fault("/order", f"With order={kind} all the regions 0 to {regions - 1} are needed.")
        ]
    degrees = [len(board.neighbors[region]) for region in order]
    if kind == "degree" and degrees != sorted(degrees, reverse=True):
        return [Fault("/order", "With order=degree regions with more neighbours come first.")]
    return []


# States -----------------------------------------------------------------------------------


def view(state: State) -> dict[str, Any]:
    """What a client may see: the map, its colours, and what each region can still become."""
    board = state.board
    stuck = judge.stuck_regions(state)
    return {
        "width": board.rules.width,
        "height": board.rules.height,
        "colors": board.rules.colors,
        "cells": _rows(board),
        "regions": [
            {
                "id": region,
                "size": size,
                "neighbors": list(board.neighbors[region]),
                "color": None if state.colors[region] < 0 else state.colors[region],
                "legal": judge.legal_colors(state, region) if state.colors[region] < 0 else [],
            }
            for region, size in enumerate(board.sizes)
            if size > 0
        ],
        "stuck": stuck,
        "next": judge.next_region(state),
        "ordered": board.order is not None,
    }


def _rows(board: Board) -> list[list[int | None]]:
    return [[None if region < 0 else region for region in row] for row in board.cells]


# Words ------------------------------------------------------------------------------------
