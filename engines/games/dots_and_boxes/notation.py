"""Boards and states as text and JSON. Reading is strict: what is not meant is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.errors import Fault, Unreadable
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.geometry import numbers_in
from engines.games.dots_and_boxes.types import OPEN, Board, Rules, State
from engines.shared.faults import pointer, shown, unreadable
from engines.shared.lines import (
    LINE_SCHEMA,
    Line,
    is_line,
    line_number,
    line_text,
    line_words,
    parse_line,
)
from engines.shared.numbers import with_whole_numbers

MOVE_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Move",
    "description": "Draw a line.",
    **LINE_SCHEMA,
}

_FIELDS = ("lines", "scores", "to_move", "seat_to_win")
_LINE = re.compile(r"[hv][0-9]{1,3}-[0-9]{1,3}", re.IGNORECASE)
_SCORES = re.compile(r"([0-9]{1,3}):([0-9]{1,3})")
_SEAT = re.compile(r"(turn|win)=([01])")
_TEXT = (
    "A board as text is the lines drawn, such as h0-0 v1-2, then the scores, such as 3:2, if boxes "
    "are closed, turn=1 if the second player is to move, and win=0 or win=1 if a seat is to win."
)


def move_words(line: Line) -> str:
    return f"Draws {line_words(line)}"


# Boards -----------------------------------------------------------------------------------


def dump_board(board: Board) -> dict[str, Any]:
    return {
        "lines": _names(board.rules, board.lines),
        "scores": list(board.scores),
        "to_move": board.to_move,
        "seat_to_win": board.seat_to_win,
    }


def board_text(board: Board) -> str:
    """One line that `parse_board` reads; what is usual is left out."""
    words = _names(board.rules, board.lines)
    if board.scores != (0, 0):
        words.append("{}:{}".format(*board.scores))
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
    lines, more = _read_lines(rules, value.get("lines"))
    faults += more
    scores, to_move = value.get("scores", [0, 0]), value.get("to_move", 0)
    seat_to_win = value.get("seat_to_win")
    if not (isinstance(scores, list | tuple) and len(scores) == 2 and all(map(_is_score, scores))):
        faults.append(Fault("/scores", f"Two whole numbers are needed; got {shown(scores)}."))
    elif not more:
        closed = sum(not around & ~lines for around in judge.geometry_of(rules).around)
        if sum(scores) != closed:
            told = f"These lines close {closed} boxes; the scores must add up to that."
            faults.append(Fault("/scores", told))
    if not _is_seat(to_move):
        faults.append(Fault("/to_move", f"A seat, 0 or 1, is needed; got {shown(to_move)}."))
    if seat_to_win is not None and not (_is_seat(seat_to_win) and seat_to_win == to_move):
        told = f"Null or the seat that is to move is needed; got {shown(seat_to_win)}."
        faults.append(Fault("/seat_to_win", told))
    if faults:
        raise unreadable("This is not a board.", faults)
    return Board(rules, lines, (scores[0], scores[1]), to_move, seat_to_win)


def _read_text(text: str) -> dict[str, Any]:
    """The board's fields, not yet checked."""
    fields: dict[str, Any] = {"lines": []}
    for word in text.split():
        if _LINE.fullmatch(word):
            fields["lines"].append(word)
        elif match := _SCORES.fullmatch(word):
            fields["scores"] = [int(match[1]), int(match[2])]
        elif match := _SEAT.fullmatch(word):
            fields["to_move" if match[1] == "turn" else "seat_to_win"] = int(match[2])
        else:
            raise Unreadable(f"{shown(word)} is no part of a board. {_TEXT}")
    return fields


def _read_lines(rules: Rules, value: object) -> tuple[int, list[Fault]]:
    """(the set of the lines, what is wrong)."""
    if not isinstance(value, list | tuple):
        told = 'The lines that are drawn are needed, such as ["h0-0", "v1-2"].'
        return 0, [Fault("/lines", told)]
    lines, faults = 0, []
    for place, one in enumerate(value):
        at = f"/lines/{place}"
        try:
            line = parse_line(one)
        except Unreadable as error:
            faults.append(Fault(at, str(error)))
            continue
        if not is_line(rules.rows, rules.cols, line):
            told = f"A grid of {rules.rows} by {rules.cols} boxes has no line {line_text(line)}."
            faults.append(Fault(at, told))
            continue
        bit = 1 << line_number(rules.rows, rules.cols, line)
        if lines & bit:
            faults.append(Fault(at, f"The line {line_text(line)} is named twice."))
        lines |= bit
    return lines, faults


def _is_score(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_seat(value: object) -> bool:
    return type(value) is int and value in (0, 1)


def _names(rules: Rules, lines: int) -> list[str]:
    names = judge.geometry_of(rules).names
    return [line_text(names[number]) for number in numbers_in(lines)]


# States -----------------------------------------------------------------------------------


def view(state: State) -> dict[str, Any]:
    """What a client may see. `boxes` are rows of owners: null while open, seat 0 or 1, and 2
    where a box was closed before the board begins."""
    rules = state.board.rules
    owners = [None if owner == OPEN else owner for owner in state.owners]
    return {
        "rows": rules.rows,
        "cols": rules.cols,
        "extra_turn": rules.extra_turn,
        "lines": _names(rules, state.lines),
        "boxes": [owners[at : at + rules.cols] for at in range(0, len(owners), rules.cols)],
        "scores": list(state.scores),
        "to_move": state.to_move,
        "seat_to_win": state.board.seat_to_win,
        "progress": {
            "drawn": state.lines.bit_count(),
            "lines": judge.geometry_of(rules).full.bit_count(),
        },
    }
