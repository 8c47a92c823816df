"""Players, their sessions, the history of each session, and what they have finished."""

from __future__ import annotations

from backend.play.models.finishes import Finish
from backend.play.models.moves import MAX_HIDDEN_MS, MAX_THINK_MS, Move
from backend.play.models.plans import HintPlan
from backend.play.models.players import MAX_NAME, MAX_NAME_POINTS, NameReport, Player, TransferCode
from backend.play.models.sessions import CLIENT, MAX_CLIENT, Session
from backend.play.models.wrong import MAX_WRONG, WRONG, WrongTry

__all__ = [
    "CLIENT",
    "MAX_CLIENT",
    "MAX_HIDDEN_MS",
    "MAX_NAME",
    "MAX_NAME_POINTS",
    "MAX_THINK_MS",
    "MAX_WRONG",
    "WRONG",
    "Finish",
    "HintPlan",
    "Move",
    "NameReport",
    "Player",
    "Session",
    "TransferCode",
    "WrongTry",
]
