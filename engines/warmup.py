"""Compiling the kernels before they are needed, once for all processes of a machine.

A process that compiles takes some 15 seconds and twice the memory of one that loads what
was compiled, so workers have another process do it (`python -m engines compile`).
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engines import games
from engines.protocol import Game


def compile_kernels(game: Game) -> None:
    """Compile whatever `simulate` runs, or load it if that was done.

    One process at a time for each game: others wait, and then find on disk what it compiled.
    """
    rules = game.Rules()
    board = game.generate(rules, 0).board
    with _one_at_a_time(game):
        for policy in game.policies:
            game.simulate(rules, policy.key, 0, 0, 1)
            game.simulate(rules, policy.key, 0, 0, 1, board=board)


@contextmanager
def _one_at_a_time(game: Game) -> Iterator[None]:
    with (Path(games.__path__[0]) / game.slug / "__init__.py").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
