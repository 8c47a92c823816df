"""One file on its way, and what is told of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

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
    """

    source: str
    now: datetime
    report: Report
    boards: Boards
    digests: dict[str, str] = field(default_factory=dict)
    torn: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    new_boards: dict[tuple[str, ...], bool] = field(default_factory=dict)
