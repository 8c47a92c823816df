"""What came of a file: counts, and line by line what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any

from engines.shared.characters import visible

MOST_FAULTS = 100
"""With so many a file is read no further: they are told, and to be mended first."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """`line` counts from 1; `pointer` is a JSON pointer into the line, in CSV `/column`.

    What a file says may steer whatever shows it, so hidden characters are spelled out here.
    """

    line: int
    session: str
    pointer: str
    message: str

    def __post_init__(self) -> None:
        for name in ("session", "pointer", "message"):
            object.__setattr__(self, name, visible(getattr(self, name)))

    def __str__(self) -> str:
        session = f", session {self.session}" if self.session else ""
        pointer = f", {self.pointer}" if self.pointer else ""
        return f"Line {self.line}{session}{pointer}: {self.message}"


@dataclass(slots=True)
class Report:
    """Sessions read, of them stored (in a dry run: that would be), there already, refused.

    `boards` are those stored for the first time; `unproven` of them nobody solved yet.
    `stopped_at` is the line before which reading ended because of too many faults.
    """

    sessions: int = 0
    stored: int = 0
    there: int = 0
    refused: int = 0
    entries: int = 0
    boards: int = 0
    unproven: int = 0
    faults: list[LineFault] = field(default_factory=list)
    stopped_at: int | None = None
    dry_run: bool = False

    def refuse(self, faults: Iterable[LineFault]) -> None:
        """One session is refused, for these reasons."""
        self.sessions += 1
        self.refused += 1
        self.tell(faults)

    def tell(self, faults: Iterable[LineFault]) -> None:
        """These are wrong; of a session with very many faults only the first are kept."""
        self.faults += islice(faults, MOST_FAULTS - len(self.faults))

    @property
    def is_full(self) -> bool:
        """Whether no more faults are told."""
        return len(self.faults) >= MOST_FAULTS

    def summary(self) -> str:
        """The counts in words."""
        verb = "would be stored" if self.dry_run else "stored"
        told = f"{self.sessions} sessions read: {self.stored} {verb} with {self.entries} entries"
        if self.there:
            told += f", {self.there} there already"
        told += f", {self.refused} refused."
        if self.boards:
            told += f" {self.boards} new boards"
            told += (
                f", {self.unproven} of them not solved by anybody yet." if self.unproven else "."
            )
        return f"{told} {self.stopped}".rstrip()

    @property
    def stopped(self) -> str:
        """Where reading ended too early, and why, in words; else empty."""
        if self.stopped_at is None:
            return ""
        return (
            f"After {MOST_FAULTS} faults it was read no further than line {self.stopped_at}: mend "
            "these, and send the file again."
        )

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Report:
        """The report that `as_dict` told."""
        faults = [LineFault(**fault) for fault in kept["faults"]]
        return cls(**{**kept, "faults": faults})
