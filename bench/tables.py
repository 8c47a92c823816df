"""A table that reads well on a terminal and in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a title; `note` says how it was measured."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""

    def text(self) -> str:
        """The table: first column to the left, the others to the right."""
        lines = [list(self.columns), *map(list, self.rows)]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.columns))]
        bars = [
            "-" * width if i == 0 else "-" * (width - 1) + ":" for i, width in enumerate(widths)
        ]
        lines.insert(1, bars)
        shown = [
            "| "
            + " | ".join(
                cell.ljust(width) if i == 0 else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
            + " |"
            for line in lines
        ]
        parts = [f"### {self.title}", "\n".join(shown)]
        if self.note:
            parts.append(self.note)
        return "\n\n".join(parts) + "\n"
