"""Recorded play as CSV: a row for each entry, with its session before it.

A session's rows follow each other. Its columns may be left empty after its first row; where they
are filled in they must say the same.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import IO, Any

from backend.common.parsers import read_json
from backend.common.problems import BadRequest
from backend.playtests.exchange.lines import MAX_LINE, Lines, too_many_lines
from backend.playtests.exchange.report import LineFault
from backend.playtests.exchange.shapes import EntryShape, SessionShape
from backend.playtests.models.imports import MAX_EXTERNAL
from engines.shared.numbers import whole_of_text

OF_SESSION = tuple(name for name in SessionShape.model_fields if name != "entries")
OF_ENTRY = ("number", *(name for name in EntryShape.model_fields if name != "number"))
COLUMNS = (*OF_SESSION, *OF_ENTRY)
NEEDED = ("format", "session", "game", "started_at", "kind")

WHOLE = {"number", "think_ms", "hidden_ms", "legal_count", "game_version", "seed"} | {
    "move_count", "undo_count", "hint_count", "bot_count",
}  # fmt: skip
JSON = {"rules", "scores"}
JSON_OR_TEXT = {"board", "payload"}
NUMBERED = "(row numbers)"
"""A first column without a name: data frames are written with one. It is passed over."""
LONG = {"rules", "board"}
"""Written in a session's first row only."""


# Writing ----------------------------------------------------------------------------------
def write_rows(sessions: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Pieces of the CSV of these sessions (each as its JSON line has it), the header first."""
    yield _written([COLUMNS])
    for session in sessions:
        head = [_cell(session.get(name)) for name in OF_SESSION]
        later = ["" if name in LONG else cell for name, cell in zip(OF_SESSION, head, strict=True)]
        rows = [
            [*(head if nth == 0 else later), *(_cell(entry.get(name)) for name in OF_ENTRY)]
            for nth, entry in enumerate(session["entries"])
        ]
        yield _written(rows or [[*head, *("" for _ in OF_ENTRY)]])


def _written(rows: Iterable[Iterable[str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Reading ----------------------------------------------------------------------------------
def read_rows(stream: IO[bytes], most_lines: int | None = None) -> Iterator[Lines]:
    """A session for each run of rows with the same session."""
    csv.field_size_limit(MAX_LINE)
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")  # -sig: perhaps with a mark
    reader = csv.reader(_bounded(text, most_lines), strict=True)
    try:
        first = text.readline()
        if fault := _kind_fault(first):
            yield Lines(1, faults=[LineFault(1, "", "", fault)])
            return
        reader = csv.reader(_bounded(chain([first], text), most_lines), strict=True)
        header = next(reader, [])
        if header[:1] == [""]:
            header[0] = NUMBERED
        if fault := _header_fault(header):
            yield Lines(1, faults=[LineFault(1, "", "", fault)])
            return
        yield from _sessions(reader, header)
    except UnicodeDecodeError:
        yield _broken(reader.line_num + 1, "This is not UTF-8: save the table as CSV UTF-8.")
    except _TooManyLines as error:
        yield Lines(error.line, faults=[LineFault(error.line, "", "", str(error))])
    except csv.Error as error:
        yield _broken(reader.line_num, f"This can't be read as CSV: {error}.")
    finally:
        text.detach()  # whoever opened the stream closes it


class _TooManyLines(Exception):
    """The file has more lines than are read."""

    def __init__(self, most: int) -> None:
        super().__init__(too_many_lines(most))
        self.line = most + 1


def _bounded(lines: Iterable[str], most: int | None) -> Iterator[str]:
    """The lines, up to one that can't be stored, or one too many."""
    for number, line in enumerate(lines, 1):
        if most is not None and number > most:
            raise _TooManyLines(most)
        if "\x00" in line:
            raise csv.Error("it holds a NUL character")
        yield line


def _broken(line: int, message: str) -> Lines:
    return Lines(line, faults=[LineFault(line, "", "", f"{message} What follows was not read.")])


def _kind_fault(line: str) -> str:
    """What a first line says that is no header of CSV at all."""
    if not line.strip():
        return "" if line else "This file is empty."
    if line.lstrip().startswith(("{", "[")):
        return (
            "This is JSON, not CSV: send JSON Lines as application/x-ndjson, or in a file whose "
            "name ends in .jsonl."
        )
    for sign, name in ((";", "semicolons"), ("\t", "tabs")):
        if line.count(sign) > line.count(","):
            return (
                f"The columns are parted by {name}; commas are needed. Save the table as CSV with "
                "commas, which spreadsheets call “comma separated”."
            )
    return ""


def _header_fault(header: list[str]) -> str:
    if not set(header) & set(COLUMNS):
        return (
            "The first line must name the columns; this one names none. Missing: "
            f"{', '.join(NEEDED)}. Known: {', '.join(COLUMNS)}."
        )
    if "" in header:
        return f"Column {header.index('') + 1} has no name: the first line names every column."
    if twice := {name for name in header if header.count(name) > 1}:
        return f"The header names a column twice: {', '.join(sorted(twice))}."
    if unknown := [name for name in header if name not in (*COLUMNS, NUMBERED)]:
        told = ", ".join(name[:40] for name in unknown[:5])
        return f"No such column: {told}. Known: {', '.join(COLUMNS)}."
    if missing := [name for name in NEEDED if name not in header]:
        return f"The first line names the columns. Missing: {', '.join(missing)}."
    return ""


def _sessions(reader: Any, header: list[str]) -> Iterator[Lines]:
    gathered: _Gathered | None = None
    begun: dict[str, int] = {}
    before = reader.line_num
    for cells in reader:
        line, before = before + 1, reader.line_num
        if not any(cells):
            continue
        row = {name: cell for name, cell in zip(header, cells, strict=False) if cell != ""}
        row.pop(NUMBERED, None)
        if gathered is None or row.get("session") != gathered.head.get("session"):
            if gathered is not None:
                yield gathered.lines()
            name = row.get("session", "")
            gathered = _Gathered(line, row, begun.get(name, 0))
            begun.setdefault(name, line)
        if len(cells) != len(header):
            message = f"This row has {len(cells)} cells; the header names {len(header)} columns."
            gathered.refuse(line, "", message)
        gathered.add(line, row)
    if gathered is not None:
        yield gathered.lines()


class _Gathered:
    """A session's rows, as they come."""

    def __init__(self, line: int, head: dict[str, str], begun: int) -> None:
        self.line, self.head, self.begun = line, head, begun
        self.faults: list[LineFault] = []
        self.rows: list[int] = []
        self.entries: list[dict[str, Any]] = []
        self.value = {
            name: self._read(line, name, head[name]) for name in OF_SESSION if name in head
        }

    def refuse(self, line: int, column: str, message: str) -> None:
        pointer = f"/{column}" if column else ""
        session = self.head.get("session", "")[:MAX_EXTERNAL]
        self.faults.append(LineFault(line, session, pointer, message))

    def add(self, line: int, row: dict[str, str]) -> None:
        for name in OF_SESSION:
            if name in row and row[name] != self.head.get(name):
                self.refuse(line, name, f"Differs from the session's first row, line {self.line}.")
        entry = {name: self._read(line, name, row[name]) for name in OF_ENTRY if name in row}
        if entry:
            self.rows.append(line)
            self.entries.append(entry)

    def lines(self) -> Lines:
        value = {**self.value, "entries": self.entries}
        return Lines(self.line, value, self.faults, self.rows, self.begun)

    def _read(self, line: int, name: str, cell: str) -> Any:
        """The cell's value. One that can't be read stays a text, and is refused as such."""
        if name in WHOLE:
            number = whole_of_text(cell)
            return cell if number is None else number
        if name == "difficulty":
            try:
                return float(cell)
            except ValueError:
                return cell
        if name == "synthetic":
            return {"true": True, "false": False}.get(cell.lower(), cell)
        if name in JSON or (name in JSON_OR_TEXT and cell.startswith(("{", "["))):
            try:
                return read_json(cell.encode(), "cell")
            except BadRequest as problem:
                self.refuse(line, name, str(problem.detail))
        return cell
