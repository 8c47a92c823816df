"""What a game offers.

A game is one folder under `engines/games/` whose `__init__.py` has a `GAME` that fits
`Game`. Everything else in the project reaches a game through this protocol only.
"""

from __future__ import annotations

from engines.protocol.besides import ForTwo, KnowsExactly, ShadesLoci, ShowsRules
from engines.protocol.declared import (
    Axis,
    Level,
    Metric,
    MetricKind,
    Number,
    Parameter,
    Policy,
    Preset,
    PresetVariant,
    Rules,
)
from engines.protocol.game import Game, headline_of
from engines.protocol.values import Difficulty, Hint, Outcome, Playthrough, Puzzle, Solution, Status

__all__ = [
    "Axis",
    "Difficulty",
    "ForTwo",
    "Game",
    "Hint",
    "KnowsExactly",
    "Level",
    "Metric",
    "MetricKind",
    "Number",
    "Outcome",
    "Parameter",
    "Playthrough",
    "Policy",
    "Preset",
    "PresetVariant",
    "Puzzle",
    "Rules",
    "ShadesLoci",
    "ShowsRules",
    "Solution",
    "Status",
    "headline_of",
]
