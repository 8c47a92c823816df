"""Who sits where in a game for two: one person against a bot, or two on one device."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from backend.common.problems import NotAllowed
from backend.play.models import Session
from engines import Fault, Game, UnknownName
from engines.randomness import MAX_SEED

SEATS = (Session.Seat.FIRST.value, Session.Seat.SECOND.value)
BOT, HOTSEAT = Session.Mode.BOT.value, Session.Mode.HOTSEAT.value


@dataclass(frozen=True, slots=True)
class Table:
    """How a session is seated; all empty in a game for one."""

    mode: str = ""
    seat: str = ""
    bot: str = ""


def lay_table(
    game: Game, board: Any, *, mode: str | None, seat: str | None, bot: str | None
) -> Table:
    """The seats that were asked for, or the usual ones. Raises `NotAllowed`."""
    asked = {"mode": mode, "seat": seat, "bot": bot}
    if game.two_players is None:
        _refuse(asked, f"{game.title} is for one: leave out mode, seat and bot.")
        return Table()
    fixed = game.two_players.seat_to_win(board)
    if mode == HOTSEAT and fixed is not None:
        message = f"This puzzle asks the {SEATS[fixed]} seat to win against a bot: leave this out."
        _refuse({"mode": mode}, message)
    if mode == HOTSEAT:
        message = "Two people on one device have both seats: leave this out, or play a bot."
        _refuse({"seat": seat, "bot": bot}, message)
        return Table(HOTSEAT)
    faults = []
    usual = SEATS[fixed or 0]
    if fixed is not None and seat not in (None, usual):
        faults.append(Fault("/seat", f"This puzzle asks the {usual} seat to win: take that one."))
    try:
        bot = (
            game.two_players.bots(board)[0]
            if bot is None
            else game.two_players.check_bot(board, bot)
        )
    except UnknownName as error:
        faults.append(Fault("/bot", str(error)))
    if faults:
        raise NotAllowed(faults[0].message, code="not_this_way", faults=faults)
    assert bot is not None
    return Table(BOT, seat or usual, bot)


def _refuse(asked: dict[str, str | None], message: str) -> None:
    faults = [Fault(f"/{name}", message) for name, value in asked.items() if value is not None]
    if faults:
        raise NotAllowed(message, code="not_this_way", faults=faults)


def to_move(game: Game, state: Any) -> str | None:
    """The seat whose turn it is; None at the end, and in a game for one."""
    if game.two_players is None or game.outcome(state).status != "playing":
        return None
    return SEATS[game.two_players.to_move(state)]


def bot_seed(session_id: UUID) -> int:
    """A session's own seed, the same each time: a bot's moves can be made again."""
    return int.from_bytes(hashlib.sha256(session_id.bytes).digest()[:8], "big") & MAX_SEED
