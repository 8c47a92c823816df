"""One file on its way, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from backend.play.models import Session
from backend.playtests.exchange.boards import Boards, Place
from backend.playtests.exchange.lines import Lines
from backend.playtests.exchange.replaying import Replayed
from backend.playtests.exchange.report import Report
from backend.playtests.exchange.shapes import SessionShape


@dataclass(slots=True)
class Ready:
    """A session that can be stored."""

    lines: Lines
    told: SessionShape
    place: Place
    replayed: Replayed
    digest: str

    @property
    def board(self) -> tuple[str, ...]:
        place = self.place
        return place.game.slug, place.rules_key, place.board_key, place.level

    @property
    def solves(self) -> bool:
        return self.replayed.session.status in (Session.Status.SOLVED, Session.Status.FINISHED)


@dataclass(slots=True)
class Run:
    """One file on its way. `digests` are those of this file's sessions, by their names;
    `torn` are those whose rows go on further down, and where; `refused` those of them where
    that is not the same again;
    `new_boards` are not stored before, and whether one of its sessions proves each.

    `handled` sessions of the file are done with, stored or not. `check` is asked before each
    session and entry whether to go on: it raises what ends the work. `keep` is called in each
    transaction that stores sessions, at its end.
    """

    source: str
    now: datetime
    report: Report
    boards: Boards
    check: Callable[[], None] = lambda: None
    keep: Callable[[Run], None] = lambda _: None
    handled: int = 0
    digests: dict[str, str] = field(default_factory=dict)
    torn: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    new_boards: dict[tuple[str, ...], bool] = field(default_factory=dict)
    known_boards: int = 0

    def count_boards(self) -> None:
        """Put into the report what is known of boards by now."""
        self.report.boards = self.known_boards + len(self.new_boards)
        self.report.unproven = list(self.new_boards.values()).count(False)

    def checkpoint(self) -> dict[str, Any]:
        """What to go on from later, as JSON: see `resume`."""
        self.count_boards()
        unproven = [board for board, proven in self.new_boards.items() if not proven]
        return {"handled": self.handled, "unproven": unproven, "report": self.report.as_dict()}

    def resume(self, kept: Mapping[str, Any]) -> None:
        """Go on where a `checkpoint` was kept. Boards that were proven by then are just stored."""
        self.handled, self.report = kept["handled"], Report.of(kept["report"])
        self.new_boards = {tuple(board): False for board in kept["unproven"]}
        self.known_boards = self.report.boards - len(self.new_boards)
