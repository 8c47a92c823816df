"""Pure rules of puzzle games: boards that can be solved, judged moves, simulated players.

No Django, no database, no clock in a result, no global randomness.
"""

from __future__ import annotations

import sys

if sys.argv[:1] == ["-m"]:  # `python -m engines`, perhaps by a Python that lacks what it needs
    from engines.suited import check_python

    check_python()

from engines.errors import (
    BudgetExceeded,
    EngineError,
    Fault,
    GenerationFailed,
    IllegalMove,
    InvalidRules,
    UnknownName,
    Unreadable,
)
from engines.game import Game, headline_of
from engines.intervals import wilson
from engines.metrics import Metric
from engines.randomness import derive_seed
from engines.registry import all_games, game_slugs, get_game
from engines.results import Outcome, Playthrough, Puzzle
from engines.tally import Tally, merge, split_vector, summarise
from engines.validation import read_rules

__all__ = [
    "BudgetExceeded",
    "EngineError",
    "Fault",
    "Game",
    "GenerationFailed",
    "IllegalMove",
    "InvalidRules",
    "Metric",
    "Outcome",
    "Playthrough",
    "Puzzle",
    "Tally",
    "UnknownName",
    "Unreadable",
    "all_games",
    "derive_seed",
    "game_slugs",
    "get_game",
    "headline_of",
    "merge",
    "read_rules",
    "split_vector",
    "summarise",
    "wilson",
]
