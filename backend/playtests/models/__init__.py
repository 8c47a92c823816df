"""What was read from recorded play, where a session is not a person's, and studies."""

from __future__ import annotations

from backend.playtests.models.corpora import Corpus, SyntheticSession
from backend.playtests.models.fits import EpsilonFit, FittedTo
from backend.playtests.models.imports import Import, ImportedPlayer, ImportedSession
from backend.playtests.models.participants import Participant, StudySession, taking_part
from backend.playtests.models.predictions import Prediction
from backend.playtests.models.puzzles import PlayedPuzzle
from backend.playtests.models.readings import SessionReading
from backend.playtests.models.stuck_maps import StuckMap
from backend.playtests.models.studies import (
    CODE_LENGTH,
    LETTERS,
    MAX_ARMS,
    MAX_CONSENT,
    MAX_NAME,
    MAX_PUZZLES,
    MAX_QUESTION,
    MAX_WANTED,
    Arm,
    ArmPuzzle,
    Study,
    StudyEvent,
    hash_consent,
)
from backend.playtests.models.sums import ReadingSum

__all__ = [
    "CODE_LENGTH",
    "LETTERS",
    "MAX_ARMS",
    "MAX_CONSENT",
    "MAX_NAME",
    "MAX_PUZZLES",
    "MAX_QUESTION",
    "MAX_WANTED",
    "Arm",
    "ArmPuzzle",
    "Corpus",
    "EpsilonFit",
    "FittedTo",
    "Import",
    "ImportedPlayer",
    "ImportedSession",
    "Participant",
    "PlayedPuzzle",
    "Prediction",
    "ReadingSum",
    "SessionReading",
    "StuckMap",
    "Study",
    "StudyEvent",
    "StudySession",
    "SyntheticSession",
    "hash_consent",
    "taking_part",
]
