"""A file cut into sessions, each with the lines it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import SEEK_CUR, BufferedReader
from typing import IO, Any

from backend.common.parsers import read_json
from backend.common.problems import BadRequest
from backend.playtests.exchange.report import LineFault
from backend.playtests.models.imports import MAX_EXTERNAL
from engines import Fault
from engines.shared.encodings import BOM, START, encoding_fault

MAX_LINE = 4 * 1024 * 1024
"""Bytes: a session of 5,000 entries fits."""


@dataclass(frozen=True, slots=True)
class Lines:
    """One session as it stands in the file: its JSON, or what is wrong with its text.

    `line` is its first line; `rows` are those of its entries, where each has one of its own.
    `begun` is where rows of a session of this name stood before, with others between; else 0.
    """

    line: int
    value: Any = None
    faults: Sequence[LineFault] = ()
    rows: Sequence[int] = ()
    begun: int = 0

    @property
    def session(self) -> str:
        """How the file calls it, for words."""
        name = self.value.get("session") if isinstance(self.value, dict) else None
        return name[:MAX_EXTERNAL] if isinstance(name, str) else ""

    def told(self, faults: Sequence[Fault]) -> list[LineFault]:
        """These faults of the session, at their lines."""
        return [self._told(fault) for fault in faults]

    def _told(self, fault: Fault) -> LineFault:
        line, pointer = self.line, fault.pointer
        parts = pointer.split("/")
        if self.rows and parts[1:2] == ["entries"] and parts[2:3] and parts[2].isdecimal():
            row = int(parts[2])
            line, pointer = self.rows[row], "".join(f"/{part}" for part in parts[3:])
        return LineFault(line, self.session, pointer, fault.message)


def start_fault(stream: IO[bytes]) -> str:
    """What a file's first bytes show it to be instead of UTF-8, in words; else empty.

    The stream can be peeked into, or go back; it stays where it was.
    """
    if isinstance(stream, BufferedReader):
        start = stream.peek(START)[:START]
    else:
        start = stream.read(START)
        stream.seek(-len(start), SEEK_CUR)
    fault = encoding_fault(start)
    return f"This file {fault}" if fault else ""


def too_many_lines(most: int) -> str:
    return (
        f"A file sent this way holds at most {most:,} lines; what follows was not read. Import it "
        "by the command `manage.py import_play`, or in several files."
    )


def read_json_lines(stream: IO[bytes], most_lines: int | None = None) -> Iterator[Lines]:
    """A session for each line of JSON; empty lines are passed over, but count."""
    number = 0
    while text := stream.readline(MAX_LINE + 1):
        number += 1
        if most_lines is not None and number > most_lines:
            yield Lines(number, faults=[LineFault(number, "", "", too_many_lines(most_lines))])
            return
        if len(text) > MAX_LINE and not text.endswith(b"\n"):
            message = f"A line may hold at most {MAX_LINE} bytes; what follows was not read."
            yield Lines(number, faults=[LineFault(number, "", "", message)])
            return
        if number == 1:
            text = text.removeprefix(BOM)
        if text.strip():
            yield _line(number, text.strip())


def _line(number: int, text: bytes) -> Lines:
    try:
        return Lines(number, read_json(text, "line"))
    except BadRequest as problem:
        faults = problem.faults or (Fault("", str(problem.detail)),)
        return Lines(
            number, faults=[LineFault(number, "", one.pointer, one.message) for one in faults]
        )
