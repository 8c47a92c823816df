"""Players, their sessions, and the history of each session."""

from __future__ import annotations

from backend.play.models.moves import MAX_HIDDEN_MS, MAX_THINK_MS, Move
from backend.play.models.players import Player
from backend.play.models.sessions import Session

__all__ = ["MAX_HIDDEN_MS", "MAX_THINK_MS", "Move", "Player", "Session"]
