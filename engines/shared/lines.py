"""The lines between the dots of a grid of boxes: how they are numbered, read and written.

A grid of rows x cols boxes has (rows + 1) x cols horizontal lines `h r c` (above box (r, c),
the last row of them below) and rows x (cols + 1) vertical ones `v r c` (left of box (r, c), the
last column of them to the right). Horizontal lines are numbered first, row by row, then the
vertical ones; boxes are numbered row by row. A set of lines is an integer, bit i for line i.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from engines.errors import Fault, Unreadable
from engines.shared.faults import pointer, shown, unreadable
from engines.shared.numbers import whole

MOST = 100  # far beyond any grid

LINE_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "line": {"enum": ["h", "v"], "description": "Horizontal or vertical"},
        "row": {"type": "integer", "minimum": 0, "maximum": MOST},
        "col": {"type": "integer", "minimum": 0, "maximum": MOST},
    },
    "required": ["line", "row", "col"],
    "additionalProperties": False,
}

_FIELDS = ("line", "row", "col")
_OBJECT = 'A line is {"line": "h" or "v", "row": a number, "col": a number}.'
_TEXT = re.compile(r"\s*([hv])[\s:]*([0-9]{1,3})[\s,:-]+([0-9]{1,3})\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """A line to draw, `h row col` or `v row col`, counted from 0 at the top left."""

    line: Literal["h", "v"]
    row: int
    col: int


def line_count(rows: int, cols: int) -> int:
    return (rows + 1) * cols + rows * (cols + 1)


def is_line(rows: int, cols: int, line: Line) -> bool:
    """Whether the grid has such a line."""
    high, wide = (rows + 1, cols) if line.line == "h" else (rows, cols + 1)
    return 0 <= line.row < high and 0 <= line.col < wide


def line_number(rows: int, cols: int, line: Line) -> int:
    """The number of a line that `is_line`."""
    if line.line == "h":
        return line.row * cols + line.col
    return (rows + 1) * cols + line.row * (cols + 1) + line.col


def line_of(rows: int, cols: int, number: int) -> Line:
    """The inverse of `line_number`."""
    across = (rows + 1) * cols
    if number < across:
        return Line("h", *divmod(number, cols))
    return Line("v", *divmod(number - across, cols + 1))


def box_lines(rows: int, cols: int, box: int) -> tuple[int, int, int, int]:
    """The numbers of the lines round a box: above, below, left, right."""
    row, col = divmod(box, cols)
    left = (rows + 1) * cols + row * (cols + 1) + col
    return row * cols + col, (row + 1) * cols + col, left, left + 1


def boxes_beside(rows: int, cols: int, number: int) -> tuple[int, ...]:
    """The one box (at the rim) or two that a line touches: above or left first."""
    line = line_of(rows, cols, number)
    if line.line == "h":
        around = [(line.row - 1, line.col), (line.row, line.col)]
    else:
        around = [(line.row, line.col - 1), (line.row, line.col)]
    return tuple(r * cols + c for r, c in around if 0 <= r < rows and 0 <= c < cols)


def parse_line(value: object) -> Line:
    """Reads ``{"line": "h", "row": 0, "col": 2}`` or text: ``h 0 2``, ``h0-2``.

    Raises `Unreadable`. Whether a grid has such a line is not asked.
    """
    if isinstance(value, str):
        match = _TEXT.fullmatch(value)
        if match is None:
            raise Unreadable(f"A line is written h 0 2 or v 1 3 (row, column); got {shown(value)}.")
        return Line("h" if match[1] in "hH" else "v", int(match[2]), int(match[3]))
    if not isinstance(value, dict):
        raise Unreadable(f"{_OBJECT} Got {shown(value)}.")
    faults = [Fault(pointer(key), "There is no such field.") for key in value if key not in _FIELDS]
    faults += [Fault(f"/{key}", "This field is missing.") for key in _FIELDS if key not in value]
    if value.get("line", "h") not in ("h", "v"):
        faults.append(Fault("/line", f'"h" or "v" is needed; got {shown(value["line"])}.'))
    for key in ("row", "col"):
        number = whole(value.get(key, 0))
        if number is None or not 0 <= number <= MOST:
            message = f"A whole number 0 to {MOST} is needed; got {shown(value[key])}."
            faults.append(Fault(f"/{key}", message))
    if faults:
        raise unreadable(_OBJECT, faults)
    return Line(value["line"], int(value["row"]), int(value["col"]))


def dump_line(line: Line) -> dict[str, Any]:
    return {"line": line.line, "row": line.row, "col": line.col}


def line_text(line: Line) -> str:
    """One word, such as ``h0-2``, which `parse_line` reads."""
    return f"{line.line}{line.row}-{line.col}"


def line_locus(line: Line) -> str:
    """The locus of a move that draws this line."""
    return f"line:{line_text(line)}"


def line_words(line: Line) -> str:
    """As a person would say it, counted from 1."""
    kind = "horizontal" if line.line == "h" else "vertical"
    return f"the {kind} line {line.col + 1} of row {line.row + 1}"
