"""Numbers counted under one version of a game are not read as those of another."""

from __future__ import annotations

from backend.common.problems import Conflict
from backend.lab.models import Experiment
from engines import Game, get_game


def same_version(experiment: Experiment) -> bool:
    """Whether the game is still the one the experiment was begun with."""
    return get_game(experiment.game).version == experiment.version


def game_as_begun(experiment: Experiment) -> Game:
    """The experiment's game. Raises `Conflict` (409) when it has changed since."""
    game = get_game(experiment.game)
    if game.version != experiment.version:
        raise Conflict(
            f"This experiment was begun with version {experiment.version} of the game; it is now "
            f"at version {game.version}. Queue a new experiment instead.",
            code="other_version",
        )
    return game
