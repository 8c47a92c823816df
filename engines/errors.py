"""What can go wrong in the engines.

EngineError
├── UnknownName         no game, policy, level, preset or metric of that name
├── InvalidRules        rules that break a bound or do not fit together (carries `faults`)
├── Unreadable          text or JSON that is not a move or a board at all
├── IllegalMove         a readable move that the rules do not allow here (carries `legal`)
├── GenerationFailed    no board with a certificate within the attempts allowed
└── BudgetExceeded      an exact answer was asked for and the time ran out

*Unreadable* is not *illegal*: the first is a mistake of the program that sends moves, the
second one of the person who plays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an input: where (a JSON pointer), and what would be right."""

    pointer: str
    message: str


class EngineError(Exception):
    """Base of every error the engines raise on purpose; its text is written for people."""


class UnknownName(EngineError):
    """No game, policy, level, preset or metric has this name."""

    def __init__(self, kind: str, name: str, known: Sequence[str], detail: str = "") -> None:
        """`detail` says what is wrong where the name is known, but what follows it is not."""
        self.kind, self.name, self.known = kind, name, tuple(known)
        super().__init__(
            detail or f"There is no {kind} {name!r}. Known: {', '.join(known) or 'none'}."
        )


class InvalidRules(EngineError):
    """Rules that break a bound; `faults` names each one."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(
            " ".join(f"{f.pointer}: {f.message}" if f.pointer else f.message for f in faults)
        )


class Unreadable(EngineError):
    """Text or JSON that cannot be read as a move or a board; `faults` names each one."""

    def __init__(self, message: str, faults: Sequence[Fault] = ()) -> None:
        self.faults = tuple(faults) or (Fault("", message),)
        super().__init__(message)


class IllegalMove(EngineError):
    """A readable move that is not allowed in this state.

    `code` is a short machine-readable reason, `locus` where it happened. `legal` is what would be
    allowed: lists of JSON-ready values by name, e.g. ``{"lines": ["h0-1"]}``, of the same names
    whenever this game refuses a move.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        legal: Mapping[str, Sequence[Any]],
        locus: str | None = None,
    ) -> None:
        self.code, self.locus, self.legal = code, locus, dict(legal)
        super().__init__(message)


class GenerationFailed(EngineError):
    """No board with a certificate (inside the band, if a level was asked for) was found."""


class BudgetExceeded(EngineError):
    """The exact answer was not reached within the time allowed."""
