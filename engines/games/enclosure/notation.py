"""Boards and states as text and JSON. Reading is strict: what is not meant is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.errors import Fault, Unreadable
from engines.games.enclosure import rules as judge
from engines.games.enclosure.geometry import members
from engines.games.enclosure.policies import EXACT_LINES
from engines.games.enclosure.types import Board, Rules, State
from engines.shared.faults import pointer, shown, unreadable
from engines.shared.lines import LINE_SCHEMA, is_line, line_number, line_text, parse_line
from engines.shared.numbers import with_whole_numbers

MOVE_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Move",
    "description": "Draw a line.",
    **LINE_SCHEMA,
}

_FIELDS = ("lines", "boxes", "to_move", "seat_to_win")
_LINE = re.compile(r"[hv][0-9]{1,3}-[0-9]{1,3}", re.IGNORECASE)
_BOXES = re.compile(r"boxes=([AB./]{1,200})", re.IGNORECASE)
_SEAT = re.compile(r"(turn|win)=([01])")
_TEXT = (
    "A board as text is the lines drawn, such as h0-0 v1-2, then, if cells are taken, whose they "
    "are, row by row, such as boxes=AA./B.., turn=1 if the second player is to move, and win=0 or "
    "win=1 if a seat is to win."
)

# Boards -----------------------------------------------------------------------------------


def dump_board(board: Board) -> dict[str, Any]:
    return {
        "lines": _names(board.rules, _drawn(board.rules, board.lines)),
        "boxes": _owners(board.rules, board.taken),
        "to_move": board.to_move,
        "seat_to_win": board.seat_to_win,
    }


def board_text(board: Board) -> str:
    """One line that `parse_board` reads; what is usual is left out."""
    words = _names(board.rules, _drawn(board.rules, board.lines))
    if any(board.taken):
        signs = {None: ".", 0: "A", 1: "B"}
        rows = ["".join(signs[one] for one in row) for row in _owners(board.rules, board.taken)]
        words.append(f"boxes={'/'.join(rows)}")
    if board.to_move:
        words.append(f"turn={board.to_move}")
    if board.seat_to_win is not None:
        words.append(f"win={board.seat_to_win}")
    return " ".join(words)


def parse_board(rules: Rules, value: object) -> Board:
    """A board from `dump_board`'s JSON or `board_text`'s text, checked against the rules.

    In JSON all but the lines may be left out. Raises `Unreadable` with every fault.
    """
    if isinstance(value, str):
        value = _read_text(value)
    value = with_whole_numbers(value)
    if not isinstance(value, Mapping):
        raise Unreadable('A board is an object such as {"lines": ["h0-0", "v1-2"]}.')
    faults = [
        Fault(pointer(name), f"A board has no such field. It has: {', '.join(_FIELDS)}.")
        for name in value
        if name not in _FIELDS
    ]
    lines, wrong_lines = _read_lines(rules, value.get("lines"))
    taken, wrong_boxes = _read_boxes(rules, value.get("boxes"))
    faults += wrong_lines + wrong_boxes
    to_move, seat_to_win = value.get("to_move", 0), value.get("seat_to_win")
    if not _is_seat(to_move):
        faults.append(Fault("/to_move", f"A seat, 0 or 1, is needed; got {shown(to_move)}."))
    if seat_to_win is not None and not (_is_seat(seat_to_win) and seat_to_win == to_move):
        told = f"Null or the seat that is to move is needed; got {shown(seat_to_win)}."
        faults.append(Fault("/seat_to_win", told))
    if not faults:
        faults = _position_faults(Board(rules, lines, taken, to_move, seat_to_win))
    if faults:
        raise unreadable("This is not a board.", faults)
    return Board(rules, lines, taken, to_move, seat_to_win)


def _read_text(text: str) -> dict[str, Any]:
    """The board's fields, not yet checked."""
    fields: dict[str, Any] = {"lines": []}
    for word in text.split():
        if _LINE.fullmatch(word):
            fields["lines"].append(word)
        elif match := _BOXES.fullmatch(word):
            signs: dict[str, int | None] = {".": None, "A": 0, "B": 1}
            rows = match[1].upper().split("/")
            fields["boxes"] = [[signs[sign] for sign in row] for row in rows]
        elif match := _SEAT.fullmatch(word):
            fields["to_move" if match[1] == "turn" else "seat_to_win"] = int(match[2])
        else:
            raise Unreadable(f"{shown(word)} is no part of a board. {_TEXT}")
    return fields


def _read_lines(rules: Rules, value: object) -> tuple[int, list[Fault]]:
    """(the set of the lines, what is wrong)."""
    lines = judge.empty_board(rules).lines
    if not isinstance(value, list | tuple):
        told = 'The lines that are drawn are needed, such as ["h0-0", "v1-2"].'
        return lines, [Fault("/lines", told)]
    faults = []
    for place, one in enumerate(value):
        at = f"/lines/{place}"
        try:
            line = parse_line(one)
        except Unreadable as error:
            faults.append(Fault(at, str(error)))
            continue
        if not is_line(rules.rows, rules.cols, line):
            told = f"A grid of {rules.rows} by {rules.cols} cells has no line {line_text(line)}."
            faults.append(Fault(at, told))
            continue
        bit = 1 << line_number(rules.rows, rules.cols, line)
        if lines & bit:
            told = f"The line {line_text(line)} is named twice, or counts as drawn anyway."
            faults.append(Fault(at, told))
        lines |= bit
    return lines, faults


def _read_boxes(rules: Rules, value: object) -> tuple[tuple[int, int], list[Fault]]:
    """(the cells of each seat, what is wrong)."""
    if value is None:
        return (0, 0), []
    if not isinstance(value, list | tuple) or len(value) != rules.rows:
        return (0, 0), [Fault("/boxes", f"{rules.rows} rows are needed, one for each cell down.")]
    taken, faults = [0, 0], []
    for r, row in enumerate(value):
        if not isinstance(row, list | tuple) or len(row) != rules.cols:
            faults.append(Fault(f"/boxes/{r}", f"A row of {rules.cols} owners is needed."))
            continue
        for c, owner in enumerate(row):
            if _is_seat(owner):
                taken[owner] |= 1 << r * rules.cols + c
            elif owner is not None:
                told = f"Null or a seat, 0 or 1, is needed; got {shown(owner)}."
                faults.append(Fault(f"/boxes/{r}/{c}", told))
    return (taken[0], taken[1]), faults


def _position_faults(board: Board) -> list[Fault]:
    """Whether what is taken goes with the lines, and whether a puzzle can be answered exactly."""
    rules, (first, second) = board.rules, board.taken
    here = judge.grid(rules)
    nobodys = here.cells & ~first & ~second
    outside = 1 << here.outside
    found = judge.areas(here, board.lines, here.cells | outside)
    if any(area & cells not in (0, area & ~outside) for area in found for cells in board.taken):
        return [Fault("/boxes", "Cells that no line parts must have the same owner.")]
    by_size = rules.border == "drawn" and rules.capture == "area"
    if by_size and nobodys.bit_count() < 2:
        return [Fault("/boxes", "The largest area is the outside: two cells stay nobody's.")]
    if judge.closed_off(rules, board.lines, nobodys):
        return [Fault("/boxes", "These lines close off cells; a seat must have taken them.")]
    if rules.capture == "box":
        around = (here.around[cell] for cell in members(first | second))
        wrong = any(not board.lines >> line & 1 for lines in around for line in lines)
    else:
        wrong = any(area & outside and area & (first | second) for area in found)
    if wrong:
        return [Fault("/boxes", "A cell that these lines do not close off can't be taken.")]
    free = judge.free_lines(judge.initial_state(board)).bit_count()
    if board.seat_to_win is not None and free > EXACT_LINES:
        told = f"A puzzle has at most {EXACT_LINES} lines left to draw; here are {free}."
        return [Fault("/seat_to_win", told)]
    return []


def _is_seat(value: object) -> bool:
    return type(value) is int and value in (0, 1)


def _drawn(rules: Rules, lines: int) -> int:
    """The lines that players have drawn."""
    return lines & ~judge.empty_board(rules).lines


def _names(rules: Rules, lines: int) -> list[str]:
    names = judge.grid(rules).names
    return [line_text(names[number]) for number in members(lines)]


def _owners(rules: Rules, taken: tuple[int, int]) -> list[list[int | None]]:
    owners: list[int | None] = [None] * (rules.rows * rules.cols)
    for seat, cells in enumerate(taken):
        for cell in members(cells):
            owners[cell] = seat
    return [owners[at : at + rules.cols] for at in range(0, len(owners), rules.cols)]


# States -----------------------------------------------------------------------------------


def view(state: State) -> dict[str, Any]:
    """What a client may see. `boxes` are rows of owners: null or a seat; `lines` are those drawn,
    with the rim where it counts as drawn, `free` those that may be drawn; `gained` are the cells
    that the last move took, as [row, column]."""
    rules = state.board.rules
    return {
        "rows": rules.rows,
        "cols": rules.cols,
        "border": rules.border,
        "capture": rules.capture,
        "extra_turn": rules.extra_turn,
        "lines": _names(rules, state.lines),
        "free": _names(rules, judge.free_lines(state)),
        "boxes": _owners(rules, state.taken),
        "gained": [list(divmod(cell, rules.cols)) for cell in members(state.gained)],
        "scores": list(judge.scores(state)),
        "to_move": state.to_move,
        "seat_to_win": state.board.seat_to_win,
        "progress": {
            "taken": sum(judge.scores(state)),
            "cells": rules.rows * rules.cols,
        },
    }
