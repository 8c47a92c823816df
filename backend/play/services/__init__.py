"""Writes of players and sessions."""

from __future__ import annotations

from backend.play.services.batches import Batch, play_batch
from backend.play.services.players import (
    create_player,
    dismiss_reports,
    erase_player,
    name_player,
    recognise_player,
    remove_names,
    report_name,
    spell_token,
)
from backend.play.services.playing import Wanted
from backend.play.services.sessions import abandon_session, start_session
from backend.play.services.transfers import claim_player, forget_old_codes, make_code, spell_code
from backend.play.services.turns import Turn, make_move, take_hint, undo_move
from backend.play.services.wrong import WrongMove, keep_wrong_tries, keep_wrong_try

__all__ = [
    "Batch",
    "Turn",
    "Wanted",
    "WrongMove",
    "abandon_session",
    "claim_player",
    "create_player",
    "dismiss_reports",
    "erase_player",
    "forget_old_codes",
    "keep_wrong_tries",
    "keep_wrong_try",
    "make_code",
    "make_move",
    "name_player",
    "play_batch",
    "recognise_player",
    "remove_names",
    "report_name",
    "spell_code",
    "spell_token",
    "start_session",
    "take_hint",
    "undo_move",
]
