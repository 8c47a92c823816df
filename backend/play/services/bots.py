"""A bot answers at once: its moves are made and stored with the turn they answer."""

from __future__ import annotations

import time

import structlog

from backend.play.models import Move
from backend.play.seats import SEATS, bot_seed, to_move
from backend.play.selectors import Position
from backend.play.services.recording import add_entry
from backend.play.timing import Clock

log = structlog.get_logger(__name__)

SLOW_MS = 200
"""A bot that thinks longer than this is told of in the log."""


def answer(*, position: Position, clock: Clock) -> tuple[Position, list[Move]]:
    """The bot's moves until it is the player's turn, or the end. Not stored yet.

    Nothing happens in a game for one, nor between two people.
    """
    session, game = position.session, position.game
    moves: list[Move] = []
    if session.mode != session.Mode.BOT:
        return position, moves
    assert game.two_players
    bots_seat = SEATS[1 - SEATS.index(session.seat)]
    begun, seed = time.perf_counter(), bot_seed(session.id)
    while to_move(game, position.state) == bots_seat:
        state = position.state
        move = game.two_players.choose_move(state, session.bot, seed, session.next_number)
        position, entry = add_entry(
            position=position,
            clock=clock,
            kind=Move.Kind.BOT,
            payload=game.dump_move(move),
            locus=game.locus(state, move),
            after=game.apply(state, move),
        )
        moves.append(entry)
    took_ms = round((time.perf_counter() - begun) * 1000)
    if took_ms > SLOW_MS:
        log.warning("bot_slow", game=game.slug, bot=session.bot, moves=len(moves), ms=took_ms)
    return position, moves
