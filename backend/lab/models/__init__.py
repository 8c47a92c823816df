"""An experiment has variants, a variant has runs, a run is cut into chunks."""

from __future__ import annotations

from backend.lab.models.beside import Expectation, Finding, Pairing
from backend.lab.models.boards import MAX_BOARDS, FixedBoard, LocusSample
from backend.lab.models.chunks import Chunk, ChunkStatus
from backend.lab.models.experiments import (
    MAX_REPLICATES,
    MAX_TAG,
    MAX_TAGS,
    MAX_TITLE,
    MAX_TRIALS,
    MAX_VARIANTS,
    BoardChoice,
    Experiment,
    ExperimentStatus,
    Run,
    RunStatus,
    Variant,
)
from backend.lab.models.history import Event, EventKind
from backend.lab.models.tuning import (
    MAX_STEPS,
    LevelProposal,
    Tuning,
    TuningStatus,
    TuningStep,
)
from backend.lab.models.workers import WorkerHeartbeat

__all__ = [
    "MAX_BOARDS",
    "MAX_REPLICATES",
    "MAX_STEPS",
    "MAX_TAG",
    "MAX_TAGS",
    "MAX_TITLE",
    "MAX_TRIALS",
    "MAX_VARIANTS",
    "BoardChoice",
    "Chunk",
    "ChunkStatus",
    "Event",
    "EventKind",
    "Expectation",
    "Experiment",
    "ExperimentStatus",
    "Finding",
    "FixedBoard",
    "LevelProposal",
    "LocusSample",
    "Pairing",
    "Run",
    "RunStatus",
    "Tuning",
    "TuningStatus",
    "TuningStep",
    "Variant",
    "WorkerHeartbeat",
]
