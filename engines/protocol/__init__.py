"""What a game is.

A game is one folder under `engines/games/` whose `__init__.py` has a `GAME`, a table of its
functions and declarations. Everything else in the project reaches a game through it only.
"""

from __future__ import annotations

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
from engines.protocol.game import Game, TwoPlayers, headline_of
from engines.protocol.values import (
    Difficulty,
    Hint,
    Outcome,
    Playthrough,
    Puzzle,
    Reason,
    Solution,
    Status,
    Way,
)

__all__ = [
    "Axis",
    "Difficulty",
    "Game",
    "Hint",
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
    "Reason",
    "Rules",
    "Solution",
    "Status",
    "TwoPlayers",
    "Way",
    "headline_of",
]
