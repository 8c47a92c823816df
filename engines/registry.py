"""Finds the games' folders; loads one when asked."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from engines import games
from engines.errors import UnknownName
from engines.game import Game


@cache
def game_slugs() -> tuple[str, ...]:
    """The slugs of all games, sorted. Imports none of them."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(games.__path__) if m.ispkg))


@cache
def get_game(slug: str) -> Game:
    """The game of that slug. Raises `UnknownName`."""
    if slug not in game_slugs():
        raise UnknownName("game", slug, game_slugs())
    game: Game = importlib.import_module(f"engines.games.{slug}").GAME
    return game


def all_games() -> tuple[Game, ...]:
    return tuple(get_game(slug) for slug in game_slugs())
