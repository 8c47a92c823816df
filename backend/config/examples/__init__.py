"""Examples for the OpenAPI document, made from what the first game declares; a module an app.

Answers are those of rows that are never stored, told by the functions that tell of stored
ones, so they cannot grow untrue. Only what a simulation counted is made up. All of it is the
same on every machine and every day.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from rest_framework.renderers import JSONRenderer

from backend.config.examples.experiments import experiment_answers, experiment_requests
from backend.config.examples.parts import DAY, Named
from backend.config.examples.play import play_answers, play_files, play_requests
from backend.config.examples.problems import problem_answers, problems
from backend.config.examples.puzzles import puzzle_answers, puzzle_requests
from backend.config.examples.studies import study_answers, study_requests
from backend.config.examples.tunings import tuning_answers, tuning_requests
from engines import all_games

__all__ = ["answers", "files", "parameters", "problems", "requests"]


@cache
def parameters() -> dict[str, Any]:
    """Values for parts of addresses, by name. An id has none: it would lead nowhere."""
    game = all_games()[0]
    return {"game": game.slug, "level": game.levels[0].key, "day": DAY.date().isoformat()}


@cache
def requests() -> dict[str, Named]:
    """Bodies to send, by component."""
    game = all_games()[0]
    return {
        **puzzle_requests(game),
        **play_requests(game),
        **experiment_requests(game),
        **tuning_requests(game),
        **study_requests(game),
    }


@cache
def files() -> dict[str, Named]:
    """Files to send or to get, by media type."""
    return play_files(all_games()[0])


@cache
def answers() -> dict[str, Any]:
    """What the API answers, by component, JSON-ready."""
    game = all_games()[0]
    told = {
        **puzzle_answers(game),
        **play_answers(game),
        **experiment_answers(game),
        **tuning_answers(game),
        **study_answers(game),
        **problem_answers(),
    }
    told["StudySession"] = told["Started"]
    plain: dict[str, Any] = json.loads(JSONRenderer().render(told))
    return plain
