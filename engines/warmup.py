"""Compiling the kernels before they are needed, once for all processes of a machine.

A process that compiles takes some 15 seconds and twice the memory of one that loads what
was compiled, so workers have another process do it (`python -m engines compile`).
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engines import games
from engines.declarations import Rules
from engines.errors import EngineError
from engines.game import Game


def compile_kernels(game: Game) -> None:
    """Compile whatever `simulate` runs, or load it if that was done.

    One process at a time for each game: others wait, and then find on disk what it compiled.
    It compiles all of a game, as its kernels share most of what they call: one that is compiled
    later, where the others were loaded, costs as much as all.
    """
    with _one_at_a_time(game):
        for policy in game.policies:
            rules = rules_to_play(game, policy.key)
            board = game.generate(rules, 0).board
            game.simulate(rules, policy.key, 0, 0, 1)
            game.simulate(rules, policy.key, 0, 0, 1, board=board)
        if "shape" in game.Rules.model_fields:
            grown = game.Rules.model_validate({"shape": "grown"})
            game.simulate(grown, game.policies[0].key, 0, 0, 1)


def rules_to_play(game: Game, policy: str) -> Rules:
    """The first of the game's own rules that this policy can play: the defaults, if it can.

    Raises `EngineError` where it can play none of them.
    """
    found = [game.Rules(), *(level.rules for level in game.levels)]
    found += [variant.rules for preset in game.presets for variant in preset.variants]
    for rules in found[:-1]:
        with suppress(EngineError):
            game.check_play(rules, policy)
            return rules
    game.check_play(found[-1], policy)
    return found[-1]


@contextmanager
def _one_at_a_time(game: Game) -> Iterator[None]:
    with (Path(games.__path__[0]) / game.slug / "__init__.py").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
