"""What was read from recorded play, and where a session is not a person's."""

from __future__ import annotations

from backend.playtests.models.corpora import Corpus, SyntheticSession
from backend.playtests.models.imports import Import, ImportedPlayer, ImportedSession
from backend.playtests.models.puzzles import PlayedPuzzle
from backend.playtests.models.readings import SessionReading
from backend.playtests.models.stuck_maps import StuckMap

__all__ = [
    "Corpus",
    "Import",
    "ImportedPlayer",
    "ImportedSession",
    "PlayedPuzzle",
    "SessionReading",
    "StuckMap",
    "SyntheticSession",
]
