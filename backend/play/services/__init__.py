"""Writes of players and sessions."""

from __future__ import annotations

from backend.play.services.batches import Batch, play_batch
from backend.play.services.players import (
    create_player,
    erase_player,
    recognise_player,
    spell_token,
)
from backend.play.services.playing import Wanted
from backend.play.services.sessions import abandon_session, start_session
from backend.play.services.turns import Turn, make_move, take_hint, undo_move

__all__ = [
    "Batch",
    "Turn",
    "Wanted",
    "abandon_session",
    "create_player",
    "erase_player",
    "make_move",
    "play_batch",
    "recognise_player",
    "spell_token",
    "start_session",
    "take_hint",
    "undo_move",
]
