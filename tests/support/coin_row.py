"""The lab with a game for two in it: `engines/games` seen with one folder more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from backend.lab.models import Experiment
from backend.lab.services import VariantRequest, queue_experiment
from engines import games
from engines.registry import game_slugs, get_game

FOLDER = str(Path(__file__).parent / "games")


@contextmanager
def coin_row() -> Iterator[Any]:
    """`coin_row` is one of the games until the block is left."""
    games.__path__.append(FOLDER)
    game_slugs.cache_clear()
    try:
        yield get_game("coin_row")
    finally:
        games.__path__.remove(FOLDER)
        game_slugs.cache_clear()
        get_game.cache_clear()


def player(title: str = "", policy: str = "random,random", **rules: Any) -> VariantRequest:
    return {"title": title, "rules": rules, "policy": policy}


def queue_coins(**changes: Any) -> Experiment:
    """Two random players against a greedy first one: 200 games in each of two replicates."""
    options: dict[str, Any] = {
        "game": "coin_row",
        "title": "Does greed pay?",
        "variants": [player("Two random"), player("Greedy first", "greedy,random")],
        "trials": 200,
        "replicates": 2,
        "seed": 7,
    }
    return queue_experiment(**{**options, **changes})
